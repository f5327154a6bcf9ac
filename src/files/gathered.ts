import { readBytes } from './bytes.js';

const LF = 0x0a;
const CR = 0x0d;

/** Bytes that are put together as they come; the room for them doubles. */
class GrowingBytes {
  length = 0;
  private bytes = new Uint8Array(4096);

  add(more: Uint8Array): void {
    if (this.length + more.length > this.bytes.length) {
      const larger = new Uint8Array(2 * (this.length + more.length));
      larger.set(this.all());
      this.bytes = larger;
    }
    this.bytes.set(more, this.length);
    this.length += more.length;
  }

  all(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/** Lines that are put together as they come, with the number that each had in its file. */
export class Gathered {
  numbers = new Int32Array(64);
  private readonly bytes = new GrowingBytes();
  private count = 0;

  add(line: Uint8Array, number: number): void {
    if (this.count === this.numbers.length) {
      const more = new Int32Array(2 * this.count);
      more.set(this.numbers);
      this.numbers = more;
    }
    this.bytes.add(line);
    this.bytes.add(NEW_LINE);
    this.numbers[this.count++] = number;
  }

  text(): Uint8Array {
    return this.bytes.all();
  }
}

const NEW_LINE = Uint8Array.of(LF);

/** Takes a line as bytes without its end, and without what stands before it. */
export type TakeLineBytes = (bytes: Uint8Array, start: number, end: number) => void;

/** Hands over each line as bytes without its end; LF, CRLF and CR end one. What is taken is only lent. */
export async function readLineBytes(file: string, take: TakeLineBytes): Promise<void> {
  const lines = new LineCutter(take);
  await readBytes(file, (piece) => lines.add(piece));
  lines.end();
}

class LineCutter {
  private rest = new GrowingBytes();
  private endedInCr = false;
  private readonly take: TakeLineBytes;

  constructor(take: TakeLineBytes) {
    this.take = take;
  }

  add(piece: Uint8Array): void {
    // The LF of a CRLF that was cut in two ends no line of its own.
    let start = this.endedInCr && piece[0] === LF ? 1 : 0;
    for (let at = start; at < piece.length; at++) {
      if (piece[at] !== LF && piece[at] !== CR) continue;
      this.line(piece, start, at);
      if (piece[at] === CR && piece[at + 1] === LF) at++;
      start = at + 1;
    }
    this.endedInCr = piece[piece.length - 1] === CR;
    this.rest.add(piece.subarray(start));
  }

  end(): void {
    if (this.rest.length > 0) this.take(this.rest.all(), 0, this.rest.length);
  }

  private line(piece: Uint8Array, start: number, end: number): void {
    if (this.rest.length === 0) this.take(piece, start, end);
    else {
      this.rest.add(piece.subarray(start, end));
      this.take(this.rest.all(), 0, this.rest.length);
      this.rest.length = 0;
    }
  }
}
