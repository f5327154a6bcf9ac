import { OpenPages, type ShownPages } from '../compare/open-pages.js';
import type { RandomWords } from '../measure/random.js';
import type { Case, Metric } from '../types.js';
import { bitOf, blindKey } from './blind-order.js';

/** Ways in which the other pages could be judged that a weight is the mean of. */
const DRAWS = 8;

type Settings = { readonly best: number; readonly seed: number };

/** One query in two runs while pages of it are being judged, with what each page weighs. */
export class CaseBeingJudged extends OpenPages {
  private readonly keys: ReadonlyMap<string, string>;

  /** `shown` are the pages of each run as far as the metric looks; those without a label are to be judged. */
  constructor(item: Case, metric: Metric, shown: ShownPages, { best, seed }: Settings) {
    super(item, metric, shown, best);
    this.keys = new Map(this.unjudged.map((page) => [page, blindKey({ caseId: item.id, page }, seed)]));
  }

  /** What decides among pages of near equal weight. */
  keyOf(page: string): string {
    return this.keys.get(page)!;
  }

  /**
   * How far the difference with the page relevant is from the one with it judged and not relevant: the mean over some ways in which the other open pages could be
   * judged, each being relevant in about half of them.
   */
  weightOf(page: string): number {
    const others = this.unjudged.filter((other) => other !== page);
    let sum = 0;
    for (let draw = 0; draw < DRAWS; draw++) {
      const relevant = others.filter((other) => bitOf(this.keyOf(other), draw));
      sum += Math.abs(this.deltaWith([...relevant, page]) - this.deltaWith(relevant));
    }
    return sum / DRAWS;
  }

  /** The difference with each open page relevant with probability p. */
  drawn(p: number, words: RandomWords): number {
    return this.deltaWith(this.unjudged.filter(() => words() / 2 ** 32 < p));
  }
}
