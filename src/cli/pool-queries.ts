import { LabError } from '../errors.js';
import { type ArmFailure, askArms } from '../judge/pool-ask.js';
import { onlyKnown, shownArm, type UnknownPage } from '../judge/pool-known.js';
import { type ArmPages, poolOf, withoutPages } from '../judge/pool-of-queries.js';
import { alreadyCases, type UnlabelledQuery } from '../judge/queries.js';
import { type QueriesRead, readQueries } from '../judge/queries-file.js';
import { counted } from '../measure/score-notes.js';
import { openDataset } from '../open-dataset.js';
import type { Experiment } from '../sweep/experiment.js';
import { paidBy } from '../sweep/paid.js';
import type { Dataset } from '../types.js';
import { paidText } from '../view/print-estimate.js';
import { plain, shorten } from '../view/tables.js';
import type { Words } from './args.js';
import { armsChosen } from './arms-chosen.js';
import { loadExperiment } from './load-experiment.js';
import type { Pooled } from './pool.js';

/** `rlab pool --queries FILE --experiment FILE`: the arms are live ones, asked queries that nobody has judged. */
export async function poolOfFile(words: Words): Promise<Pooled> {
  const of = await loadExperiment(experimentNamed(words));
  const arms = armsChosen('rlab pool', of, words.text('arms'));
  const read = await readQueries(words.text('queries')!);
  const data = await openDataset(words.text('data') ?? of.dataset);
  const depth = words.count('depth', 10);
  const asked = await askArms(arms, data.docs, read.queries, {
    depth: Math.max(depth, of.depth),
    ...(words.text('timeout') === undefined ? {} : { timeoutMs: words.count('timeout', 1) }),
  });
  const answered = asked.arms.filter(({ pages }) => pages.size > 0);
  if (answered.length === 0) throw allFailed(asked.failures);
  const found = foundBy(answered, read, data);
  const { name: dataset, corpusVersion } = data;
  const origin = {
    name: words.text('name') ?? 'pool',
    made: new Date().toISOString(),
    dataset,
    corpusVersion,
  };
  const pool = poolOf(read.queries, found.arms, origin, { depth, seed: words.count('seed', 1) });
  if (pool.queries.length === 0) throw nothingFound(read.queries, arms.length);
  const told: Told = {
    read,
    failures: asked.failures,
    silent: asked.arms.filter(({ pages }) => pages.size === 0).map((arm) => arm.name),
    unknown: found.unknown,
    nothing: withoutPages(read.queries, pool),
    already: alreadyCases(read.queries, data.cases),
  };
  return { pool, notes: [...notesOf(told, data), ...paidText(paidBy(of))], facts: factsOf(told, of) };
}

function experimentNamed(words: Words): string {
  const file = words.text('experiment');
  if (file !== undefined) return file;
  throw new LabError(
    'rlab pool: --queries has no --experiment, wanted the file whose arms are to search for them, since recorded runs hold no answers to new queries; add --experiment FILE',
  );
}

/** The pages to be judged by arm, with what users were shown as one more. */
function foundBy(arms: readonly ArmPages[], { queries }: QueriesRead, { docs }: Dataset) {
  const known = new Set(docs.map(({ id }) => id));
  const shown = shownArm(queries, known);
  return onlyKnown(shown === null ? arms : [...arms, shown], known);
}

type Told = {
  readonly read: QueriesRead;
  readonly failures: readonly ArmFailure[];
  /** Arms that failed on every query, and so are no arms of the pool. */
  readonly silent: readonly string[];
  readonly unknown: readonly UnknownPage[];
  readonly nothing: readonly UnlabelledQuery[];
  readonly already: readonly { readonly id: string; readonly caseId: string }[];
};

function factsOf({ read, failures, unknown, nothing, already }: Told, of: Experiment): Pooled['facts'] {
  const { merged, pullRequests, labelled } = read;
  const nothingFound = nothing.map(({ id }) => id);
  return {
    merged,
    pullRequests,
    labelled,
    failures,
    unknownPages: unknown,
    nothingFound,
    alreadyCases: already,
    paid: paidBy(of),
  };
}

function notesOf(
  { read, failures, silent, unknown, nothing, already }: Told,
  data: Dataset,
): readonly string[] {
  const { merged, pullRequests, labelled } = read;
  return [
    ...silent.map((arm) => `${arm} failed on every query, and is no arm of the pool.`),
    ...listed(
      `${counted(failures.length, 'search', 'searches')} failed; the other arms' pages are there`,
      failures.map(({ arm, id, status, message }) => `${id} by ${arm}: ${status}: ${message}`),
    ),
    ...listed(
      `${counted(nothing.length, 'query', 'queries')} not in the pool, since no arm found anything`,
      nothing.map(({ id, query }) => `${id}: ${query}`),
    ),
    ...listed(
      `${counted(unknown.length, 'page', 'pages')} left out that ${data.name} does not have`,
      unknown.map(({ arm, id, page }) => `${page}, of ${arm} for ${id}`),
    ),
    ...listed(
      `${counted(already.length, 'query is a case', 'queries are cases')} of ${data.name} already, with labels`,
      already.map(({ id, caseId }) => `${id} is ${caseId}`),
    ),
    ...listed(
      `${counted(merged.length, 'query', 'queries')} came again and merged with the first of the text`,
      merged.map(({ place, id }) => `${place} with ${id}`),
    ),
    ...(pullRequests === 0 ? [] : [`${counted(pullRequests, 'pull request', 'pull requests')} left out.`]),
    ...(labelled === 0
      ? []
      : [`${counted(labelled, 'query has', 'queries have')} labels, which were not read.`]),
  ];
}

const MOST = 20;

/** A heading and what it is about, line by line; nothing where there is nothing to list. */
function listed(heading: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MOST ? [`  and ${lines.length - MOST} more, which --json lists`] : [];
  return [`${heading}:`, ...lines.slice(0, MOST).map((line) => `  ${shorten(plain(line), 150)}`), ...more];
}

function allFailed(failures: readonly ArmFailure[]): LabError {
  const [first] = failures;
  return new LabError(
    `rlab pool: each of ${failures.length} searches failed (the first: ${first?.message}), wanted some that is answered; nothing was written`,
  );
}

function nothingFound(queries: readonly UnlabelledQuery[], arms: number): LabError {
  return new LabError(
    `rlab pool: ${counted(arms, 'arm', 'arms')} found nothing for any of ${counted(queries.length, 'query', 'queries')}, wanted pages to judge; look at the queries, or name other arms`,
  );
}
