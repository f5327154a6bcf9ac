const POWERS = Float64Array.from({ length: 23 }, (_, i) => 10 ** i);
const MOST = 2 ** 53;

/** Beyond so many digits a quick reading may be off by more than `orderOf` allows for. */
const MOST_DIGITS = 30;

/** What `readDecimal` has to say beside the value. */
export const decimalState = { rough: false };

/**
 * A decimal number from ASCII bytes; NaN for what is none. The value is exact (the nearest double) unless `decimalState.rough` is set: then
 * it has too many digits for the quick way and may be off in its last bit, and `exactDecimal` says precisely. Up to 2^53 and 10^22 both
 * parts are whole doubles, and one division rounds once (Clinger 1990).
 */
export function readDecimal(bytes: Uint8Array, start: number, end: number): number {
  decimalState.rough = false;
  let at = start;
  const sign = bytes[at];
  if (sign === 0x2d || sign === 0x2b) at++;
  let mantissa = 0;
  let digits = 0;
  let point = -1;
  let c = 0;
  for (; at < end; at++) {
    c = bytes[at]! - 0x30;
    if (c >= 0 && c <= 9) {
      mantissa = mantissa * 10 + c;
      digits++;
    } else if (c === -2 && point === -1) point = at;
    else return exactDecimal(bytes, start, end);
  }
  const places = point === -1 ? 0 : end - point - 1;
  if (digits === 0 || digits > MOST_DIGITS || places > 22) return exactDecimal(bytes, start, end);
  if (mantissa > MOST) decimalState.rough = true;
  const value = mantissa / POWERS[places]!;
  return sign === 0x2d ? -value : value;
}

/** The nearest double; `inf` and `Infinity` are read as Python and C write them, NaN is none. */
export function exactDecimal(bytes: Uint8Array, start: number, end: number): number {
  decimalState.rough = false;
  return decimalOf(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1'));
}

/** The same for a text: only what is a number in every format, so that none reads `0x10` or nothing at all as one. */
export function decimalOf(text: string): number {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  const infinite = /^([+-]?)inf(inity)?$/i.exec(text);
  if (infinite === null) return Number.NaN;
  return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
