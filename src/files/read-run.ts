import { isUtf8 } from 'node:buffer';
import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { readBytes } from './bytes.js';
import { decimalState, readDecimal } from './decimal.js';
import { Gathered, readLineBytes } from './gathered.js';
import { fieldsOf } from './qrels.js';
import { finished, TopicHits, textOf } from './topic-hits.js';

/** Takes the hits of one topic, in the order of the file. They are lent: nothing of them lasts beyond the call. */
export type TakeTopic = (hits: TopicHits) => void;

/** A topic whose lines do not stand together: the file has to be read another way. */
class Scattered extends Error {}

const SPACE = 0x20;
const TAB = 0x09;
const LF = 0x0a;
const VT = 0x0b;
const FF = 0x0c;
const CR = 0x0d;

/** White space within a line, as C has it; any other control byte is none, and none that an id may hold. */
function isGap(byte: number | undefined): boolean {
  return byte! <= SPACE && (byte === SPACE || byte === TAB || byte === VT || byte === FF);
}

/** A longer line is no line of a run, and would be read again with each piece. */
const MOST_LINE_BYTES = 1 << 24;

const ROOM = 1 << 21;

/** Lines of `topic Q0 document rank score tag`, whatever stands after it; white space parts the fields, as in trec_eval. */
export class RunScanner {
  readonly hits = new TopicHits();
  /** The tag of the first line. */
  tag: string | null = null;
  lineCount = 0;
  private held: Uint8Array;
  private length = 0;
  private topicStart = 0;
  private topicEnd = 0;
  private readonly seen = new Set<string>();

  private readonly where: string;
  private readonly take: TakeTopic;
  private readonly numbers: Int32Array | null;

  /** `numbers` has one for each line, where they are not those of one file from its first. */
  constructor(where: string, take: TakeTopic, numbers: Int32Array | null = null, room = ROOM) {
    this.where = where;
    this.take = take;
    this.numbers = numbers;
    this.held = new Uint8Array(room);
  }

  /** Reads on. What belongs to an unfinished line or topic is kept. */
  feed(piece: Uint8Array): void {
    this.make(piece.length);
    this.held.set(piece, this.length);
    this.length += piece.length;
    const scanned = this.scan(false);
    if (this.length - scanned > MOST_LINE_BYTES)
      throw new LabError(
        `${this.where}:${this.numberOf(this.lineCount)}: is longer than ${MOST_LINE_BYTES >> 20} MiB, wanted 6 fields (${FIELDS}); check that this is a run`,
      );
    this.compact(scanned);
  }

  end(): void {
    this.make(1);
    this.held[this.length++] = LF;
    this.scan(true);
    this.finishTopic();
  }

  private make(room: number): void {
    if (this.length + room <= this.held.length) return;
    const larger = new Uint8Array(Math.max(2 * this.held.length, this.length + room));
    larger.set(this.held.subarray(0, this.length));
    this.held = larger;
    this.hits.bytes = larger;
  }

  /** Moves what is still needed to the front: the topic under way and the unfinished line. */
  private compact(scanned: number): void {
    const from = this.hits.count > 0 ? Math.min(this.topicStart, scanned) : scanned;
    if (from === 0) return;
    this.held.copyWithin(0, from, this.length);
    this.length -= from;
    this.topicStart -= from;
    this.topicEnd -= from;
    this.hits.shift(from);
    this.resumeAt = scanned - from;
  }

  private resumeAt = 0;

  /** Goes through whole lines from where it stopped; returns where the first unfinished one starts. */
  private scan(final: boolean): number {
    const bytes = this.held;
    const end = this.length;
    this.hits.bytes = bytes;
    let at = this.resumeAt;
    for (;;) {
      // A CR at the very end may be half of a CRLF.
      const next = this.line(bytes, at, final ? end : end - 1, end);
      if (next === -1) break;
      at = next;
    }
    this.resumeAt = at;
    return at;
  }

  /** Reads the line at `at`; returns where the next one starts, or -1 where it has no end before `limit`. */
  private line(bytes: Uint8Array, at: number, limit: number, end: number): number {
    const from = at;
    while (at < limit && isGap(bytes[at])) at++;
    const topicStart = at;
    while (at < limit && bytes[at]! > SPACE) at++;
    const topicEnd = at;
    while (at < limit && isGap(bytes[at])) at++;
    while (at < limit && bytes[at]! > SPACE) at++;
    while (at < limit && isGap(bytes[at])) at++;
    const docStart = at;
    let hash = 0x811c9dc5 | 0;
    for (; at < limit && bytes[at]! > SPACE; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    const docEnd = at;
    while (at < limit && isGap(bytes[at])) at++;
    const rankStart = at;
    let rank = 0;
    for (; at < limit && bytes[at]! > SPACE; at++) {
      const digit = bytes[at]! - 0x30;
      rank = digit >= 0 && digit <= 9 ? rank * 10 + digit : -1e300;
    }
    const rankEnd = at;
    while (at < limit && isGap(bytes[at])) at++;
    const scoreStart = at;
    while (at < limit && bytes[at]! > SPACE) at++;
    const scoreEnd = at;
    while (at < limit && isGap(bytes[at])) at++;
    const tagStart = at;
    while (at < limit && bytes[at] !== LF && bytes[at] !== CR) at++;
    if (at >= limit) return -1;
    const number = this.lineCount++;
    const next = bytes[at] === CR && at + 1 < end && bytes[at + 1] === LF ? at + 2 : at + 1;
    if (topicEnd === topicStart && topicStart === at) return next;
    // Without a tag some other field may be the one that is not there. A score that is not parted from it ends in a control byte.
    if (tagStart === at || tagStart === scoreEnd) this.wrongFields(bytes, from, at, number);
    if (this.hits.count === 0 || !this.sameTopic(bytes, topicStart, topicEnd))
      this.beginTopic(bytes, topicStart, topicEnd, number);
    if (this.tag === null) this.tag = fieldsOf(textOf(bytes, tagStart, at))[0]!;
    this.add(
      bytes,
      docStart,
      docEnd,
      finished(hash),
      rankEnd > rankStart && rank >= 0 ? rank : -1,
      scoreStart,
      scoreEnd,
      number,
    );
    return next;
  }

  private add(
    bytes: Uint8Array,
    docStart: number,
    docEnd: number,
    hash: number,
    rank: number,
    scoreStart: number,
    scoreEnd: number,
    number: number,
  ): void {
    const { hits } = this;
    const i = hits.count;
    if (i === hits.starts.length) hits.grow();
    const score = readDecimal(bytes, scoreStart, scoreEnd);
    if (Number.isNaN(score)) this.wrongScore(bytes, scoreStart, scoreEnd, number);
    if (decimalState.rough) hits.rough = true;
    hits.starts[i] = docStart;
    hits.ends[i] = docEnd;
    hits.hashes[i] = hash;
    hits.scores[i] = score;
    hits.ranks[i] = rank;
    hits.scoreStarts[i] = scoreStart;
    hits.scoreEnds[i] = scoreEnd;
    hits.lines[i] = this.numberOf(number);
    hits.count = i + 1;
    const other = hits.enter(i);
    if (other !== -1)
      throw new LabError(
        `${this.where}:${this.numberOf(number)}: the document "${hits.id(i)}" comes a second time for topic "${hits.topic}" (first on line ${hits.lines[other]}), wanted each once; drop one`,
      );
  }

  private sameTopic(bytes: Uint8Array, start: number, end: number): boolean {
    const length = this.topicEnd - this.topicStart;
    if (end - start !== length) return false;
    for (let i = 0; i < length; i++) if (bytes[this.topicStart + i] !== bytes[start + i]) return false;
    return true;
  }

  private beginTopic(bytes: Uint8Array, start: number, end: number, number: number): void {
    this.finishTopic();
    const topic = textOf(bytes, start, end);
    if (topic.startsWith('\uFEFF') || !isUtf8(bytes.subarray(start, end)))
      throw new LabError(
        `${this.where}:${this.numberOf(number)}: the topic ${topic.startsWith('\uFEFF') ? 'starts with a byte-order mark' : `"${topic}" is no UTF-8 text`}, wanted it as the labels have it; correct it`,
      );
    if (this.seen.has(topic)) throw new Scattered();
    this.seen.add(topic);
    this.hits.reset(topic);
    this.topicStart = start;
    this.topicEnd = end;
  }

  private finishTopic(): void {
    if (this.hits.count > 0) this.take(this.hits);
    this.hits.count = 0;
  }

  private numberOf(line: number): number {
    return this.numbers === null ? line + 1 : this.numbers[line]!;
  }

  private wrongFields(bytes: Uint8Array, from: number, to: number, number: number): never {
    const place = `${this.where}:${this.numberOf(number)}`;
    const odd = bytes.subarray(from, to).find((byte) => byte < SPACE && !isGap(byte));
    if (odd !== undefined)
      throw new LabError(
        `${place}: holds the control byte 0x${odd.toString(16).padStart(2, '0')}, wanted text; check that this is a run`,
      );
    const { length } = fieldsOf(textOf(bytes, from, to));
    throw new LabError(
      `${place}: has ${length === 1 ? '1 field' : `${length} fields`}, wanted 6 (${FIELDS}); ${length === 4 ? 'is this a qrels file? give the run' : 'correct the line'}`,
    );
  }

  private wrongScore(bytes: Uint8Array, start: number, end: number, number: number): never {
    throw new LabError(
      `${this.where}:${this.numberOf(number)}: the score is "${textOf(bytes, start, end).slice(0, 40)}", wanted a number in the fifth field; correct it`,
    );
  }
}

const FIELDS = 'topic Q0 document rank score tag';

export type RunFacts = { readonly tag: string | null; readonly lines: number };

/** Reads a TREC run, one topic at a time where its lines stand together, else gathered first; `restart` says that what was taken is void. */
export async function readTrecRun(file: string, take: TakeTopic, restart: () => void): Promise<RunFacts> {
  const where = shownPath(file);
  try {
    const scanner = new RunScanner(where, take);
    await readBytes(file, (bytes) => scanner.feed(bytes));
    scanner.end();
    return { tag: scanner.tag, lines: scanner.lineCount };
  } catch (thrown) {
    if (!(thrown instanceof Scattered)) throw thrown;
    restart();
    return readScattered(file, where, take);
  }
}

/** Topics that come in turns: each one's lines are put together, and then read as if they had always stood so. */
async function readScattered(file: string, where: string, take: TakeTopic): Promise<RunFacts> {
  const topics = new Map<string, Gathered>();
  let lines = 0;
  await readLineBytes(file, (bytes, start, end) => {
    lines++;
    const topic = topicOf(bytes, start, end);
    if (topic === null) return;
    const gathered = topics.get(topic) ?? new Gathered();
    topics.set(topic, gathered);
    gathered.add(bytes.subarray(start, end), lines);
  });
  let tag: string | null = null;
  for (const [topic, gathered] of topics) {
    const text = gathered.text();
    const scanner = new RunScanner(where, take, gathered.numbers, text.length + 1);
    scanner.feed(text);
    scanner.end();
    tag ??= scanner.tag;
    topics.delete(topic);
  }
  return { tag, lines };
}

/** Null for a blank line. By bytes: letters that are no UTF-8 would all be read as the same one. */
function topicOf(bytes: Uint8Array, start: number, end: number): string | null {
  let from = start;
  while (from < end && isGap(bytes[from])) from++;
  let to = from;
  while (to < end && bytes[to]! > SPACE) to++;
  return from === end
    ? null
    : Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
}
