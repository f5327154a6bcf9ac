import { hashOf, type TopicHits } from './topic-hits.js';

/** The labelled documents of a topic, to be asked for by the bytes of a hit. */
export class JudgedIds {
  readonly ids: readonly string[];
  private readonly bytes: Uint8Array;
  private readonly starts: Int32Array;
  private readonly hashes: Int32Array;
  private readonly slots: Int32Array;

  constructor(ids: Iterable<string>) {
    this.ids = [...ids];
    this.bytes = Buffer.from(this.ids.join('\n'));
    this.starts = new Int32Array(this.ids.length + 1);
    this.hashes = new Int32Array(this.ids.length);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(4 * this.ids.length + 4)));
    this.ids.forEach((id, i) => {
      this.starts[i + 1] = this.starts[i]! + Buffer.byteLength(id) + 1;
      this.hashes[i] = hashOf(this.bytes, this.starts[i]!, this.starts[i + 1]! - 1);
      let at = this.hashes[i]! & (this.slots.length - 1);
      while (this.slots[at] !== 0) at = (at + 1) & (this.slots.length - 1);
      this.slots[at] = i + 1;
    });
  }

  /** Which of the ids hit i has, or -1. */
  find(hits: TopicHits, i: number): number {
    const { slots, hashes } = this;
    const hash = hits.hashes[i]!;
    const mask = slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const found = slots[at]! - 1;
      if (found === -1) return -1;
      if (hashes[found] === hash && this.same(found, hits, i)) return found;
    }
  }

  private same(found: number, { bytes, starts, ends }: TopicHits, i: number): boolean {
    const start = starts[i]!;
    const own = this.starts[found]!;
    const length = this.starts[found + 1]! - 1 - own;
    if (ends[i]! - start !== length) return false;
    for (let at = 0; at < length; at++) if (bytes[start + at] !== this.bytes[own + at]) return false;
    return true;
  }
}
