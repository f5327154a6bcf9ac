import type { Bm25Index } from './bm25-index.js';
import { type ImpactRows, impactRows } from './impact-rows.js';
import { type Scored, type TopChunks, topChunksOf } from './top-chunks.js';

/** Bounds on all texts are worth their cost where there is at least one posting for so many texts. */
const SPARSE = 4;
const BLOCK = 64;

/**
 * The `depth` best chunks with the very scores of adding every posting of the query's terms in their order. Where postings are many, bounds on all texts'
 * scores come first (see `impactRows`). Those with the highest bounds are scored, which gives a score that the best
 * must reach; then only texts whose bound reaches it are scored, all in the query's own order of terms, so that no digit depends on the shortcut.
 */
export function prunedSearch(
  index: Bm25Index,
  owners: Int32Array,
): (tokens: Iterable<string>, depth: number) => readonly Scored[] {
  const scorer = new Scorer(index, owners);
  return (tokens, depth) => {
    const terms: number[] = [];
    for (const token of tokens) {
      const term = index.terms.get(token);
      if (term !== undefined) terms.push(term);
    }
    return terms.length > 0 && depth >= 1 ? scorer.best(terms, Math.floor(depth)) : [];
  };
}

/** Holds what is used again for every query. Between queries all scores are 0. */
class Scorer {
  private readonly index: Bm25Index;
  private readonly rows: ImpactRows | null;
  private readonly most: number;
  private readonly top: TopChunks;
  private readonly scores: Float64Array;
  /** The texts that have a score. */
  private readonly scored: Int32Array;
  private count = 0;

  constructor(index: Bm25Index, owners: Int32Array) {
    this.index = index;
    this.rows = impactRows(index);
    const { most, top } = topChunksOf(owners);
    this.most = most;
    this.top = top;
    this.scores = new Float64Array(index.size);
    this.scored = new Int32Array(index.size);
  }

  best(terms: readonly number[], depth: number): readonly Scored[] {
    const { starts, size } = this.index;
    const postings = terms.reduce((sum, term) => sum + starts[term + 1]! - starts[term]!, 0);
    const bounded = this.rows !== null && postings * SPARSE >= size && this.rows.sumUp(terms);
    if (bounded) this.scoreByBounds(this.rows, terms, depth);
    else for (const term of terms) this.addAll(term);
    const best = this.top(this.scores, this.scored, this.count, depth);
    for (let i = 0; i < this.count; i++) this.scores[this.scored[i]!] = 0;
    this.count = 0;
    return best;
  }

  private scoreByBounds(rows: ImpactRows, terms: readonly number[], depth: number): void {
    const high = Math.max(1, nthHighest(rows, Math.min(depth * this.most, this.index.size)));
    this.scoreBetween(rows, terms, high, Number.POSITIVE_INFINITY);
    const last = this.top(this.scores, this.scored, this.count, depth)[depth - 1];
    // A bound may be missed by the roundings of its own sum and of the score's.
    const slack = 1 - 4 * (terms.length + 2) * Number.EPSILON;
    const low = last === undefined ? 1 : Math.max(1, (last.score * slack) / rows.unit);
    this.scoreBetween(rows, terms, low, high);
  }

  /** Scores the texts with a bound of at least `low` and below `high`. */
  private scoreBetween(
    { sums, highestOf64 }: ImpactRows,
    terms: readonly number[],
    low: number,
    high: number,
  ): void {
    for (let block = 0; block < highestOf64.length; block++) {
      if (highestOf64[block]! < low) continue;
      for (let text = block * BLOCK; text < (block + 1) * BLOCK; text++) {
        if (sums[text]! < low || sums[text]! >= high) continue;
        this.scores[text] = this.scoreOf(text, terms);
        this.scored[this.count++] = text;
      }
    }
  }

  private scoreOf(text: number, terms: readonly number[]): number {
    const { impacts, places } = this.index;
    let score = 0;
    for (let i = 0; i < terms.length; i++) {
      const place = places(terms[i]!, text);
      if (place >= 0) score += impacts[place]!;
    }
    return score;
  }

  /** Impacts are above 0, so 0 means that a text has no score yet. */
  private addAll(term: number): void {
    const { starts, numbers, impacts } = this.index;
    const { scores, scored } = this;
    const end = starts[term + 1]!;
    let count = this.count;
    for (let at = starts[term]!; at < end; at++) {
      const text = numbers[at]!;
      if (scores[text] === 0) scored[count++] = text;
      scores[text]! += impacts[at]!;
    }
    this.count = count;
  }
}

/** The n-th highest bound, from a heap whose root is the lowest kept one; 0 where there are fewer. */
function nthHighest({ sums, highestOf64 }: ImpactRows, n: number): number {
  const heap = new Uint16Array(n);
  for (let block = 0; block < highestOf64.length; block++) {
    if (highestOf64[block]! <= heap[0]!) continue;
    for (let text = block * BLOCK; text < (block + 1) * BLOCK; text++)
      if (sums[text]! > heap[0]!) replaceRoot(heap, sums[text]!);
  }
  return heap[0]!;
}

function replaceRoot(heap: Uint16Array, value: number): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= value) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = value;
}
