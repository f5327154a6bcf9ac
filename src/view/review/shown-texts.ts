import type { ReviewTexts } from './review-types.js';

type Stretch = { start: number; end: number };

/** Gathers the stretches of pages that are shown, each character once, until a number of characters is reached. */
export class ShownTexts {
  private readonly stretches = new Map<number, Stretch[]>();
  private readonly texts: ReadonlyMap<number, string>;
  private readonly most: number;
  private chars = 0;
  private leftOut = 0;

  /** Texts by page number. */
  constructor(texts: ReadonlyMap<number, string>, most: number) {
    this.texts = texts;
    this.most = most;
  }

  add(doc: number, from: number, to: number): void {
    const text = this.texts.get(doc);
    if (text === undefined) return;
    const [start, end] = [Math.max(0, from), Math.min(to, text.length)];
    if (end <= start) return;
    const known = this.stretches.get(doc) ?? [];
    if (known.some((one) => one.start <= start && end <= one.end)) return;
    const touching = known.filter((one) => one.start <= end && start <= one.end);
    const merged = {
      start: Math.min(start, ...touching.map((one) => one.start)),
      end: Math.max(end, ...touching.map((one) => one.end)),
    };
    const more = merged.end - merged.start - touching.reduce((sum, one) => sum + one.end - one.start, 0);
    if (this.chars + more > this.most) {
      this.leftOut++;
      return;
    }
    this.chars += more;
    const apart = known.filter((one) => !touching.includes(one));
    this.stretches.set(
      doc,
      [...apart, merged].sort((a, b) => a.start - b.start),
    );
  }

  end(): ReviewTexts {
    const pages = Object.fromEntries(
      [...this.stretches].map(([doc, stretches]) => [
        String(doc),
        stretches.map(({ start, end }) => [start, this.texts.get(doc)!.slice(start, end)] as const),
      ]),
    );
    const note =
      this.leftOut === 0
        ? null
        : `The page holds ${this.chars.toLocaleString('en')} characters of page text, at most ${this.most.toLocaleString('en')}, those of the worst queries first: ${this.leftOut.toLocaleString('en')} passages are shown by id and offsets alone.`;
    return { pages, note };
  }
}
