import type { Context } from 'node:vm';
import { pixelsOf } from './text-width.js';

/** A window of its own, so that no global of the caller's process is touched. */
export type Dom = { readonly window: Record<string, unknown>; readonly context: Context };

type TextNode = {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly parentNode: TextNode | null;
  readonly style?: { readonly fontSize?: string; readonly fontWeight?: string; readonly textAnchor?: string };
  getAttribute?(name: string): string | null;
  querySelectorAll(selector: string): ArrayLike<TextNode>;
};

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const DEFAULT_FONT_SIZE = 12;
const LINE_HEIGHT = 1.3; // plotly's own, between the lines of one text
const ASCENT = 0.95;
const BOLD = 1.12;

/**
 * A jsdom window with what plotly.js asks of a browser and jsdom lacks: canvas contexts (none), object URLs, media queries,
 * and the sizes of texts, estimated from their letters, since legends and labels are placed by them.
 */
export async function openDom(): Promise<Dom> {
  const { JSDOM, VirtualConsole } = await import('jsdom');
  // A console that nobody listens to, or plotly's remarks would land in the middle of somebody's notebook.
  const virtualConsole = new VirtualConsole();
  const dom = new JSDOM('<!doctype html><body></body>', { runScripts: 'outside-only', virtualConsole });
  const window = dom.window;
  const prototypeOf = (name: string) => (window[name] as { readonly prototype: object }).prototype;
  Object.assign(prototypeOf('HTMLCanvasElement'), { getContext: () => null });
  Object.assign(window['URL'] as object, { createObjectURL: () => 'blob:none' });
  const ignored = () => undefined;
  window['matchMedia'] = () => ({ matches: false, addEventListener: ignored, removeEventListener: ignored });
  Object.assign(prototypeOf('SVGElement'), {
    getBBox(this: TextNode) {
      return boxOf(this);
    },
    getBoundingClientRect(this: TextNode) {
      const box = boxOf(this);
      return { ...box, left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
    },
    getComputedTextLength(this: TextNode) {
      return widthOf(this);
    },
  });
  return { window, context: dom.getInternalVMContext() };
}

function boxOf(node: TextNode): Box {
  if (node.nodeName === 'text' || node.nodeName === 'tspan') return textBox(node);
  return union(Array.from(node.querySelectorAll('text'), (text) => moved(textBox(text), text, node)));
}

/** A box inside the group that it is seen from: moved by what stands between. Turning is left out, nothing here asks for it. */
function moved(box: Box, from: TextNode, group: TextNode): Box {
  let { x, y } = box;
  for (let at: TextNode | null = from; at !== null && at !== group; at = at.parentNode) {
    const [, dx, dy] =
      /translate\(\s*([-\d.e]+)[\s,]*([-\d.e]*)/.exec(at.getAttribute?.('transform') ?? '') ?? [];
    x += Number(dx ?? 0);
    y += Number(dy ?? 0);
  }
  return { ...box, x, y };
}

function textBox(node: TextNode): Box {
  const size = fontSizeOf(node);
  const lines = linesOf(node);
  const width = widthOf(node);
  const shift = { middle: 0.5, end: 1 }[anchorOf(node)] ?? 0;
  const height = (1 + (lines.length - 1)) * LINE_HEIGHT * size;
  return { x: numberOf(node, 'x') - shift * width, y: numberOf(node, 'y') - ASCENT * size, width, height };
}

function union(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

function widthOf(node: TextNode): number {
  const weight = inherited(node, (style) => style.fontWeight) ?? '';
  const scale = fontSizeOf(node) * (/bold|[6-9]00/.test(weight) ? BOLD : 1);
  return Math.max(...linesOf(node).map((line) => pixelsOf(line, scale)));
}

function linesOf(node: TextNode): readonly string[] {
  const lines = Array.from(node.querySelectorAll('tspan.line'), (line) => line.textContent ?? '');
  return lines.length === 0 ? [node.textContent ?? ''] : lines;
}

function fontSizeOf(node: TextNode): number {
  const size = Number.parseFloat(inherited(node, (style) => style.fontSize) ?? '');
  return Number.isNaN(size) ? DEFAULT_FONT_SIZE : size;
}

function anchorOf(node: TextNode): string {
  return node.getAttribute?.('text-anchor') ?? node.style?.textAnchor ?? 'start';
}

function inherited(node: TextNode, pick: (style: NonNullable<TextNode['style']>) => string | undefined) {
  for (let at: TextNode | null = node; at !== null; at = at.parentNode) {
    const found = at.style === undefined ? undefined : pick(at.style);
    if (found) return found;
  }
  return undefined;
}

function numberOf(node: TextNode, name: string): number {
  const value = Number.parseFloat(node.getAttribute?.(name) ?? '0');
  return Number.isNaN(value) ? 0 : value;
}
