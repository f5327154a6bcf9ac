import { detectableBeforehand } from '../compare/power.js';
import { unjudgedPages } from '../compare/unjudged.js';
import { gradesOf, judged, needsOf } from '../measure/judged.js';
import { builtInMetric } from '../measure/registry.js';
import { counted, listed } from '../measure/score-notes.js';
import type { Case, ChunkSet, Dataset, Label, Run } from '../types.js';
import { chunkedOnce, noneIsRefused } from './arm-chunks.js';
import { missingPrefixes, tooLongTexts } from './embedder-checks.js';
import type { Arm } from './experiment.js';
import { type Finding, finding, some } from './finding.js';

export type ExamineOptions = {
  readonly cases?: readonly Case[];
  /** Looked at with their chunks, which are cut for it, and their embedders. A chunker that embeds to find its cuts does so here. */
  readonly arms?: readonly Arm[];
  /** Further ones. */
  readonly chunkSets?: readonly ChunkSet[];
  /** Runs over these cases that were made before. */
  readonly runs?: readonly Run[];
  readonly primary?: string;
  readonly k?: number;
};

/** Share of the cases that usually differ between two arms; what a set can show hangs on it. */
const CHANGED = 0.2;
const FEW = 25;
const VERBATIM_WORDS = 5;
const SATURATED = 0.995;
const JUDGED_ENOUGH = 0.8;

/** Says what would spoil a sweep over these cases, before it is run. Nothing is said of what is in order. */
export async function examine(data: Dataset, options: ExamineOptions = {}): Promise<readonly Finding[]> {
  const { cases = data.cases, arms = [], runs = [], primary = 'recall@5', k = 5 } = options;
  const sets = await chunkedOnce(arms, data.docs, noneIsRefused);
  const chunkSets = [...sets.values(), ...(options.chunkSets ?? [])];
  return [
    ...tooFew(cases),
    ...verbatim(cases, data),
    ...oneHop(cases),
    ...nothingRelevant(cases),
    ...chunkSets.flatMap((set) => unreachable(cases, set)),
    ...missingPrefixes(arms),
    ...(await tooLongTexts(arms, data.docs, cases, sets)),
    ...saturated(runs, primary),
    ...runs.flatMap((run) => unjudged(run, k)),
  ];
}

function tooFew(cases: readonly Case[]): readonly Finding[] {
  const n = cases.length;
  const least = n === 0 ? null : detectableBeforehand({ n, changed: CHANGED });
  if (n >= FEW && least !== null && least.difference < 0.2) return [];
  const could =
    least === null
      ? 'could show no difference at all'
      : `could show a difference of ${least.difference.toFixed(3)} at the least`;
  return [
    finding(
      'too few cases',
      n < FEW ? 'spoils' : 'limits',
      `${n} cases ${could}, if a fifth of them change by 1; label more, or look for larger differences`,
      [],
    ),
  ];
}

/** A query that was copied from a page is found by its words alone, which no user's would be. */
function verbatim(cases: readonly Case[], { docs }: Dataset): readonly Finding[] {
  const pages = docs.map((doc) => plainText(doc.text));
  const copied = cases.filter(({ query }) => {
    const plain = plainText(query);
    // One identifier is one word, and to type it is what its users do.
    return query.trim().split(/\s+/).length >= VERBATIM_WORDS && pages.some((page) => page.includes(plain));
  });
  return some(copied, (ids) =>
    finding(
      'copied queries',
      'spoils',
      `${counted(ids.length, 'query stands', 'queries stand')} word for word in the pages, which favours keyword search: ${listed(ids)}; say them as a user would`,
      ids,
    ),
  );
}

function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function oneHop(cases: readonly Case[]): readonly Finding[] {
  const wrong = cases.filter(
    (item) =>
      /multi.?hop/i.test(item.kind) &&
      (needsOf(item).length < 2 || [...gradesOf(item).values()].filter((grade) => grade > 0).length < 2),
  );
  return some(wrong, (ids) =>
    finding(
      'classes that contradict labels',
      'spoils',
      `${counted(ids.length, 'case is', 'cases are')} called multi-hop and one page meets all needs: ${listed(ids)}; call them otherwise, or label the second page`,
      ids,
    ),
  );
}

function nothingRelevant(cases: readonly Case[]): readonly Finding[] {
  const none = cases.filter((item) => !item.labels.some((label) => label.grade > 0));
  return some(none, (ids) =>
    finding(
      'nothing relevant',
      'limits',
      `${counted(ids.length, 'case has', 'cases have')} nothing relevant, so every arm has 0 there: ${listed(ids)}`,
      ids,
    ),
  );
}

function unreachable(cases: readonly Case[], set: ChunkSet): readonly Finding[] {
  const chunks = new Map<string, { start: number; end: number }[]>();
  for (const { docId, start, end } of set.chunks)
    chunks.set(docId, [...(chunks.get(docId) ?? []), { start, end }]);
  const held = ({ doc, start, end }: Label) =>
    (chunks.get(doc) ?? []).some((chunk) => start === undefined || (chunk.start < end! && start < chunk.end));
  const lost = cases.filter((item) => item.labels.some((label) => label.grade > 0 && !held(label)));
  return some(lost, (ids) =>
    finding(
      'labels nobody could retrieve',
      'spoils',
      `${counted(ids.length, 'case has', 'cases have')} a label that no chunk of ${set.name} holds: ${listed(ids)}; cut so that the text is covered`,
      ids,
    ),
  );
}

/** Where every arm has all, none can be told from another. */
function saturated(runs: readonly Run[], primary: string): readonly Finding[] {
  const measured = runs.filter((run) => run.metrics.includes(primary));
  if (measured.length === 0) return [];
  const means = measured.map((run) => meanOf(run.results.flatMap((result) => result.metrics[primary] ?? [])));
  const ceiling = meanOf(
    measured[0]!.cases.map((item) => builtInMetric(primary)?.ceiling(judged(item, [])) ?? 1),
  );
  if (!means.every((mean) => mean >= SATURATED * ceiling)) return [];
  return [
    finding(
      'saturated metric',
      'spoils',
      `${primary} is at its ceiling (${ceiling.toFixed(3)}) in ${measured.map((run) => run.name).join(', ')}, so it can tell no arm from another; take a smaller k or harder queries`,
      [],
    ),
  ];
}

function unjudged(run: Run, k: number): readonly Finding[] {
  const pages = unjudgedPages(run, { k });
  if (pages === null || pages.of - pages.unjudged >= JUDGED_ENOUGH * pages.of) return [];
  return [
    finding(
      'unjudged pages',
      'limits',
      `${((100 * pages.unjudged) / pages.of).toFixed(0)} % of the first ${k} pages of ${run.name} carry no label and count as not relevant; judge them before a close call`,
      [],
    ),
  ];
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
