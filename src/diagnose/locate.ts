import { LabError } from '../errors.js';
import type { Hit, QaCase, Result, Run } from '../types.js';

/** How far the evidence for an answer came: not retrieved; retrieved, but below the context; in the context. */
export type Stage = 'retrieval' | 'ranking' | 'reached context';

/** Where the cited pages of one question are. Ranks count chunks from 1. */
export type Located = {
  readonly id: string;
  readonly question: string;
  /** Any cited page counts, as one may do; `pages` and the counts say how many of them came. */
  readonly stage: Stage;
  readonly pages: readonly { readonly doc: string; readonly rank: number | null }[];
  readonly retrieved: number;
  readonly inContext: number;
  readonly cited: number;
};

/**
 * Did the evidence of a question reach the hits of a run, and then the context of its first k chunks? Throws a LabError for an
 * unanswerable question, which has no evidence, and for one the run did not answer.
 */
export function locate(item: QaCase, run: Run, k: number): Located {
  if (!Number.isInteger(k) || k < 1)
    throw new LabError(`locate: the context is ${k} chunks, wanted a whole number of at least 1; 6 is usual`);
  if (item.unanswerable)
    throw new LabError(
      `question "${item.id}" is unanswerable, wanted one with citations; score it by whether the system abstains`,
    );
  return locateHits(item, answeredResult(`question "${item.id}"`, item.id, run).hits, k);
}

/** The result of a query that the run answered, with its hits; a LabError where it did not, or was read without them. */
export function answeredResult(who: string, id: string, run: Run): Result {
  const result = run.results.find((one) => one.caseId === id);
  if (result === undefined)
    throw new LabError(
      `${who} is not in run ${run.name} (${run.id}), wanted a run over the questions; run them first`,
    );
  if (result.status === 'error' || result.status === 'timeout') {
    throw new LabError(
      `${who} failed in run ${run.name} (${result.status}: ${result.message}), wanted hits; run it again`,
    );
  }
  if (result.status === 'ok' && result.hits.length === 0)
    throw new LabError(
      `${who} has no hits in run ${run.name} (${run.id}), which was read without them; read it with store.run`,
    );
  return result;
}

function locateHits(item: QaCase, hits: readonly Hit[], k: number): Located {
  const pages = item.citations.map((doc) => {
    const index = hits.findIndex((hit) => hit.docId === doc);
    return { doc, rank: index === -1 ? null : index + 1 };
  });
  const retrieved = pages.filter(({ rank }) => rank !== null).length;
  const inContext = pages.filter(({ rank }) => rank !== null && rank <= k).length;
  const stage = inContext > 0 ? 'reached context' : retrieved > 0 ? 'ranking' : 'retrieval';
  return { id: item.id, question: item.question, stage, pages, retrieved, inContext, cited: pages.length };
}
