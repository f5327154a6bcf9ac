import { compare } from '../../compare/compare.js';
import { LabError } from '../../errors.js';
import { baselinesOf } from '../../sweep/experiment.js';
import { declaredComparisons } from '../../sweep/run-experiment.js';
import type { Comparison, Interval, SliceDifference, Slicer, Verdict } from '../../types.js';
import { metricOf } from './metric-of.js';
import { allArms, armNamed, type Slice, type Source, type SourceArm, sliceNamed } from './sources.js';

/** What the one rule says of two arms, or of a slice of their cases: `delta` is the first less the second. */
export type Tested = {
  readonly n: number;
  readonly delta: number | null;
  readonly interval: Interval | null;
  readonly pValue: number | null;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly failed: number;
  readonly small: boolean;
  readonly verdict: Verdict;
  /** What p and interval hold for, where that is not one declared comparison. */
  readonly holdsFor: string;
};

type PairAsk = {
  readonly metric: string | null;
  readonly of: string;
  readonly over: string;
  readonly on?: string | null;
};

/** Tests pairs of arms; those that an experiment declared are tested together, once. */
export type Tester = {
  readonly tested: (ask: PairAsk) => Tested;
  /** The comparison of two arms as it is declared, else of the pair alone; `a` is `over`. */
  readonly comparison: (ask: PairAsk) => Comparison;
  readonly declared: (source: Source) => readonly Comparison[];
};

const ALPHA = 0.05;

export function testerOf(sources: readonly Source[]): Tester {
  const known = new Map<string, readonly Comparison[]>();
  const once = (key: readonly string[], make: () => readonly Comparison[]) => {
    const text = JSON.stringify(key);
    const found = known.get(text) ?? make();
    known.set(text, found);
    return found;
  };
  const declared = (source: Source, slice?: Slice) =>
    once(['declared', source.name, slice?.field ?? 'kind'], () => {
      const runs = allArms(source).map(({ run }) => run);
      return declaredComparisons(source.experiment, runs, slice?.by);
    });
  const found = (ask: PairAsk) => {
    const [b, a] = [armNamed(sources, ask.of), armNamed(sources, ask.over)];
    const slice = ask.on === null || ask.on === undefined ? undefined : sliceNamed(a.run, ask.on);
    const metric = metricFor(ask, a, b);
    const way = declaredWay(a, b, metric);
    if (way === null) {
      const by: { readonly by?: Slicer } = slice === undefined ? {} : { by: slice.by };
      const alone = once(['alone', a.run.id, b.run.id, metric, slice?.field ?? 'kind'], () => [
        compare(a.run, b.run, metric, by),
      ]);
      return { one: alone[0]!, slice, way };
    }
    const [first, second] = way === 'as asked' ? [a, b] : [b, a];
    const one = declared(first.source, slice).find(
      ({ runA, runB }) => runA.id === first.run.id && runB.id === second.run.id,
    );
    return { one: one!, slice, way };
  };
  return {
    tested: (ask) => {
      const { one, slice, way } = found(ask);
      const facts = factsOf(one, slice, way !== null);
      return way === 'turned round' ? turned(facts) : facts;
    },
    comparison: (ask) => {
      const { one, way } = found(ask);
      if (way !== 'turned round') return one;
      throw new LabError(
        `compares ${ask.of} with ${ask.over}, which the experiment declared the other way round; write ${ask.over} over ${ask.of}`,
      );
    },
    declared: (source) => declared(source),
  };
}

function metricFor(ask: PairAsk, a: SourceArm, b: SourceArm): string {
  if (ask.metric !== null) return metricOf(b.run, ask.metric);
  const [first, second] = [b.source.experiment.primary, a.source.experiment.primary];
  if (first === second) return first;
  throw new LabError(
    `names no metric, and the experiments of its arms have two (${first} and ${second}), wanted one; name it`,
  );
}

/** Whether an experiment declared the pair: an arm against its baseline, by the metric of its verdicts. */
function declaredWay(a: SourceArm, b: SourceArm, metric: string): 'as asked' | 'turned round' | null {
  const { experiment, name } = a.source;
  if (name !== b.source.name || experiment.primary !== metric) return null;
  const [isA, isB] = [a, b].map(({ arm }) => baselinesOf(experiment).includes(arm.name));
  if (isA === isB) return null;
  return isA ? 'as asked' : 'turned round';
}

function factsOf(one: Comparison, slice: Slice | undefined, declared: boolean): Tested {
  if (slice === undefined) {
    const together = one.family === null ? '' : ` for ${one.family.size} comparisons together`;
    return { ...one, small: false, holdsFor: declared ? together : ' of this pair alone' };
  }
  const found = one.slices.find((each) => each.slice === slice.name);
  if (found === undefined)
    throw new LabError(`asks for the slice "${slice.name}", of which both arms have no case; name another`);
  const slices = one.slices.length > 1 ? ' for all slices together' : '';
  const comparisons =
    one.family === null ? '' : `${slices === '' ? ' for' : ','} ${one.family.size} comparisons`;
  const holdsFor = declared ? `${slices}${comparisons}` : `${slices}, of this pair alone`;
  return { ...found, verdict: sliceVerdict(found), holdsFor };
}

/** The one rule on a slice. Where a query failed, nothing says what would have come of it. */
export function sliceVerdict({ delta, interval, pValue, failed }: SliceDifference): Verdict {
  if (delta === null || pValue === null || failed > 0) return 'cannot-tell';
  if (interval === null) return 'identical';
  if (pValue >= ALPHA) return 'cannot-tell';
  return delta > 0 ? 'better' : 'worse';
}

function turned(facts: Tested): Tested {
  const { delta, interval, better, worse, verdict } = facts;
  const less = (value: number | null) => (value === null ? null : 0 - value);
  return {
    ...facts,
    delta: less(delta),
    interval: interval === null ? null : [less(interval[1]), less(interval[0])],
    better: worse,
    worse: better,
    verdict: verdict === 'better' ? 'worse' : verdict === 'worse' ? 'better' : verdict,
  };
}
