import type { Bm25Options } from '../retrieve/bm25-index.js';
import type { ChunkSet, Json, Run } from '../types.js';
import { type Bm25Terms, bm25Terms, type PageOrPlace } from './bm25-terms.js';
import type { ChangesOptions } from './change-options.js';
import type { Side, TermChange } from './change-types.js';

type TermsOf = ReturnType<typeof bm25Terms>;

/** The terms of a label's best chunk in both runs, and of what moved before it in the lower one. Null where neither run has a chunk there. */
export type TermReader = (
  query: string,
  label: PageOrPlace,
  mover: PageOrPlace | null,
  lower: Side,
) => readonly TermChange[] | null;

/** Reads both runs term by term; null unless both are BM25 and their chunks are at hand. */
export function termReader(a: Run, b: Run, chunks: ChangesOptions['chunks']): TermReader | null {
  const [inA, inB] = [readerOf(a, chunks?.a), readerOf(b, chunks?.b)];
  if (inA === null || inB === null) return null;
  return (query, label, mover, lower) => {
    const [one, two] = [inA(query, label), inB(query, label)];
    if (one === null && two === null) return null;
    const third = mover === null ? null : (lower === 'a' ? inA : inB)(query, mover);
    const score = (from: Bm25Terms | null, i: number) => from?.terms[i]?.score ?? null;
    return (one ?? two)!.terms.map(({ term }, i) => ({
      term,
      a: score(one, i) ?? 0,
      b: score(two, i) ?? 0,
      mover: score(third, i),
    }));
  };
}

/** Null too where the scores that the run recorded are none of these chunks: then they were indexed by something else. */
function readerOf(run: Run, chunks: ChunkSet | undefined): TermsOf | null {
  const options = bm25Options(run.config);
  if (options === null || chunks === undefined) return null;
  const termsOf = bm25Terms(chunks, options);
  const first = run.results.find(({ hits }) => hits.length > 0);
  const hit = first?.hits[0];
  if (first === undefined || hit === undefined) return termsOf;
  const best = termsOf(first.query, { doc: hit.docId });
  return best !== null && isScore(best, hit.score) ? termsOf : null;
}

function isScore({ score }: Bm25Terms, recorded: number): boolean {
  return Math.abs(score - recorded) <= 1e-6 * Math.max(1, recorded);
}

function bm25Options(config: Json): Bm25Options | null {
  if (config === null || typeof config !== 'object' || Array.isArray(config)) return null;
  const { retriever, k1, b } = config as { readonly [key: string]: Json };
  if (retriever !== null && typeof retriever === 'object') return bm25Options(retriever as Json);
  return retriever === 'bm25' && typeof k1 === 'number' && typeof b === 'number' ? { k1, b } : null;
}
