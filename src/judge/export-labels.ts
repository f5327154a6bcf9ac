import { didYouMean, LabError } from '../errors.js';
import type { Judgment } from '../store/judgment.js';
import type { Case, Doc, Json } from '../types.js';
import { type Decided, type DecideOptions, type Decisions, decide } from './decide.js';
import { labelCases, type OutsidePool } from './label-cases.js';
import { type LabelChanges, labelChanges } from './label-changes.js';
import { headerLine, type LabelsHeader, labelsText } from './labels-text.js';
import { passAgreement, passesIn } from './pass-agreement.js';
import type { Pool } from './pool-file.js';
import { docDigests, ofTheseTexts, pairKey, worklist } from './worklist.js';

/** The version before: its header and cases; neither where there is none. */
export type LabelsBefore = { readonly header: Json; readonly cases: readonly Case[] };

export type ExportOptions = DecideOptions & {
  readonly outside?: OutsidePool;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The date unless said. */
  readonly version?: string;
  /** Queries that are left out: judges could not agree on them, or none could say what they ask. */
  readonly drop?: readonly string[];
};

export type ExportedLabels = {
  readonly text: string;
  readonly header: LabelsHeader;
  readonly cases: number;
  readonly unanswered: readonly { readonly caseId: string; readonly query: string }[];
  readonly judged: number;
  readonly unjudged: number;
  /** How many pages have the grade of which pass. */
  readonly passes: Readonly<Record<number, number>>;
  readonly changes: LabelChanges;
};

/**
 * A pool's judgments as a versioned file of cases. Throws a LabError where judges of the last pass are apart and no rule says what holds, for labels outside the pool unless told, and
 * where nothing was judged.
 */
export function exportLabels(
  pool: Pool,
  docs: ReadonlyMap<string, Doc>,
  judgments: readonly Judgment[],
  before: LabelsBefore,
  options: ExportOptions,
): ExportedLabels {
  const tasks = worklist(pool, 1);
  const { drop = [] } = options;
  checkDropped(drop, pool, before.cases);
  const pooled = new Set(tasks.map(pairKey));
  const digests = docDigests(
    docs,
    judgments.map(({ doc }) => doc),
  );
  const valid = ofTheseTexts(tasks, digests, judgments);
  const asked = valid.filter(
    (one) => !drop.includes(one.caseId) && (options.outside !== 'drop' || pooled.has(pairKey(one))),
  );
  const { decided, apart } = decide(asked, options);
  refuseApart(apart);
  if (decided.length === 0)
    throw new LabError(
      `labels: no page of the pool "${pool.name}" was graded, wanted some; judge it first with rlab judge`,
    );
  const kept = { ...pool, queries: pool.queries.filter(({ id }) => !drop.includes(id)) };
  const made = labelCases(
    kept,
    decided,
    before.cases.filter(({ id }) => !drop.includes(id)),
    options.outside,
  );
  const header = headerOf(pool, pooled, valid, options);
  const { cases, ...counts } = made;
  const ids = new Set(pool.queries.map(({ id }) => id));
  const isOfAll = before.cases.every(({ id }) => ids.has(id));
  return {
    text: labelsText(cases, headerLine(header, before.header, isOfAll)),
    header,
    cases: cases.length,
    ...counts,
    passes: passesOf(decided),
    changes: labelChanges(before.cases, cases),
  };
}

function passesOf(decided: readonly Decided[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { pass } of decided) counts[pass] = (counts[pass] ?? 0) + 1;
  return counts;
}

function checkDropped(drop: readonly string[], pool: Pool, cases: readonly Case[]): void {
  const known = [...new Set([...pool.queries, ...cases].map(({ id }) => id))];
  const unknown = drop.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new LabError(
      `labels: the query "${unknown}" that is to be dropped is neither in the pool nor in the cases, wanted one of ${known.length}${didYouMean(unknown, known) || '; check its id'}`,
    );
}

function refuseApart(apart: Decisions['apart']): void {
  if (apart.length === 0) return;
  const shown = apart.slice(0, 20).map(
    ({ caseId, doc, grades }) =>
      `${caseId}: ${doc} (${Object.entries(grades)
        .map(([judge, grade]) => `${judge} ${grade}`)
        .join(', ')})`,
  );
  throw new LabError(
    `labels: judges of one pass are apart on ${apart.length === 1 ? '1 page' : `${apart.length} pages`}, wanted one grade of each; judge them in a further pass, or say --apart lowest, highest or last:`,
    apart.length > shown.length ? [...shown, `and ${apart.length - shown.length} more`] : shown,
  );
}

function headerOf(
  pool: Pool,
  pooled: ReadonlySet<string>,
  valid: readonly Judgment[],
  { date, version = date }: ExportOptions,
): LabelsHeader {
  const judgments = valid.filter((one) => pooled.has(pairKey(one)) && one.grade !== null);
  const passes = passesIn(judgments);
  const [first, second] = passes;
  return {
    version,
    date,
    arms_pooled: pool.arms,
    pool_depth_pages: pool.depth,
    judges: new Set(passes.map(({ judge }) => judge)).size,
    passes: new Set(passes.map(({ pass }) => pass)).size,
    agreement: first === undefined || second === undefined ? null : agreementOf(judgments, first, second),
  };
}

/** Null where the first two passes share no page: two judges may have halved a pool between them. */
function agreementOf(
  judgments: readonly Judgment[],
  first: Parameters<typeof passAgreement>[1],
  second: Parameters<typeof passAgreement>[2],
): LabelsHeader['agreement'] {
  const pagesOf = ({ judge, pass }: typeof first) =>
    new Set(judgments.filter((one) => one.judge === judge && one.pass === pass).map(pairKey));
  const there = pagesOf(second);
  if (![...pagesOf(first)].some((key) => there.has(key))) return null;
  const { kind, n, observed, weightedKappa } = passAgreement(judgments, first, second).agreement;
  const rounded = (value: number) => Math.round(value * 1000) / 1000;
  return {
    kind,
    n,
    observed: rounded(observed),
    weighted_kappa: weightedKappa === null ? null : rounded(weightedKappa),
  };
}
