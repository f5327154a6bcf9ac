import type { Json } from '../types.js';
import { INK } from './looks.js';
import { LABEL_SIZE, markup } from './paper.js';
import { placeLabels, type Rectangle } from './place-labels.js';
import { fit, pixelsOf } from './text-width.js';

/** A point of a plot in pixels, y down, with its whisker from top to bottom. */
export type Spot = {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly whisker: readonly [number, number];
};

export type Sheet = { readonly width: number; readonly height: number };

/** `key` has the names where letters stand beside the points. */
export type PointLabels = { readonly annotations: readonly Json[]; readonly key: readonly string[] };

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const NAME_PIXELS = 230; // longer names would hide the plot
const KEY_LINE = LABEL_SIZE * 1.3;

/** Names beside their points where all fit; else a letter beside each, and the names for below. Lines are kept clear. */
export function pointLabels(spots: readonly Spot[], lines: readonly Rectangle[], sheet: Sheet): PointLabels {
  const names = spots.map(({ name }) => name);
  const named = placed(spots, names, lines, sheet);
  if (named.clear && names.every((name) => pixelsOf(name, LABEL_SIZE) <= NAME_PIXELS))
    return { annotations: named.annotations, key: [] };
  const letters = spots.map((_, i) => LETTERS[i] ?? String(i + 1));
  const key = names.map((name, i) => fit(`${letters[i]}  ${name}`, LABEL_SIZE, sheet.width - 10));
  return { annotations: placed(spots, letters, lines, sheet).annotations, key };
}

/** Points that lie upon each other share one label. */
function placed(spots: readonly Spot[], texts: readonly string[], lines: readonly Rectangle[], sheet: Sheet) {
  const groups: { x: number; y: number; text: string }[] = [];
  spots.forEach(({ x, y }, i) => {
    const same = groups.find((group) => Math.hypot(group.x - x, group.y - y) < 5);
    if (same === undefined) groups.push({ x, y, text: texts[i]! });
    else same.text += `, ${texts[i]!}`;
  });
  const wanted = groups.map(({ x, y, text }) => ({
    x,
    y,
    width: pixelsOf(text, LABEL_SIZE) + 2,
    height: 15,
  }));
  const obstacles = [...spots.flatMap(marks), ...lines];
  const { places, clear } = placeLabels(wanted, { left: 0, top: 0, ...sheet }, obstacles);
  return { clear, annotations: groups.map(({ text }, i) => labelAt(text, places[i]!, sheet)) };
}

/** The mark and its whisker, which no label may hide. */
function marks({ x, y, whisker: [top, bottom] }: Spot): readonly Rectangle[] {
  return [
    { left: x - 6, top: y - 6, width: 12, height: 12 },
    { left: x - 3, top, width: 6, height: bottom - top },
  ];
}

function labelAt(text: string, { left, top }: Rectangle, sheet: Sheet): Json {
  const place = { xref: 'paper', x: left / sheet.width, yref: 'paper', y: 1 - top / sheet.height };
  const look = { showarrow: false, borderpad: 0, font: { size: LABEL_SIZE, color: INK } };
  return { text: markup(text), xanchor: 'left', yanchor: 'top', align: 'left', ...look, ...place };
}

/** Pixels that the key takes below a plot. */
export function keyHeight(key: readonly string[]): number {
  return key.length === 0 ? 0 : key.length * KEY_LINE + 10;
}

/** The key as text, so many pixels below the plot. */
export function keyTexts(key: readonly string[], below: number): readonly Json[] {
  if (key.length === 0) return [];
  const place = { xref: 'paper', x: 0, xanchor: 'left', yref: 'paper', y: 0, yanchor: 'top', yshift: -below };
  return [{ text: key.map(markup).join('<br>'), align: 'left', showarrow: false, ...place }];
}
