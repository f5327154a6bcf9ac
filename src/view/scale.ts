/** Where a number stands on an axis, as a share of its length from the first tick to the last. */
export type Scale = {
  readonly log: boolean;
  readonly ticks: readonly number[];
  readonly at: (value: number) => number;
};

/** `log` where each tick is a multiple of the one before; all of them are above 0 then. */
export function scaleOf(ticks: readonly number[], log = false): Scale {
  const place = log ? Math.log10 : (value: number) => value;
  const [first, last] = [place(ticks[0]!), place(ticks.at(-1)!)];
  return { log, ticks, at: (value) => (place(value) - first) / (last - first) };
}
