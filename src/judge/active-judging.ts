import { pairsOf } from '../compare/compare.js';
import { statusOf } from '../compare/flip-rate.js';
import { cutOf } from '../compare/ranking-cut.js';
import { LabError } from '../errors.js';
import { pagesOf } from '../measure/judged.js';
import { TOLERANCE } from '../measure/tolerance.js';
import type { Metric, PairedResult, Result, Run } from '../types.js';
import {
  type ActiveOptions,
  checkActiveOptions,
  checkJudged,
  judgeableMetric,
  type PageGrade,
} from './active-options.js';
import { stepOf } from './blind-order.js';
import { CaseBeingJudged } from './case-being-judged.js';
import type { PoolItem } from './pool.js';

/** A page to be judged, and how far a judgment of it could move the mean difference. Nothing in it says which run showed the page. */
export type ToJudge = PoolItem & { readonly weight: number };

type Candidate = {
  readonly item: PoolItem;
  readonly weight: number;
  readonly step: number;
  readonly key: string;
};

/**
 * Two runs of which pages are judged one by one, always the one next whose label could change the difference most: the idea of minimal test collections (Carterette, Allan and
 * Sitaraman, SIGIR 2006). The weight of a page is |Δ with it relevant - Δ with it not relevant|, Δ being the mean difference b - a: the mean over eight ways in which the other
 * pages of the query that have no label could be judged, each being relevant in about half of them, as the paper first has it.
 *
 * Where this departs from the paper: there weights come from the closed form of average precision; here the metric itself is computed, so any built-in metric of pages
 * will do. The paper takes the heaviest page; here weights of one order of magnitude are equal, and a hash of query and page decides, so that the order tells judges nothing.
 *
 * What it is worth (`bench/active-judging.ts`, 50 pairs, nothing judged at first): fewer judgments than at random in most pairs; than pools by depth mostly where a metric adds up
 * pages alike (`precision@10`), and not where high ranks weigh most (`ndcg@10`, `map@10`), since pages at high ranks are likelier to be relevant, which weights do not know.
 */
export class ActiveJudging {
  readonly metric: string;
  readonly seed: number;
  /** The pairs as recorded, in the order of the cases. */
  readonly pairs: readonly PairedResult[];
  private readonly cases: ReadonlyMap<string, CaseBeingJudged>;
  private readonly candidates = new Map<string, readonly Candidate[]>();
  private readonly given: PageGrade[] = [];
  private readonly rel: number;

  /** Throws a LabError for runs that cannot be compared, were read without hits, or have values that do not come out of them; and for a metric that is not of pages. */
  constructor(a: Run, b: Run, options: ActiveOptions = {}) {
    checkActiveOptions(options);
    const metric = judgeableMetric(options.metric ?? a.metrics[0] ?? '', [a, b]);
    const { metric: name, pairs } = pairsOf(a, b, options.metric, {
      onSharedCases: options.onSharedCases ?? false,
    });
    this.metric = name;
    this.seed = options.seed ?? 1;
    this.pairs = pairs;
    this.rel = cutOf(name, [a, b]).rel;
    this.cases = casesOf([a, b], pairs, metric, {
      best: options.best ?? bestGrade(a, this.rel),
      seed: this.seed,
    });
  }

  /** The pages to be judged next, best first; fewer where fewer are left. They hold for the judgments so far, so one at a time needs the fewest. */
  next(count = 1): readonly ToJudge[] {
    const all = [...this.cases.keys()].flatMap((id) => this.candidatesOf(id));
    const first = count === 1 ? all.reduce<readonly Candidate[]>(keepEarlier, []) : [...all].sort(earlier);
    return first.slice(0, count).map(({ item, weight }) => ({ ...item, weight }));
  }

  /** Takes a judgment. Throws a LabError for one that contradicts a label or an earlier one. */
  judge(judged: PageGrade): void {
    const { caseId, page, grade } = judged;
    checkJudged(judged, [...this.cases.keys()]);
    const known = this.cases.get(caseId)!;
    const before = known.gradeOf(page);
    if (before === grade) return;
    if (before !== null)
      throw new LabError(
        `nextToJudge: ${caseId} × ${page} has the grade ${grade} and a label of ${before}, wanted one of them; drop the other`,
      );
    known.judge(page, grade);
    this.given.push(judged);
    this.candidates.delete(caseId);
  }

  get judgments(): readonly PageGrade[] {
    return this.given;
  }

  get left(): number {
    return this.answered.reduce((sum, { unjudged }) => sum + unjudged.length, 0);
  }

  /** The share of relevant pages among those judged; (relevant + 1) / (judged + 2), so that it is one half where none is, as the paper has it. */
  get relevantShare(): number {
    const relevant = this.given.filter(({ grade }) => grade >= this.rel).length;
    return (relevant + 1) / (this.given.length + 2);
  }

  /** The pairs with the values that the labels so far give. Failed ones stay as they are. */
  rows(): readonly PairedResult[] {
    return this.rowsOf((one) => one.values());
  }

  /** The pairs at an extreme; the means of single runs are not known there, so a is 0. */
  rowsFavouring(side: 'a' | 'b'): readonly PairedResult[] {
    return this.rowsOf((one) => ({ a: 0, b: one.bounds()[side === 'a' ? 'forA' : 'forB'] }));
  }

  /** Whether the extremes are over all labels that there could be; else a search has found them. */
  get exactExtremes(): boolean {
    return this.answered.every((one) => one.bounds().exact);
  }

  /** Queries that both answered. */
  get answered(): readonly CaseBeingJudged[] {
    return [...this.cases.values()];
  }

  private rowsOf(values: (one: CaseBeingJudged) => { readonly a: number; readonly b: number }) {
    return this.pairs.map((row): PairedResult => {
      const one = this.cases.get(row.caseId);
      if (one === undefined) return row;
      const { a, b } = values(one);
      return { ...row, a, b, delta: b - a, status: statusOf(b - a) };
    });
  }

  /** Weighed when they are asked for, and again only where something was judged since. */
  private candidatesOf(caseId: string): readonly Candidate[] {
    const known = this.candidates.get(caseId);
    if (known !== undefined) return known;
    const one = this.cases.get(caseId)!;
    const found = one.unjudged.map((page): Candidate => {
      const item = { caseId, query: one.item.query, page };
      const weight = one.weightOf(page) / this.cases.size;
      return { item, weight, step: stepOf(weight), key: one.keyOf(page) };
    });
    this.candidates.set(caseId, found);
    return found;
  }
}

function earlier(x: Candidate, y: Candidate): number {
  return x.step === y.step ? (x.key < y.key ? -1 : 1) : y.step - x.step;
}

function keepEarlier(best: readonly Candidate[], one: Candidate): readonly Candidate[] {
  return best[0] === undefined || earlier(one, best[0]) < 0 ? [one] : best;
}

/** The highest grade in use. */
function bestGrade({ cases }: Run, rel: number): number {
  let best = rel;
  for (const { labels } of cases) for (const { grade } of labels) best = Math.max(best, grade);
  return best;
}

function casesOf(
  runs: readonly [Run, Run],
  pairs: readonly PairedResult[],
  metric: Metric,
  settings: { readonly best: number; readonly seed: number },
): ReadonlyMap<string, CaseBeingJudged> {
  const items = new Map(runs[0].cases.map((item) => [item.id, item]));
  const results = runs.map((run) => new Map(run.results.map((result) => [result.caseId, result])));
  const found = new Map<string, CaseBeingJudged>();
  for (const row of pairs) {
    if (row.delta === null) continue;
    const [a, b] = results.map((byId, i) => pagesIn(byId.get(row.caseId)!, runs[i]!)) as [string[], string[]];
    const shown = { a: a.slice(0, metric.k ?? a.length), b: b.slice(0, metric.k ?? b.length) };
    const one = new CaseBeingJudged(items.get(row.caseId)!, metric, shown, settings);
    checkAgrees(one, row, metric);
    found.set(row.caseId, one);
  }
  if (found.size > 0) return found;
  throw new LabError(
    `activePool: no query was answered by both "${runs[0].name}" and "${runs[1].name}", wanted at least one; run them again`,
  );
}

function pagesIn({ caseId, hits, pageCount }: Result, { name, id }: Run): readonly string[] {
  if (hits.length > 0 || (pageCount ?? 0) === 0) return pagesOf(hits);
  throw new LabError(
    `activePool: run "${name}" (${id}) was read without the hits of ${caseId}, wanted them; read it with store.run(name)`,
  );
}

function checkAgrees(one: CaseBeingJudged, { caseId, a, b }: PairedResult, { name }: Metric): void {
  const now = one.values();
  if (Math.abs(now.a - a!) <= TOLERANCE && Math.abs(now.b - b!) <= TOLERANCE) return;
  throw new LabError(
    `activePool: ${name} of ${caseId} does not come out as recorded from the hits on record (${now.a} and ${now.b}, recorded ${a} and ${b}), wanted a single search of each query over these labels; score the runs again`,
  );
}
