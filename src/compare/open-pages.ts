import { gradesOf, judgedPages, needsOf } from '../measure/judged.js';
import { TOLERANCE } from '../measure/tolerance.js';
import type { Case, Metric } from '../types.js';

type Side = 'a' | 'b';

/** The pages of each run as far as a metric of pages looks, best first. */
export type ShownPages = { readonly a: readonly string[]; readonly b: readonly string[] };

/** The lowest and the highest difference b - a that labels for the open pages can give; `exact` where all ways to label them were computed. */
export type Bounds = { readonly forA: number; readonly forB: number; readonly exact: boolean };

/** Open pages of one query up to which all ways to label them are computed, 2^8 of them. */
const MOST_EXACT = 8;

/** One query in two runs, with pages that nobody has judged: what the metric is with more labels is computed by the metric itself. */
export class OpenPages {
  readonly item: Case;
  protected readonly open: Set<string>;
  private readonly metric: Metric;
  private readonly shown: ShownPages;
  /** What a page is given that is taken to be relevant. */
  protected readonly best: number;
  private readonly grades: Map<string, number>;
  private readonly needs: ReadonlySet<string>[];
  /** What each open page would meet alone. */
  private readonly ownNeeds: ReadonlyMap<string, ReadonlySet<string>>;
  private knownBounds: Bounds | null = null;

  constructor(item: Case, metric: Metric, shown: ShownPages, best: number) {
    this.item = item;
    this.metric = metric;
    this.shown = shown;
    this.best = best;
    this.grades = new Map(gradesOf(item));
    this.needs = [...needsOf(item)];
    const judged = (page: string) => (this.grades.get(page) ?? -1) >= 0;
    this.open = new Set([...shown.a, ...shown.b].filter((page) => !judged(page)));
    this.ownNeeds = new Map([...this.open].map((page) => [page, new Set([page])]));
  }

  /** Pages within the cut of either run that have no label. */
  get unjudged(): readonly string[] {
    return [...this.open];
  }

  gradeOf(page: string): number | null {
    const grade = this.grades.get(page) ?? -1;
    return grade < 0 ? null : grade;
  }

  judge(page: string, grade: number): void {
    this.grades.set(page, grade);
    if (grade > 0) this.needs.push(new Set([page]));
    this.open.delete(page);
    this.knownBounds = null;
  }

  values(): { readonly a: number; readonly b: number } {
    return { a: this.value('a'), b: this.value('b') };
  }

  /** b - a with the labels so far, what has none being not relevant. */
  delta(): number {
    return this.value('b') - this.value('a');
  }

  /** The extremes over all ways to label the open pages; where these are many, as far as `climb` finds them. */
  bounds(): Bounds {
    this.knownBounds ??=
      this.open.size > MOST_EXACT
        ? { forA: this.favouring('a'), forB: this.favouring('b'), exact: false }
        : this.labelled([], () => this.ofAllLabels());
    return this.knownBounds;
  }

  /** About how often the metric is computed for `bounds`, times the pages that it is computed of. */
  get boundsWork(): number {
    const { size } = this.open;
    const times = size > MOST_EXACT ? 2 * size * size : 2 ** size;
    return times * (this.shown.a.length + this.shown.b.length);
  }

  /** The difference with these open pages relevant, and the others judged and not relevant. */
  protected deltaWith(relevant: readonly string[]): number {
    return this.labelled(relevant, () => this.delta());
  }

  /** Computes something with labels for all open pages, which it may turn, and takes them off again. */
  private labelled<T>(relevant: readonly string[], compute: () => T): T {
    const needs = this.needs.length;
    const earlier = [...this.open].map((page) => [page, this.grades.get(page)] as const);
    for (const page of this.open) this.grades.set(page, 0);
    for (const page of relevant) if (this.open.has(page)) this.turn(page);
    const found = compute();
    this.needs.length = needs;
    for (const [page, grade] of earlier) {
      if (grade === undefined) this.grades.delete(page);
      else this.grades.set(page, grade);
    }
    return found;
  }

  /** Makes an open page relevant that is not, and the reverse. What it meets stands among the last needs, so the first ones stay. */
  private turn(page: string): void {
    const own = this.ownNeeds.get(page)!;
    if (this.grades.get(page) === 0) {
      this.grades.set(page, this.best);
      this.needs.push(own);
      return;
    }
    this.grades.set(page, 0);
    const last = this.needs.pop()!;
    if (last !== own) this.needs[this.needs.indexOf(own)] = last;
  }

  private favouring(side: Side): number {
    const sign = side === 'b' ? 1 : -1;
    const other = this.shown[side === 'a' ? 'b' : 'a'];
    const starts = [this.shown[side].filter((page) => !other.includes(page)), []];
    return sign * Math.max(...starts.map((start) => this.labelled(start, () => this.climb(sign))));
  }

  /** In the order of a Gray code, so that each way differs from the one before by one page. */
  private ofAllLabels(): Bounds {
    const pages = [...this.open];
    let [forA, forB] = [this.delta(), this.delta()];
    for (let i = 1; i < 2 ** pages.length; i++) {
      this.turn(pages[31 - Math.clz32(i & -i)]!);
      const delta = this.delta();
      forA = Math.min(forA, delta);
      forB = Math.max(forB, delta);
    }
    return { forA, forB, exact: true };
  }

  /**
   * Turns the page that raises the difference (times `sign`) most, again and again until none does. For a metric that is a sum over pages no labels have a higher one; for
   * others there could be some, but the search has found them from one of two starts: what only one run shows is relevant, or nothing is.
   */
  private climb(sign: number): number {
    for (let reached = sign * this.delta(); ; ) {
      let [step, higher] = [null as string | null, reached + TOLERANCE];
      for (const page of this.open) {
        this.turn(page);
        const found = sign * this.delta();
        if (found > higher) [step, higher] = [page, found];
        this.turn(page);
      }
      if (step === null) return reached;
      this.turn(step);
      reached = higher;
    }
  }

  private value(side: Side): number {
    return this.metric.value(judgedPages(this.shown[side], this.grades, this.needs));
  }
}
