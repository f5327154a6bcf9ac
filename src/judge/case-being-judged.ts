import { gradesOf, judgedPages, needsOf } from '../measure/judged.js';
import type { RandomWords } from '../measure/random.js';
import { TOLERANCE } from '../measure/tolerance.js';
import type { Case, Metric } from '../types.js';
import { bitOf, blindKey } from './blind-order.js';

/** Ways in which the other pages could be judged that a weight is the mean of. */
const DRAWS = 8;

export type Side = 'a' | 'b';

type Settings = { readonly best: number; readonly seed: number };

type Rankings = { readonly a: readonly string[]; readonly b: readonly string[] };

/** One query in two runs while pages of it are being judged: everything is computed by the metric itself from the labels so far. */
export class CaseBeingJudged {
  readonly item: Case;
  private readonly metric: Metric;
  private readonly shown: Rankings;
  /** What a page is given that is taken to be relevant. */
  private readonly best: number;
  private readonly grades: Map<string, number>;
  private readonly needs: Set<string>[];
  private readonly open: Set<string>;
  private readonly onlyIn: Rankings;
  private readonly keys: ReadonlyMap<string, string>;

  /** `shown` are the pages of each run as far as the metric looks; those without a label are to be judged. */
  constructor(item: Case, metric: Metric, shown: Rankings, { best, seed }: Settings) {
    this.item = item;
    this.metric = metric;
    this.shown = shown;
    this.best = best;
    this.grades = new Map(gradesOf(item));
    this.needs = needsOf(item).map((need) => new Set(need));
    const judged = (page: string) => (this.grades.get(page) ?? -1) >= 0;
    this.open = new Set([...shown.a, ...shown.b].filter((page) => !judged(page)));
    this.keys = new Map(this.unjudged.map((page) => [page, blindKey({ caseId: item.id, page }, seed)]));
    this.onlyIn = {
      a: shown.a.filter((page) => !shown.b.includes(page)),
      b: shown.b.filter((page) => !shown.a.includes(page)),
    };
  }

  /** Pages within the cut of either run that have no label. */
  get unjudged(): readonly string[] {
    return [...this.open];
  }

  /** What decides among pages of near equal weight. */
  keyOf(page: string): string {
    return this.keys.get(page)!;
  }

  gradeOf(page: string): number | null {
    const grade = this.grades.get(page) ?? -1;
    return grade < 0 ? null : grade;
  }

  judge(page: string, grade: number): void {
    this.grades.set(page, grade);
    if (grade > 0) this.needs.push(new Set([page]));
    this.open.delete(page);
  }

  values(): { readonly a: number; readonly b: number } {
    return { a: this.value('a'), b: this.value('b') };
  }

  /** b - a with the labels so far, what has none being not relevant. */
  delta(): number {
    return this.value('b') - this.value('a');
  }

  /**
   * How far the difference with the page relevant is from the one with it judged and not relevant: the mean over some ways in which the other open pages could be
   * judged, each being relevant in about half of them.
   */
  weightOf(page: string): number {
    const labels = new Map<string, number>();
    let sum = 0;
    for (let draw = 0; draw < DRAWS; draw++) {
      for (const other of this.open) labels.set(other, bitOf(this.keyOf(other), draw) ? this.best : 0);
      labels.set(page, this.best);
      const relevant = this.deltaWith(labels);
      labels.set(page, 0);
      sum += Math.abs(relevant - this.deltaWith(labels));
    }
    return sum / DRAWS;
  }

  /** The difference with labels for all open pages that favour one side most, as far as `climb` finds them. */
  favouring(side: Side): number {
    const sign = side === 'b' ? 1 : -1;
    const score = (labels: ReadonlyMap<string, number>) => sign * this.deltaWith(labels);
    const starts = [this.onlyIn[side], []].map(
      (relevant: readonly string[]) =>
        new Map([...this.open].map((page) => [page, relevant.includes(page) ? this.best : 0])),
    );
    return sign * Math.max(...starts.map((labels) => climb(labels, this.best, score)));
  }

  /** The difference with each open page relevant with probability p. */
  drawn(p: number, words: RandomWords): number {
    const labels = new Map([...this.open].map((page) => [page, words() / 2 ** 32 < p ? this.best : 0]));
    return this.deltaWith(labels);
  }

  private deltaWith(labels: ReadonlyMap<string, number>): number {
    const before = this.needs.length;
    const earlier = [...labels.keys()].map((page) => [page, this.grades.get(page)] as const);
    for (const [page, grade] of labels) {
      this.grades.set(page, grade);
      if (grade > 0) this.needs.push(new Set([page]));
    }
    const found = this.delta();
    this.needs.length = before;
    for (const [page, grade] of earlier) {
      if (grade === undefined) this.grades.delete(page);
      else this.grades.set(page, grade);
    }
    return found;
  }

  private value(side: Side): number {
    return this.metric.value(judgedPages(this.shown[side], this.grades, this.needs));
  }
}

/**
 * Changes the label that raises the score most, again and again until none does. For a metric that is a sum over pages no labels have a higher score; for others there
 * could be some, but the search has found them from one of two starts: what only one run shows is relevant, or nothing is.
 */
function climb(
  labels: Map<string, number>,
  best: number,
  score: (labels: ReadonlyMap<string, number>) => number,
): number {
  const turned = (page: string) => {
    labels.set(page, labels.get(page) === 0 ? best : 0);
  };
  for (let reached = score(labels); ; ) {
    let [step, higher] = [null as string | null, reached + TOLERANCE];
    for (const page of labels.keys()) {
      turned(page);
      const found = score(labels);
      if (found > higher) [step, higher] = [page, found];
      turned(page);
    }
    if (step === null) return reached;
    turned(step);
    reached = higher;
  }
}
