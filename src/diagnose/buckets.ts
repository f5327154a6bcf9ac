/**
 * Where the evidence for a query got lost, from the first place where it can to the last. The list is closed.
 *
 * - `retrieval`: no chunk of the page that holds it is among the hits.
 * - `ranking`: the page is among the hits, and no chunk of it within the context.
 * - `other chunk`: the page is in the context, by other chunks than those that hold the labelled span.
 * - `cut`: the context holds a part of the labelled span, which a chunk's boundary cuts; or the end of a budget cuts it, or cuts it off.
 * - `generation`: it is in the context, and the recorded answer does not cite it.
 * - `reached context`: it is in the context, and no answer is recorded that could be checked.
 * - `ok`: it is in the context, and the recorded answer cites it.
 */
export const BUCKETS = [
  'retrieval',
  'ranking',
  'other chunk',
  'cut',
  'generation',
  'reached context',
  'ok',
] as const;

export type Bucket = (typeof BUCKETS)[number];

/** What to try first for each; null where nothing was lost. */
export const FIRST_KNOBS: Readonly<Record<Bucket, string | null>> = {
  retrieval:
    'no larger context helps: try another retriever, a rewritten query, or more in the indexed texts (headings, titles)',
  ranking: 'the page is found too low: try a larger context or a reranker',
  'other chunk':
    'the page is right and its passage is not: try larger chunks, headings in the indexed texts, or a reranker over chunks',
  cut: 'the passage is cut: try other boundaries, some overlap, or larger chunks; under a budget, a larger one',
  generation: 'the model had it and did not cite it: try the prompt, fewer other passages, or another model',
  'reached context': null,
  ok: null,
};

/** How far along the way a bucket is, from 0. */
export function reachOfBucket(bucket: Bucket): number {
  return BUCKETS.indexOf(bucket);
}
