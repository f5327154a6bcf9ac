import { instanceOf } from './instance.js';
import { SUM_ROWS } from './kernels.js';

/** A term in at least one of so many texts is common: its row of bytes takes less than twice what its postings take. */
const COMMON = 16;
/** Texts that the kernel takes at a time. */
const BLOCK = 64;
/** With fewer texts, adding every posting is as fast. */
const FEW = 1024;
const MAX_BYTES = 2 ** 31;
const MAX_SUM = 65_535;

/** What the rows are made from. */
export type Postings = {
  readonly size: number;
  readonly starts: Int32Array;
  readonly numbers: Int32Array;
  readonly impacts: Float64Array;
  readonly highest: Float64Array;
};

/** Bounds from above on what texts score, in whole units, after `sumUp`. Those of each 64 texts have their highest beside them. */
export type ImpactRows = {
  readonly unit: number;
  readonly sums: Uint16Array;
  readonly highestOf64: Uint16Array;
  /** False where so many terms would not fit into 16 bits, and nothing was done. */
  readonly sumUp: (terms: readonly number[]) => boolean;
};

type Layout = {
  /** Texts, filled up to a multiple of 64. */
  readonly texts: number;
  readonly sums: number;
  readonly highest: number;
  readonly list: number;
  readonly rows: number;
  readonly bytes: number;
};

/**
 * The impacts of common terms once more, as a byte for each text, rounded up to whole units: vector instructions add 16 of them at a time, so a bound on
 * every text's score costs less than reading the postings. Rare terms' impacts are rounded up while they are added. Null where
 * that gains nothing: few texts, no vectors, or more memory than is fair.
 */
export function impactRows(of: Postings): ImpactRows | null {
  const common = commonTerms(of);
  const layout = layoutOf(of.size, common.length);
  if (of.size < FEW || layout.bytes > MAX_BYTES) return null;
  const kernel = instanceOf(SUM_ROWS, 'sumRows', layout.bytes);
  if (kernel === null) return null;
  const unit = unitOf(of.highest, common);
  const rowOf = new Int32Array(of.highest.length);
  common.forEach((term, i) => {
    rowOf[term] = layout.rows + i * layout.texts;
    const row = new Uint8Array(kernel.buffer, rowOf[term], layout.texts);
    for (let at = of.starts[term]!; at < of.starts[term + 1]!; at++)
      row[of.numbers[at]!] = Math.ceil(of.impacts[at]! / unit);
  });
  const sums = new Uint16Array(kernel.buffer, layout.sums, layout.texts);
  const highestOf64 = new Uint16Array(kernel.buffer, layout.highest, layout.texts / BLOCK);
  const list = new Int32Array(kernel.buffer, layout.list, common.length);
  const sumUp = (terms: readonly number[]): boolean => {
    if (terms.reduce((sum, term) => sum + Math.ceil(of.highest[term]! / unit), 0) > MAX_SUM) return false;
    sums.fill(0);
    let rows = 0;
    for (const term of terms) {
      if (rowOf[term]! > 0) list[rows++] = rowOf[term]!;
      else addRounded(of, term, unit, sums);
    }
    kernel.call(layout.list, rows, layout.sums, layout.highest, layout.texts);
    return true;
  };
  return { unit, sums, highestOf64, sumUp };
}

function commonTerms({ size, starts }: Postings): readonly number[] {
  const common: number[] = [];
  for (let term = 0; term + 1 < starts.length; term++)
    if (starts[term + 1]! - starts[term]! >= size / COMMON) common.push(term);
  return common;
}

/** The sums come first, so that no row begins at 0. */
function layoutOf(size: number, common: number): Layout {
  const texts = Math.ceil(size / BLOCK) * BLOCK;
  const highest = 2 * texts;
  const list = highest + Math.ceil(texts / BLOCK / 8) * 16;
  const rows = list + Math.ceil(common / 4) * 16;
  return { texts, sums: 0, highest, list, rows, bytes: Math.max(1, rows + common * texts) };
}

/** So that a common term's impact fits a byte, and at least 63 terms of any weight fit a sum. */
function unitOf(highest: Float64Array, common: readonly number[]): number {
  const all = highest.reduce((a, b) => Math.max(a, b), 0);
  return Math.max(all / 1024, common.reduce((a, term) => Math.max(a, highest[term]!), 0) / 254);
}

function addRounded(
  { starts, numbers, impacts }: Postings,
  term: number,
  unit: number,
  sums: Uint16Array,
): void {
  const end = starts[term + 1]!;
  for (let at = starts[term]!; at < end; at++) sums[numbers[at]!]! += Math.ceil(impacts[at]! / unit);
}
