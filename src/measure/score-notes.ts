import type { RunScores } from './score-run.js';

const MOST_LISTED = 10;

/** What a reader of the numbers has to know of the file they were made from, each as a sentence without its full stop. */
export function scoreNotes(scores: RunScores): readonly string[] {
  const { missing, unlabelled, found, topics } = scores;
  const all = topics.length;
  return [
    missing.length > 0 &&
      `${missing.length} of ${all} topics ${missing.length === 1 ? 'is' : 'are'} missing from the run and counted as 0: ${listed(missing)}`,
    unlabelled.length > 0 &&
      `${unlabelled.length} ${unlabelled.length === 1 ? 'topic' : 'topics'} of the run ${unlabelled.length === 1 ? 'has' : 'have'} no labels and ${unlabelled.length === 1 ? 'was' : 'were'} left out: ${listed(unlabelled)}`,
    found.contradicts > 0 &&
      `ranks contradict scores in ${found.contradicts} ${found.contradicts === 1 ? 'topic' : 'topics'}; the score decided`,
    found.ranksFromZero > 0 &&
      `ranks start at 0 in ${found.ranksFromZero} ${found.ranksFromZero === 1 ? 'topic' : 'topics'}; only their order was used`,
    found.unranked > 0 &&
      `equal scores in ${found.unranked} ${found.unranked === 1 ? 'topic' : 'topics'} have no ranks; the order of the file decided`,
    ...lookalikeNotes(scores),
  ].filter((note) => note !== false);
}

function lookalikeNotes({ found }: RunScores): readonly string[] {
  const of = (kind: 'topic' | 'document') =>
    found.lookalikes.filter((one) => (one.topic === null) === (kind === 'topic'));
  return (['topic', 'document'] as const).flatMap((kind) => {
    const alike = of(kind);
    const [first] = alike;
    if (first === undefined) return [];
    const others =
      alike.length === 1 ? '' : ` (and in ${alike.length - 1} more ${alike.length === 2 ? 'case' : 'cases'})`;
    return [
      `the ${kind} "${first.found}" of the run and "${first.wanted}" of the labels differ only in leading zeros or case${others}; they were not matched, make the ids alike`,
    ];
  });
}

/** `1 query` or `3 queries`. */
export function counted(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** The first ids, and how many more there are. */
export function listed(ids: readonly string[]): string {
  return ids.length <= MOST_LISTED
    ? ids.join(', ')
    : `${ids.slice(0, MOST_LISTED).join(', ')} and ${ids.length - MOST_LISTED} more`;
}

/** Topics whose labels name nothing relevant: every ranking has 0 there. */
export function withoutRelevant(
  qrels: ReadonlyMap<string, ReadonlyMap<string, number>>,
  rel = 1,
): readonly string[] {
  return [...qrels]
    .filter(([, grades]) => ![...grades.values()].some((grade) => grade >= rel))
    .map(([topic]) => topic);
}
