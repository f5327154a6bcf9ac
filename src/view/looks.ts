import type { Json } from '../types.js';

/** How one run is told from the others: by colour and, for those who cannot see it, by pattern, dash and marker. */
export type Look = {
  readonly colour: string;
  readonly pattern: string;
  readonly dash: string;
  readonly marker: string;
};

/** Okabe and Ito's colours (2008), told apart with any common colour blindness; the pale yellow stands last. */
const COLOURS = [
  '#0072B2',
  '#E69F00',
  '#009E73',
  '#CC79A7',
  '#56B4E9',
  '#D55E00',
  '#8A8A8A',
  '#F0E442',
] as const;
const PATTERNS = ['', '/', 'x', '.', '-', '\\', '|', '+'] as const;
const DASHES = ['solid', 'dash', 'dot', 'dashdot', 'longdash', 'longdashdot'] as const;
const MARKERS = [
  'circle',
  'square',
  'diamond',
  'triangle-up',
  'x',
  'triangle-down',
  'star',
  'cross',
] as const;

export const BETTER = '#0072B2';
export const WORSE = '#D55E00';
export const INK = '#1f2328';
export const QUIET_INK = '#57606a';
export const GRID = '#e4e7eb';
export const PALE = '#f3f4f6';
export const GREY = '#b6bcc4';

/** The look of the i-th run. The second eight take other patterns with the same colours. */
export function lookOf(i: number): Look {
  const round = Math.floor(i / COLOURS.length);
  return {
    colour: COLOURS[i % COLOURS.length]!,
    pattern: PATTERNS[(i + round) % PATTERNS.length]!,
    dash: DASHES[i % DASHES.length]!,
    marker: MARKERS[(i + round) % MARKERS.length]!,
  };
}

/** White hatching over the colour of the bar. */
export function hatching(shape: string): Json {
  return { shape, fillmode: 'overlay', fgcolor: '#ffffff', fgopacity: 0.9, size: 7, solidity: 0.28 };
}
