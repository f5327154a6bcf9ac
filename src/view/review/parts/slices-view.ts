import { rangeText, signed } from '../../../compare/verdict.js';
import { h, type VNode } from '../../../html.js';
import { brief, NAME } from '../brief.js';
import type { SliceRow } from '../review-types.js';

type Scale = { readonly low: number; readonly high: number };

/** Differences of the slices on one scale, each a dot in its interval; their numbers stand beside. */
export function SlicesView({
  slices,
  by,
  metric,
}: {
  readonly slices: readonly SliceRow[];
  readonly by: string;
  readonly metric: string;
}): VNode {
  const scale = scaleOf(slices);
  return h(
    'section',
    { class: 'slices', 'aria-labelledby': 'slices-title' },
    h('h2', { id: 'slices-title' }, `Difference in ${metric} by ${brief(by, NAME)}`),
    h(
      'p',
      { class: 'hint' },
      `Right of 0 is better than the baseline. Dots are mean differences, bars 95 % intervals${slices.length > 1 ? ', corrected together' : ''}.`,
    ),
    h(
      'ul',
      { class: 'slice-list' },
      slices.map((slice) => h(SliceLine, { key: slice.name, slice, scale })),
    ),
    h(
      'div',
      { class: 'axis', 'aria-hidden': 'true' },
      h('span', null),
      h(
        'svg',
        { class: 'plot', height: '16' },
        ticksOf(scale).map((tick) =>
          h('text', { key: tick, x: at(tick, scale), y: '12', 'text-anchor': 'middle' }, signedShort(tick)),
        ),
      ),
      h('span', null),
    ),
  );
}

function SliceLine({ slice, scale }: { readonly slice: SliceRow; readonly scale: Scale }): VNode {
  return h(
    'li',
    null,
    h(
      'span',
      { class: 'slice-name' },
      `${brief(slice.name, NAME)} (n = ${slice.n}${slice.small ? ', few' : ''})`,
    ),
    h(
      'svg',
      { class: 'plot', height: '22', 'aria-hidden': 'true' },
      h('line', { class: 'zero', x1: at(0, scale), x2: at(0, scale), y1: '0', y2: '22' }),
      marks(slice, scale),
    ),
    h('span', { class: 'slice-numbers' }, numbersText(slice)),
  );
}

/** An interval without an end runs to the edge, where an arrow says so. */
function marks({ delta, interval }: SliceRow, scale: Scale): readonly (VNode | null)[] {
  if (delta === null) return [];
  const dot = h('circle', { key: 'dot', class: 'dot', cx: at(delta, scale), cy: '11', r: '5' });
  if (interval === null) return [dot];
  const [low, high] = interval;
  const [left, right] = [low === null ? '0%' : at(low, scale), high === null ? '100%' : at(high, scale)];
  return [
    h('line', { key: 'bar', class: 'bar', x1: left, x2: right, y1: '11', y2: '11' }),
    low === null
      ? h('text', { key: 'low', x: '0%', y: '15' }, '◂')
      : h('line', { key: 'low', class: 'bar', x1: left, x2: left, y1: '6', y2: '16' }),
    high === null
      ? h('text', { key: 'high', x: '100%', y: '15', 'text-anchor': 'end' }, '▸')
      : h('line', { key: 'high', class: 'bar', x1: right, x2: right, y1: '6', y2: '16' }),
    dot,
  ];
}

function numbersText({ n, delta, interval, better, worse, same, failed }: SliceRow): string {
  const counts = `${worse} worse, ${better} better, ${same} same${failed === 0 ? '' : `, ${failed} failed`}`;
  if (delta === null) return `no pair (n = ${n}); ${counts}`;
  return `${signed(delta)} (${interval === null ? 'identical' : rangeText(interval)}); ${counts}`;
}

/** All ends that are bounded, and 0, with a little room at both sides. */
function scaleOf(slices: readonly SliceRow[]): Scale {
  const values = [
    0,
    ...slices.flatMap(({ delta, interval }) =>
      [delta ?? [], interval?.[0] ?? [], interval?.[1] ?? []].flat(),
    ),
  ];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(0.02, (high - low) * 0.08);
  return { low: low - room, high: high + room };
}

function at(value: number, { low, high }: Scale): string {
  return `${((100 * (value - low)) / (high - low)).toFixed(2)}%`;
}

/** 0 and round numbers on both sides of it. */
function ticksOf({ low, high }: Scale): readonly number[] {
  const step =
    [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 100, 1000].find((size) => (high - low) / size <= 5) ??
    (high - low) / 2;
  const first = Math.ceil(low / step);
  return Array.from(
    { length: Math.floor(high / step) - first + 1 },
    (_, i) => Math.round((first + i) * step * 1e6) / 1e6,
  );
}

function signedShort(value: number): string {
  return value === 0 ? '0' : `${value < 0 ? '−' : '+'}${Math.abs(value)}`;
}
