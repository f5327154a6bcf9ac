import type { Json } from '../types.js';

export const INK = '#222222';
export const QUIET_INK = '#555555';
export const GREY = '#B8B8B8';
export const GRID = '#E6E6E6';
export const PALE = '#F4F4F4';
export const BETTER = '#0072B2';
export const WORSE = '#D55E00';

/** Okabe and Ito's colours, told apart with any colour vision; a pattern, a dash and a symbol go with each, for print. */
const LOOKS = [
  { colour: '#0072B2', pattern: '', dash: 'solid', symbol: 'circle' },
  { colour: '#E69F00', pattern: '/', dash: 'dash', symbol: 'square' },
  { colour: '#009E73', pattern: 'x', dash: 'dot', symbol: 'diamond' },
  { colour: '#CC79A7', pattern: '.', dash: 'dashdot', symbol: 'cross' },
  { colour: '#56B4E9', pattern: '\\', dash: 'longdash', symbol: 'triangle-up' },
  { colour: '#D55E00', pattern: '+', dash: 'longdashdot', symbol: 'x' },
] as const;

export type Look = (typeof LOOKS)[number];

/** How the i-th run is drawn, in every figure. */
export function lookOf(i: number): Look {
  return LOOKS[i % LOOKS.length]!;
}

/** White lines over the bar's own colour. */
export function hatching(shape: string): Json {
  return { shape, fillmode: 'overlay', fgcolor: '#ffffff', fgopacity: 0.55, size: 8, solidity: 0.25 };
}
