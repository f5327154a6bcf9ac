import { LabError } from '../../errors.js';
import type { Figure, Run } from '../../types.js';
import { differences } from '../differences.js';
import { firstRank } from '../first-rank.js';
import { heatMap } from '../heat-map.js';
import { pairedDifferences } from '../paired-differences.js';
import { paretoFront } from '../pareto-front.js';
import { withMetrics } from '../print-metrics.js';
import { recallAtK } from '../recall-at-k.js';
import { recallByKind } from '../recall-by-kind.js';
import { slope } from '../slope.js';
import { stages } from '../stages.js';
import { markdownText } from '../tables.js';
import type { Ask } from './ask.js';
import { checkVersions } from './block-value.js';
import { metricOf } from './metric-of.js';
import { armNamed, armsNamed, type Source, sourceNamed } from './sources.js';
import type { Tester } from './tested.js';

type FigureAsk = Extract<Ask, { kind: 'figure' }>;

/** Figures that are about all ranks, and take no metric. */
const WITHOUT_METRIC: readonly string[] = ['recall-at-k', 'first-rank', 'stages', 'differences'];

export function figureValue(ask: FigureAsk, sources: readonly Source[], tester: Tester): Figure {
  if (ask.metric !== null && WITHOUT_METRIC.includes(ask.name))
    throw new LabError(`names the metric "${ask.metric}", and the figure ${ask.name} takes none; drop it`);
  if (ask.over !== null) return pairFigure(ask.of[0]!, ask.over, ask, sources, tester);
  if (ask.name === 'differences') return differencesOf(ask, sources, tester);
  const arms = armsNamed(sources, ask.of);
  const runs = checkVersions(arms.map(({ run }) => run));
  const metric = metricOf(runs[0]!, ask.metric ?? arms[0]!.source.experiment.primary);
  return listFigure(ask, runs, metric);
}

function listFigure({ name }: FigureAsk, runs: readonly Run[], metric: string): Figure {
  const with_ = () => runs.map((run) => withMetrics(run, [metric]));
  switch (name) {
    case 'recall-at-k':
      return recallAtK(runs);
    case 'first-rank':
      return firstRank(runs);
    case 'stages':
      return stages(runs);
    case 'heat-map':
      return heatMap(with_(), { metric });
    case 'pareto-front':
      return paretoFront(with_(), { metric, against: 'tokens' });
    default:
      return recallByKind(with_(), { metric });
  }
}

function differencesOf({ of }: FigureAsk, sources: readonly Source[], tester: Tester): Figure {
  const [name, ...others] = of as [string, ...string[]];
  if (others.length > 0)
    throw new LabError(
      `names ${of.length} things, and the figure differences is of one experiment; name one`,
    );
  const comparisons = tester.declared(sourceNamed(sources, name));
  if (comparisons.length > 0) return differences(comparisons);
  throw new LabError(`asks for the differences of ${name}, which has one arm and compares nothing; drop it`);
}

function pairFigure(
  of: string,
  over: string,
  { name, metric }: FigureAsk,
  sources: readonly Source[],
  tester: Tester,
): Figure {
  if (name === 'paired-differences') return pairedDifferences(tester.comparison({ of, over, metric }));
  const [b, a] = [armNamed(sources, of), armNamed(sources, over)];
  const named = metricOf(b.run, metric ?? b.source.experiment.primary);
  const [runA, runB] = checkVersions([a.run, b.run]).map((run) => withMetrics(run, [named]));
  return slope(runA!, runB!, { metric: named });
}

/** The picture's place in the text; its words are for those who cannot see it. */
export function figureMarkdown({ alt }: Figure, file: string): string {
  const target = file
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[()]/g, (char) => (char === '(' ? '%28' : '%29')))
    .join('/');
  return `![${markdownText(alt)}](${target})`;
}
