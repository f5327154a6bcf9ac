import type { BesideName } from '../compare/beside.js';
import { compare } from '../compare/compare.js';
import { compareAll } from '../compare/compare-all.js';
import type { Changes } from '../diagnose/change-types.js';
import { changes } from '../diagnose/changes.js';
import { LabError } from '../errors.js';
import { allJudged, type UnjudgedBetween, unjudgedBetween } from '../judge/unjudged-between.js';
import { builtInMetric } from '../measure/registry.js';
import { isFailed } from '../measure/summarize.js';
import { openStore, type Store } from '../store/open-store.js';
import type { Comparison, Run, RunRef, Slicer } from '../types.js';
import { comparisonText, overview } from '../view/print-comparison.js';
import type { Words } from './args.js';
import { fieldSlicer, oneOf } from './choices.js';
import { print } from './output.js';

/** `rlab compare A B…`: recorded runs against the first of them, query by query. */
export async function act(words: Words): Promise<void> {
  const store = openStore(words.text('store'));
  try {
    const runs = runsOf(words, store);
    const [baseline, ...others] = runs.all;
    const comparisons = compared(words, baseline, others);
    for (const comparison of comparisons) store.saveComparison(comparison);
    const read = hitReader(store, runs);
    const full = comparisons.map((one) => ({
      ...one,
      changes: changesBetween(words, store, runs, one),
      unjudgedBetween: unjudgedOf(words, runs, read, one),
    }));
    print(words.flag('json'), full.length === 1 ? full[0] : full, () =>
      [
        ...overview(comparisons),
        ...full.map((one) => comparisonText(one, one.changes, one.unjudgedBetween)),
      ].join('\n\n'),
    );
  } finally {
    store.close();
  }
}

/** What changed is read from the hits of the cases that moved; a metric of spans, or one that some run did not record, looks at those of all. */
function changesBetween(words: Words, store: Store, runs: Runs, one: Comparison): Changes {
  const { runA, runB, metric, results } = one;
  const moved = results.filter(({ status }) => status !== 'same').map(({ caseId }) => caseId);
  const spans = builtInMetric(metric)?.needsSpans === true;
  const read = ({ id }: RunRef) => {
    if (!runs.light) return runs.all.find((run) => run.id === id)!;
    return spans ? store.run(id) : store.runWithHitsOf(id, moved);
  };
  const [a, b] = [read(runA), read(runB)];
  const by = words.text('by');
  return changes(a, b, metric, {
    onSharedCases: words.flag('on-shared-cases'),
    ...(by === undefined ? {} : { by: fieldSlicer('compare', by, a) }),
  });
}

/** Two runs with more hits than this are millions of rows to read for two lines of text. */
const MOST_HITS = 400_000;

/** What unjudged pages could do is computed from all hits, not of the cases that moved alone. */
function unjudgedOf(
  words: Words,
  { all, light }: Runs,
  read: (run: RunRef) => Run,
  one: Comparison,
): UnjudgedBetween | null {
  if (allJudged(one)) return null;
  const hits = all.reduce((most, run) => Math.max(most, run.results.length * run.depth), 0);
  if (light && 2 * hits > MOST_HITS)
    return {
      pages: one.unjudged ?? { a: null, b: null },
      extremes: { unknown: `the runs hold more than ${MOST_HITS.toLocaleString('en')} hits` },
      judgeFirst: [],
    };
  const [a, b] = [read(one.runA), read(one.runB)];
  const cluster = words.text('cluster');
  return unjudgedBetween(a, b, one, {
    seed: words.count('seed', 42),
    onSharedCases: words.flag('on-shared-cases'),
    ...(cluster === undefined ? {} : { cluster: clusterer(cluster, a) }),
  });
}

/** Each run with its hits, read once. */
function hitReader(store: Store, { all, light }: Runs): (run: RunRef) => Run {
  const known = new Map(light ? [] : all.map((run) => [run.id, run]));
  return ({ id }) => {
    const run = known.get(id) ?? store.run(id);
    known.set(id, run);
    return run;
  };
}

/** `light`: read without hits. */
type Runs = { readonly all: readonly [Run, ...Run[]]; readonly light: boolean };

/** Hits are read only for a metric that some run did not record: deep runs have millions. */
function runsOf(words: Words, store: Store): Runs {
  const names = words.positionals;
  const light = names.map((name) => store.runWithoutHits(name));
  const given = words.text('metric') ?? light[0]!.metrics[0] ?? '';
  const metric = builtInMetric(given)?.name ?? given;
  const recorded = light.every((run) => run.metrics.includes(metric) && run.results.every(countsPages));
  const all = recorded ? light : names.map((name) => store.run(name));
  return { all: all as unknown as Runs['all'], light: recorded };
}

function countsPages(result: Run['results'][number]): boolean {
  return result.pageCount !== undefined || isFailed(result);
}

function compared(words: Words, baseline: Run, others: readonly Run[]): readonly Comparison[] {
  const by = words.text('by');
  const cluster = words.text('cluster');
  const options = {
    seed: words.count('seed', 42),
    onSharedCases: words.flag('on-shared-cases'),
    also: words.list('also') as readonly BesideName[],
    ...(by === undefined ? {} : { by: fieldSlicer('compare', by, baseline) }),
  };
  const metric = words.text('metric');
  if (words.text('correction') !== undefined && others.length === 1)
    throw new LabError(
      'rlab compare: --correction is for several comparisons, found one, wanted at least three runs; drop it',
    );
  if (others.length === 1)
    return [
      compare(baseline, others[0]!, metric, {
        ...options,
        ...(cluster === undefined ? {} : { cluster: clusterer(cluster, baseline) }),
      }),
    ];
  if (cluster !== undefined)
    throw new LabError(
      `rlab compare: --cluster is for two runs, found ${others.length + 1}, wanted A B; compare them pair by pair`,
    );
  const correction = oneOf(
    'compare',
    words,
    'correction',
    ['max-t', 'holm', 'benjamini-hochberg'] as const,
    'max-t',
  );
  return compareAll([baseline], others, metric, { ...options, correction });
}

/** A case without the field hangs together with no other. */
function clusterer(field: string, run: Run): Slicer {
  const slicer = fieldSlicer('compare', field, run);
  return (item) =>
    field === 'kind' || (item.fields[field] ?? null) !== null ? `cluster ${slicer(item)}` : `case ${item.id}`;
}
