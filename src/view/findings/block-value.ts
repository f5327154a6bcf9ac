import { LabError } from '../../errors.js';
import type { Run } from '../../types.js';
import { costsMarkdown } from '../print-costs.js';
import { leaderboardMarkdown } from '../print-leaderboard.js';
import { metricsTable, withMetrics } from '../print-metrics.js';
import { sliceTable } from '../report-queries.js';
import { markdownText } from '../tables.js';
import type { Ask } from './ask.js';
import { metricOf } from './metric-of.js';
import { allArms, armsNamed, type Source, sourceNamed } from './sources.js';
import type { Tester } from './tested.js';

type TableAsk = Extract<Ask, { kind: 'leaderboard' | 'metrics' | 'costs' | 'slices' }>;

/** Numbers over other cases or pages stand beside each other: no likes. */
export class MixedVersions extends LabError {}

/** A table in Markdown. Throws a LabError where its runs are over different cases or pages. */
export function tableValue(ask: TableAsk, sources: readonly Source[], tester: Tester): string {
  if (ask.kind === 'slices') return slicesOf(ask, tester);
  if (ask.kind === 'leaderboard') return leaderboardOf(sourceNamed(sources, ask.of), tester);
  const runs = checkVersions(armsNamed(sources, ask.of).map(({ run }) => run));
  if (ask.kind === 'costs') return costsMarkdown(runs);
  return metricsMarkdown(runs, ask.metrics);
}

/** An arm alone has a mean and no difference. */
function leaderboardOf(source: Source, tester: Tester): string {
  const runs = checkVersions(allArms(source).map(({ run }) => run));
  const { primary } = source.experiment;
  return leaderboardMarkdown(runs, tester.declared(source)) || metricsMarkdown(runs, [primary]);
}

function metricsMarkdown(runs: readonly Run[], named: readonly string[]): string {
  const metrics = named.map((name) => metricOf(runs[0]!, name));
  const table = metricsTable(
    runs.map((run) => withMetrics(run, metrics)),
    metrics,
    'markdown',
  );
  return `${table}\n\nEach cell is a mean over the n queries that were answered, with its 95 % interval.`;
}

function slicesOf(ask: Extract<Ask, { kind: 'slices' }>, tester: Tester): string {
  const one = tester.comparison(ask);
  const size = one.family?.size ?? 1;
  const corrected = [
    ...(one.slices.length > 1 ? ['all slices'] : []),
    ...(size > 1 ? [`${size} comparisons`] : []),
  ];
  const names = `a is ${markdownText(one.runA.name)}, b is ${markdownText(one.runB.name)}, by ${markdownText(one.metric)}`;
  const note = corrected.length === 0 ? '' : `; intervals hold for ${corrected.join(' of ')} together`;
  return `${sliceTable(one.slices)}\n\n${names}${note}.`;
}

/** The runs as they are, where all of them are over the same. */
export function checkVersions(runs: readonly Run[]): readonly Run[] {
  for (const [key, word] of [
    ['casesVersion', 'cases'],
    ['corpusVersion', 'pages'],
  ] as const) {
    const versions = [...new Set(runs.map((run) => run[key]))].filter((version) => version !== null);
    if (versions.length < 2) continue;
    const named = versions.map(
      (version) => `${runs.find((run) => run[key] === version)!.name} over ${version}`,
    );
    throw new MixedVersions(
      `mixes versions of ${word} (${named.join(', ')}), wanted one; take them apart, or run all over the same`,
    );
  }
  return runs;
}
