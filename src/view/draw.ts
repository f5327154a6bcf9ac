import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { LabError } from '../errors.js';
import type { Figure, Json } from '../types.js';
import { openDom } from './dom.js';

/** Size of the picture in pixels; the figure's own unless given. Below that it is scaled, so that no text is cut off. */
export type DrawOptions = { readonly width?: number; readonly height?: number };

type Size = { readonly width: number; readonly height: number };

type Plotly = {
  readonly toImage: (
    figure: { readonly data: unknown; readonly layout: unknown },
    options: Size & { readonly format: 'svg'; readonly imageDataOnly: true },
  ) => Promise<string>;
};

/**
 * A figure as one SVG text: the same bytes for the same figure, no fonts or scripts fetched, title and description inside.
 * Needs the packages jsdom and plotly.js-dist; throws a LabError that says what to install where one is missing.
 */
export async function drawSvg(figure: Figure, options: DrawOptions = {}): Promise<string> {
  const own = { width: sizeIn(figure.layout['width'], 900), height: sizeIn(figure.layout['height'], 480) };
  const asked = {
    width: checked('width', options.width ?? own.width),
    height: checked('height', options.height ?? own.height),
  };
  const drawn = { width: Math.max(own.width, asked.width), height: Math.max(own.height, asked.height) };
  const plotly = await loadedPlotly();
  // A copy from JSON, since plotly fills in what it is handed and figures are read-only.
  const { data, layout } = JSON.parse(
    JSON.stringify({ data: figure.data.map(withUid), layout: figure.layout }),
  );
  const svg = await plotly.toImage(
    { data, layout: { ...layout, ...drawn } },
    { format: 'svg', imageDataOnly: true, ...drawn },
  );
  return withDescription(withSize(withStableIds(svg, figure), asked), figure);
}

function sizeIn(own: Json | undefined, usual: number): number {
  return typeof own === 'number' ? own : usual;
}

function checked(name: 'width' | 'height', size: number): number {
  if (Number.isFinite(size) && size >= 100 && size <= 20_000) return size;
  throw new LabError(
    `drawSvg: ${name} is ${size}, wanted pixels from 100 to 20000; correct it or leave it out`,
  );
}

/** Without an id of its own a trace would get a random one. */
function withUid(trace: Json, i: number): Json {
  return { ...(trace as { readonly [key: string]: Json }), uid: `trace${i}` };
}

let plotlyOnce: Promise<Plotly> | null = null;

/** Plotly takes a second to load, so all drawings of a process share one. A failed load is tried again. */
function loadedPlotly(): Promise<Plotly> {
  plotlyOnce ??= loadPlotly().catch((thrown: unknown) => {
    plotlyOnce = null;
    throw thrown;
  });
  return plotlyOnce;
}

/** The script runs inside the window: imported as a module it would look for a browser in Node's globals. */
async function loadPlotly(): Promise<Plotly> {
  const file = await plotlyFile();
  const { window, context } = await installed('jsdom', openDom);
  new Script(fs.readFileSync(file, 'utf8'), { filename: 'plotly.js' }).runInContext(context);
  return window['Plotly'] as Plotly;
}

/** Where plotly's code is. Throws a LabError that says what to install where it is missing. */
export function plotlyFile(): Promise<string> {
  return installed('plotly.js-dist', async () => createRequire(import.meta.url).resolve('plotly.js-dist'));
}

/** What loading gives, or how to get the package where it is not there. Any other fault is told as it is. */
export async function installed<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (thrown) {
    const { code, message } = thrown as { readonly code?: unknown; readonly message?: unknown };
    const absent = code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
    if (!absent || !String(message).includes(`'${name}'`)) throw thrown;
    throw new LabError(
      `drawSvg: ${name} is not installed, wanted jsdom and plotly.js-dist beside retrieval-lab; run npm install --save-dev jsdom plotly.js-dist`,
    );
  }
}

/**
 * Plotly draws a random id for each picture. It becomes a digest of the figure: stable, yet different between figures, so that
 * two of them in one page do not take each other's clip paths. Only names are touched, never numbers that look alike.
 */
function withStableIds(svg: string, figure: Figure): string {
  const random = / id="defs-([0-9a-f]{6})"/.exec(svg)?.[1];
  if (random === undefined) throw new Error('plotly.js no longer names its definitions as expected');
  const digest = createHash('sha1').update(JSON.stringify(figure)).digest('hex').slice(0, 10);
  return svg.replace(/ (?:id|class|href|xlink:href)="[^"]*"|url\([^)]*\)/g, (name) =>
    name.replaceAll(random, digest),
  );
}

/** The view box stays as drawn, so this scales. */
function withSize(svg: string, { width, height }: Size): string {
  return svg.replace(/ width="\d[\d.]*" height="\d[\d.]*"/, ` width="${width}" height="${height}"`);
}

function withDescription(svg: string, { title, alt }: Figure): string {
  const head = /^<svg [^>]*>/.exec(svg)?.[0];
  if (head === undefined) throw new Error('plotly.js gave no <svg>');
  const named = head.replace(/^<svg /, '<svg role="img" ');
  return `${named}<title>${escapeXml(title)}</title><desc>${escapeXml(alt)}</desc>${svg.slice(head.length)}\n`;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
