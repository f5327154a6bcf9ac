import { exactDecimal } from './decimal.js';

/** A hit as other formats give it; a rank or a line that is not known is -1 or 0. */
export type HitRow = {
  readonly doc: string;
  readonly score: number;
  readonly rank: number;
  readonly line: number;
};

/**
 * The lines of one topic of a run, as numbers over bytes that are lent: no string is made for a line that nobody asks for. Arrays grow and are
 * used again for the next topic.
 */
export class TopicHits {
  topic = '';
  count = 0;
  bytes: Uint8Array = new Uint8Array(0);
  /** Where document ids start and end in `bytes`. */
  starts: Int32Array = new Int32Array(1024);
  ends: Int32Array = new Int32Array(1024);
  hashes: Int32Array = new Int32Array(1024);
  scores: Float64Array = new Float64Array(1024);
  /** Ranks as the file gives them; -1 where it gives none. */
  ranks: Float64Array = new Float64Array(1024);
  lines: Int32Array = new Int32Array(1024);
  scoreStarts: Int32Array = new Int32Array(1024);
  scoreEnds: Int32Array = new Int32Array(1024);
  /** Some score has more digits than were read quickly. */
  rough = false;
  /** First lines with the same document in it: index + 1, open addressing by hash. */
  private slots: Int32Array = new Int32Array(4096);

  reset(topic: string): void {
    this.topic = topic;
    this.count = 0;
    this.rough = false;
    this.slots.fill(0);
  }

  grow(): void {
    for (const name of ['starts', 'ends', 'hashes', 'lines', 'scoreStarts', 'scoreEnds'] as const)
      this[name] = doubled(this[name], Int32Array);
    for (const name of ['scores', 'ranks'] as const) this[name] = doubled(this[name], Float64Array);
    this.slots = new Int32Array(4 * this.starts.length);
    for (let i = 0; i < this.count; i++) this.enter(i);
  }

  /** Takes hit i into the table of documents; the hit that has the same document already, or -1. */
  enter(i: number): number {
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    for (let at = hashes[i]! & mask; ; at = (at + 1) & mask) {
      const other = slots[at]! - 1;
      if (other === -1) {
        slots[at] = i + 1;
        return -1;
      }
      if (hashes[other] === hashes[i] && this.compareIds(other, i) === 0) return other;
    }
  }

  /** Byte order of two document ids, as `strcmp` has it. */
  compareIds(i: number, j: number): number {
    const { bytes, starts, ends } = this;
    const [a, b] = [starts[i]!, starts[j]!];
    const [lengthA, lengthB] = [ends[i]! - a, ends[j]! - b];
    const shorter = Math.min(lengthA, lengthB);
    for (let at = 0; at < shorter; at++) {
      const difference = bytes[a + at]! - bytes[b + at]!;
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  }

  /** Takes rows that are strings already; the place of the first whose document was there before, or -1. */
  load(topic: string, rows: readonly HitRow[]): number {
    this.reset(topic);
    while (this.starts.length < rows.length) this.grow();
    this.bytes = Buffer.from(rows.map((row) => row.doc).join('\n'));
    let at = 0;
    for (const [i, { doc, score, rank, line }] of rows.entries()) {
      this.starts[i] = at;
      at += Buffer.byteLength(doc);
      this.ends[i] = at++;
      this.hashes[i] = hashOf(this.bytes, this.starts[i]!, this.ends[i]!);
      this.scores[i] = score;
      this.ranks[i] = rank;
      this.lines[i] = line;
      this.count = i + 1;
      if (this.enter(i) !== -1) return i;
    }
    return -1;
  }

  id(i: number): string {
    return textOf(this.bytes, this.starts[i]!, this.ends[i]!);
  }

  /** Scores to their last bit, where a quick reading may have lost it. */
  settle(): void {
    for (let i = 0; i < this.count; i++)
      this.scores[i] = exactDecimal(this.bytes, this.scoreStarts[i]!, this.scoreEnds[i]!);
    this.rough = false;
  }

  /** The bytes were moved towards the front. */
  shift(by: number): void {
    for (let i = 0; i < this.count; i++) {
      this.starts[i]! -= by;
      this.ends[i]! -= by;
      this.scoreStarts[i]! -= by;
      this.scoreEnds[i]! -= by;
    }
  }
}

export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

/** FNV-1a over bytes; equal ids have equal hashes wherever they stand. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return finished(hash);
}

/** FNV leaves the low bits of short ids poorly mixed, and the table goes by them. */
export function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

function doubled<T extends Int32Array | Float64Array>(old: T, make: { new (length: number): T }): T {
  const next = new make(old.length * 2);
  next.set(old as never);
  return next;
}
