import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Figure, Json } from '../types.js';
import { escaped } from './blocks.js';
import { plotlyFile } from './draw.js';

/** Whether a figure can be moved and pointed at: `true` shares plotly's code with the figures before it, `'whole'` brings it along. */
export type Interactive = boolean | 'whole';

/** The figures of this process that brought plotly's code; shown again, each has to bring it again, since its output takes the place of the first. */
const carriers = new Set<string>();

/**
 * A figure as HTML that draws itself, offline and without an extension of the frontend. The still picture stands in its place until then,
 * and stays where scripts are taken out, as on GitHub. The first figure of a process carries plotly's code, packed (2.6 MB); later
 * ones wait for it in the page, and say what to do where it does not come.
 */
export async function interactiveHtml(figure: Figure, svg: string, how: true | 'whole'): Promise<string> {
  const id = createHash('sha1').update(JSON.stringify(figure)).digest('hex').slice(0, 12);
  const carries = how === 'whole' || carriers.size === 0 || carriers.has(id);
  if (carries) carriers.add(id);
  const picture = Buffer.from(svg).toString('base64');
  return [
    `<div data-lab-figure="${id}">`,
    `<img alt="${escaped(figure.alt)}" src="data:image/svg+xml;base64,${picture}">`,
    '</div>',
    `<script>${carries ? await libraryScript() : ''}${figureScript(id, figure)}</script>`,
  ].join('\n');
}

let libraryOnce: Promise<string> | null = null;

function libraryScript(): Promise<string> {
  libraryOnce ??= plotlyFile().then((file) => {
    const packed = gzipSync(fs.readFileSync(file), { level: 9 }).toString('base64');
    return `(${unpackLibrary})(${JSON.stringify(packed)});\n`;
  });
  return libraryOnce;
}

function figureScript(id: string, { data, layout }: Figure): string {
  const config = { displaylogo: false };
  const parts = [id, { data, layout: movable(layout) }, config, NOTE];
  return `(${drawFigure})(${parts.map(inScript).join(', ')});`;
}

const NOTE =
  "This picture is a still one: what makes it move is in an earlier cell's output, which is not here. Run that cell again, or show this figure with { interactive: 'whole' }.";

/** Axes of still pictures are fixed, so that nobody who scrolls past one moves it. */
function movable(layout: Figure['layout']): { readonly [key: string]: Json } {
  const entries = Object.entries(layout).map(([key, value]) => {
    const axis = /^[xy]axis\d*$/.test(key) && value !== null && typeof value === 'object';
    return [key, axis ? { ...value, fixedrange: false } : value] as const;
  });
  return Object.fromEntries(entries);
}

/** JSON that cannot end the script it stands in, nor begin a comment of HTML. */
function inScript(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/**
 * The two functions below run in the page, as text. The code is unpacked there by the browser itself, and run as a script element, which more pages allow
 * than they do `eval`; `module` and `define` are its own, so that a loader of the page does not take it.
 */
const unpackLibrary = `packed => {
  if (window.retrievalLabPlotly) return;
  window.retrievalLabPlotly = (async () => {
    const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const code = await new Response(unpacked).text();
    const module = window.retrievalLabModule = { exports: {} };
    const script = document.createElement('script');
    script.textContent = '(function (module, exports, define) {' + code + '\\n})(window.retrievalLabModule, {})';
    document.head.append(script);
    script.remove();
    delete window.retrievalLabModule;
    return module.exports;
  })();
}`;

/** A frontend may run a script before its output is in the page, and outputs in any order: so it looks for ten seconds. */
const drawFigure = `(id, figure, config, note) => {
  const until = Date.now() + 10000;
  const waiting = () => [...document.querySelectorAll('[data-lab-figure="' + id + '"]')].filter(box => !box.dataset.labDrawn);
  const draw = async box => {
    box.dataset.labDrawn = 'yes';
    try {
      const plotly = await window.retrievalLabPlotly;
      const place = document.createElement('div');
      box.append(place);
      await plotly.newPlot(place, figure.data, figure.layout, config);
      box.querySelector('img').remove();
    } catch (fault) {
      tell(box, note + ' (' + fault + ')');
    }
  };
  const tell = (box, text) => {
    box.dataset.labDrawn = 'no';
    const line = document.createElement('p');
    line.textContent = text;
    box.append(line);
  };
  const look = () => {
    const boxes = waiting();
    if (boxes.length > 0 && window.retrievalLabPlotly) return boxes.forEach(draw);
    if (Date.now() < until) return setTimeout(look, 50);
    boxes.forEach(box => tell(box, note));
  };
  look();
}`;
