/** Round numbers at even distances that reach from below `low` to above `high`: steps of 1, 2 or 5 times a power of ten, `most` of them or fewer inside. */
export function niceTicks(low: number, high: number, most = 6): readonly number[] {
  const span = high - low > 1e-12 ? high - low : Math.max(Math.abs(high), 1);
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= (span / most) * (1 - 1e-9))!;
  // A hair is taken off, since 0.3 / 0.1 is a little less than 3.
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** The same where each step multiplies: 1, 2 and 5 times powers of ten, or the powers alone where those are too many. Both ends are above 0. */
export function logTicks(low: number, high: number, most = 8): readonly number[] {
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.ceil(Math.log10(high) - 1e-9);
  const powers = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
  const all = powers.flatMap((power) => [1, 2, 5].map((times) => Number((times * power).toPrecision(12))));
  const from = all.findLastIndex((tick) => tick <= low * (1 + 1e-9));
  const to = all.findIndex((tick) => tick >= high * (1 - 1e-9));
  const within = all.slice(Math.max(0, from), to === -1 ? all.length : to + 1);
  const few = within.length <= most ? within : powers;
  return few.length >= 2 ? few : [few[0]!, few[0]! * 10];
}

/** A tick as it is written: as many decimals as its neighbours need, thousands apart. */
export function tickText(tick: number, ticks: readonly number[]): string {
  const decimals = Math.max(...ticks.map((one) => String(Math.abs(one)).split('.')[1]?.length ?? 0));
  const text = Math.abs(tick)
    .toFixed(decimals)
    .replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
  return tick < 0 ? `−${text}` : text;
}
