import { judged, pagesOf } from '../../measure/judged.js';
import { judgedShare } from '../../measure/judged-share.js';
import { TOLERANCE } from '../../measure/protocol.js';
import { builtInMetric } from '../../measure/registry.js';
import type { Places } from '../../measure/span-view.js';
import { isFailed } from '../../measure/summarize.js';
import type { Case, Hit, Label, Metric, PairedResult, Result, Run } from '../../types.js';
import { hitsWithinBudget, hitsWithinK, type RankingCut } from './rankings.js';

/** What pages that nobody judged could do to a difference. */
export type UnjudgedExtremes = {
  /** The mean difference if all that only run a shows within the cut were relevant, and nothing that only run b shows. */
  readonly forA: number;
  readonly forB: number;
};

/** The mean of `judged@k` over the answered queries; null where none was. */
export function meanJudged(run: Run, k: number): number | null {
  const cases = new Map(run.cases.map((item) => [item.id, item]));
  const share = judgedShare(k);
  const values = run.results.flatMap((result) =>
    isFailed(result) ? [] : [share.value(judged(cases.get(result.caseId)!, result.hits))],
  );
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Hits within the cut that stand on pages without a label; of each page its first where k counts pages. */
export function unjudgedHits(item: Case, hits: readonly Hit[], cut: RankingCut): readonly Hit[] {
  const labelled = new Set(item.labels.filter(({ grade }) => grade >= 0).map(({ doc }) => doc));
  const within = (cut.tokens === null ? null : hitsWithinBudget(hits, cut)) ?? hitsWithinK(hits, cut);
  const found = hits.slice(0, within).filter(({ docId }) => !labelled.has(docId));
  if (cut.unit === 'chunk') return found;
  const firsts = new Map<string, Hit>();
  for (const hit of found) if (!firsts.has(hit.docId)) firsts.set(hit.docId, hit);
  return [...firsts.values()];
}

/** Those of the hits whose page the other run does not show within its cut. */
export function onlyHere(here: readonly Hit[], there: readonly Hit[]): readonly Hit[] {
  const pages = new Set(pagesOf(there));
  return here.filter(({ docId }) => !pages.has(docId));
}

/** A budget of tokens is counted anew for every query, which takes minutes for more. */
const MOST_BUDGETS = 2000;

/**
 * Computes the metric again for two extremes: every unjudged hit within the cut that only run a shows is relevant (at the best grade that the case has) and none that only run b
 * shows, and the reverse. A sentence instead where it cannot be: the metric is somebody's own, or does not come out as recorded.
 */
export function unjudgedExtremes(
  a: Run,
  b: Run,
  rows: readonly PairedResult[],
  name: string,
  cut: RankingCut,
): UnjudgedExtremes | string {
  const metric = builtInMetric(name);
  if (metric === null) return `${name} is no built-in metric`;
  if (metric.tokens !== undefined && rows.length > MOST_BUDGETS)
    return `a budget of tokens is not counted again for more than ${MOST_BUDGETS.toLocaleString('en')} queries`;
  const answered = rows.filter(({ delta }) => delta !== null);
  if (answered.length === 0) return 'no query was answered by both';
  const [resultsA, resultsB] = [byCase(a.results), byCase(b.results)];
  const cases = new Map(a.cases.map((item) => [item.id, item]));
  const sums = { forA: 0, forB: 0 };
  for (const row of answered) {
    const again = new CaseAgain(metric, cases.get(row.caseId)!, cut, {
      a: resultsA.get(row.caseId)!.hits,
      b: resultsB.get(row.caseId)!.hits,
    });
    if (!again.agrees(row)) return `${name} does not come out as recorded from the hits that are on record`;
    sums.forA += again.delta('a');
    sums.forB += again.delta('b');
  }
  return { forA: sums.forA / answered.length, forB: sums.forB / answered.length };
}

class CaseAgain {
  private readonly metric: Metric;
  private readonly item: Case;
  private readonly cut: RankingCut;
  private readonly hits: { readonly a: readonly Hit[]; readonly b: readonly Hit[] };

  constructor(metric: Metric, item: Case, cut: RankingCut, hits: CaseAgain['hits']) {
    this.metric = metric;
    this.item = item;
    this.cut = cut;
    this.hits = hits;
  }

  /** Whether the recorded values come out with the labels as they are. */
  agrees({ a, b }: PairedResult): boolean {
    const near = (x: number | null, y: number | null) => x !== null && Math.abs(x - y!) <= TOLERANCE;
    return near(this.value('a', []), a) && near(this.value('b', []), b);
  }

  /** The difference with all relevant that only one run shows. */
  delta(side: 'a' | 'b'): number {
    const unjudged = (of: 'a' | 'b') => unjudgedHits(this.item, this.hits[of], this.cut);
    const there = unjudged(side === 'a' ? 'b' : 'a');
    const labels = onlyHere(unjudged(side), there).map((hit) => this.labelOf(hit));
    return (this.value('b', labels) ?? 0) - (this.value('a', labels) ?? 0);
  }

  private labelOf({ docId, start, end }: Hit): Label {
    const grade = Math.max(this.cut.rel, ...this.item.labels.map((label) => label.grade));
    const place = this.cut.unit === 'chunk' && start !== undefined && end !== undefined ? { start, end } : {};
    return { doc: docId, grade, ...place };
  }

  private value(side: 'a' | 'b', more: readonly Label[]): number | null {
    const item = { ...this.item, labels: [...this.item.labels, ...more] };
    const hits = this.hits[side];
    try {
      return this.metric.value(judged(item, hits, placesOf(hits, this.cut)));
    } catch {
      return null; // The texts or places that the metric asks for are not on record.
    }
  }
}

/** The chunks of the hits alone: enough for a budget of tokens, and null where their texts are not known or not asked for. */
function placesOf(hits: readonly Hit[], { tokens, textOf }: RankingCut): Places | null {
  if (tokens === null) return null;
  const texts = new Map<string, string>();
  for (const hit of hits) {
    const text = textOf(hit);
    if (text === undefined) return null;
    texts.set(hit.chunkId, text);
  }
  return { byId: new Map(), byDoc: new Map(), texts };
}

function byCase(results: readonly Result[]): ReadonlyMap<string, Result> {
  return new Map(results.map((result) => [result.caseId, result]));
}
