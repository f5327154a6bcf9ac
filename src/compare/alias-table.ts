/**
 * A table from which one random word picks a state with its probability, in constant time (Walker 1977; built as Vose 1991
 * does). The word's high bits name a cell, its low bits keep the cell or go to its alias; where they fall on the border a
 * second word decides, so that probabilities hold to about 2^-50.
 */
export type AliasTable = {
  /** 2^bits cells. */
  readonly bits: number;
  /** The low bits below which the cell is kept. */
  readonly keep: Int32Array;
  /** How much of the border itself is kept: a second word below it. */
  readonly border: Float64Array;
  readonly alias: Int32Array;
};

/** `weights` need not add up to 1. Only + - * / are used, so that the table is the same on any machine. */
export function aliasTable(weights: ArrayLike<number>): AliasTable {
  const bits = Math.max(1, 32 - Math.clz32(weights.length - 1));
  const cells = 2 ** bits;
  const { shares, alias } = balanced(weights, cells);
  const keep = new Int32Array(cells);
  const border = new Float64Array(cells);
  const parts = 2 ** (32 - bits);
  for (let cell = 0; cell < cells; cell++) {
    // A full cell has itself as alias, so it may be kept up to one part less than whole.
    const scaled = Math.min(shares[cell]!, 1) * parts;
    keep[cell] = Math.min(Math.floor(scaled), parts - 1);
    border[cell] = (scaled - keep[cell]!) * 2 ** 32;
  }
  return { bits, keep, border, alias };
}

/** Fills each cell that holds less than 1 from one that holds more. */
function balanced(weights: ArrayLike<number>, cells: number) {
  let whole = 0;
  for (let i = 0; i < weights.length; i++) whole += weights[i]!;
  const shares = new Float64Array(cells);
  for (let i = 0; i < weights.length; i++) shares[i] = (weights[i]! * cells) / whole;
  const alias = new Int32Array(cells).map((_, i) => i);
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < cells; i++) (shares[i]! < 1 ? small : large).push(i);
  while (small.length > 0 && large.length > 0) {
    const [poor, rich] = [small.pop()!, large.at(-1)!];
    alias[poor] = rich;
    shares[rich] = shares[rich]! + shares[poor]! - 1;
    if (shares[rich]! < 1) small.push(large.pop()!);
  }
  for (const left of [...small, ...large]) shares[left] = 1; // 1 but for rounding
  return { shares, alias };
}
