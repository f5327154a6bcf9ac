import type { JudgeEvent, JudgeState, SaidOfPage } from '../judge-types.js';

/** A query and a page as one key. */
export function pairName(caseId: string, doc: string): string {
  return JSON.stringify([caseId, doc]);
}

/** The pairs of a state in the order of judging. */
export function pairsOf({ tasks, queries, docs }: JudgeState): readonly string[] {
  return tasks.map(([query, doc]) => pairName(queries[query]!.id, docs[doc]!.id));
}

/** What is on record with what was done since, whether or not it has been sent. */
export function withPending(
  said: readonly SaidOfPage[],
  pending: readonly JudgeEvent[],
): readonly SaidOfPage[] {
  const list = new Map(said.map((one) => [one.id, one]));
  for (const event of pending)
    if (event.kind === 'undo') list.delete(event.id);
    else if (!list.has(event.judgment.id)) list.set(event.judgment.id, event.judgment);
  return [...list.values()];
}

/** The last word on each pair. */
export function lastWords(said: readonly SaidOfPage[]): ReadonlyMap<string, SaidOfPage> {
  return new Map(said.map((one) => [pairName(one.caseId, one.doc), one]));
}

/** The first pair after a place of which nothing was said, going round; null where there is none. */
export function nextOpen(
  pairs: readonly string[],
  words: ReadonlyMap<string, unknown>,
  after: number,
): number | null {
  for (let step = 1; step <= pairs.length; step++) {
    const at = (after + step) % pairs.length;
    if (!words.has(pairs[at]!)) return at;
  }
  return null;
}
