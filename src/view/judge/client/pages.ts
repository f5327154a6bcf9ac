import type { PageText } from '../judge-types.js';

/** Texts of pages that were fetched; the next ones are fetched before they are asked for, so that a grade is followed by its page at once. */
export class Pages {
  private readonly fetchPage: (doc: string) => Promise<PageText>;
  private readonly arrived: () => void;
  private readonly texts = new Map<string, string>();
  private readonly asked = new Set<string>();
  private readonly other = new Set<string>();

  constructor(fetchPage: (doc: string) => Promise<PageText>, arrived: () => void) {
    this.fetchPage = fetchPage;
    this.arrived = arrived;
  }

  textOf(doc: string): string | null {
    return this.texts.get(doc) ?? null;
  }

  /** Whether the server has another text by this name than the one that was to be judged. */
  isOther(doc: string): boolean {
    return this.other.has(doc);
  }

  /** Fetches what is not there yet. One that does not come is asked for again the next time; one of another version than was announced is not shown. */
  want(docs: readonly { readonly id: string; readonly digest: string }[]): void {
    for (const { id, digest } of docs) {
      if (this.texts.has(id) || this.other.has(id) || this.asked.has(id)) continue;
      this.asked.add(id);
      this.fetchPage(id).then(
        (page) => {
          if (page.digest === digest) this.texts.set(id, page.text);
          else this.other.add(id);
          this.asked.delete(id);
          this.arrived();
        },
        () => this.asked.delete(id),
      );
    }
  }
}
