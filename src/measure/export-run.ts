import type { Qrels } from '../files/qrels.js';
import type { Ranking } from '../files/write-run.js';
import type { Case, Run } from '../types.js';
import { gradesOf, pagesOf } from './judged.js';
import { counted, listed } from './score-notes.js';
import { isFailed } from './summarize.js';

export type ExportedRun = { readonly rankings: readonly Ranking[]; readonly notes: readonly string[] };

/**
 * A run's rankings as pages, each at its first chunk with that chunk's score, to be written to a file. Where a retriever's scores rise on the way down, so that
 * a reader would put its pages in another order, they are replaced by falling whole numbers, and a note says so.
 */
export function exportRun(run: Run): ExportedRun {
  const answered = run.results.filter((result) => !isFailed(result) && result.hits.length > 0);
  const rankings = answered.map((result) => rankingOf(result.caseId, result.hits));
  const rising = rankings.filter(({ hits }) => rises(hits));
  const tied = rankings.filter(({ hits }) =>
    hits.some((hit, i) => i > 0 && hit.score === hits[i - 1]!.score),
  );
  const failed = run.results.filter(isFailed).map((result) => result.caseId);
  const empty = run.results.filter((result) => result.status === 'empty').map((result) => result.caseId);
  const notes = [
    rising.length > 0 &&
      `scores rise on the way down in ${counted(rising.length, 'query', 'queries')}, which a reader would put in another order; whole numbers stand for them`,
    tied.length > 0 &&
      `${counted(tied.length, 'query has', 'queries have')} equal scores; rlab eval keeps their order, and trec_eval's rule (--ties docid) may not`,
    failed.length > 0 &&
      `${counted(failed.length, 'query', 'queries')} failed and cannot be in the file, where they will count as 0: ${listed(failed)}`,
    empty.length > 0 &&
      `${counted(empty.length, 'query', 'queries')} came back with nothing and cannot be in the file: ${listed(empty)}`,
  ].filter((note) => note !== false);
  return { rankings: rankings.map((one) => (rises(one.hits) ? byRank(one) : one)), notes };
}

/** The labels of cases by page; a page with several spans has the best of their grades. */
export function qrelsOf(cases: readonly Case[]): Qrels {
  return new Map(cases.map((item) => [item.id, gradesOf(item)]));
}

function rankingOf(topic: string, hits: Run['results'][number]['hits']): Ranking {
  const scores = new Map<string, number>();
  for (const { docId, score } of hits) if (!scores.has(docId)) scores.set(docId, score);
  return { topic, hits: pagesOf(hits).map((doc) => ({ doc, score: scores.get(doc)! })) };
}

function rises(hits: Ranking['hits']): boolean {
  return hits.some((hit, i) => !Number.isFinite(hit.score) || (i > 0 && hit.score > hits[i - 1]!.score));
}

function byRank({ topic, hits }: Ranking): Ranking {
  return { topic, hits: hits.map(({ doc }, i) => ({ doc, score: hits.length - i })) };
}
