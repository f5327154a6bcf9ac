import { readBytes } from './bytes.js';

/** Lines that are put together as they come, with the number that each had in its file. */
export class Gathered {
  numbers = new Int32Array(64);
  private bytes = new Uint8Array(4096);
  private length = 0;
  private count = 0;

  add(line: Uint8Array, number: number): void {
    if (this.length + line.length + 1 > this.bytes.length) {
      const larger = new Uint8Array(2 * (this.length + line.length + 1));
      larger.set(this.text());
      this.bytes = larger;
    }
    if (this.count === this.numbers.length) {
      const more = new Int32Array(2 * this.count);
      more.set(this.numbers);
      this.numbers = more;
    }
    this.bytes.set(line, this.length);
    this.length += line.length;
    this.bytes[this.length++] = 0x0a;
    this.numbers[this.count++] = number;
  }

  text(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/** Hands over each line as bytes without its end; LF, CRLF and CR end one. */
export async function readLineBytes(
  file: string,
  take: (bytes: Uint8Array, start: number, end: number) => void,
): Promise<void> {
  let rest = new Uint8Array(0);
  const cut = (bytes: Uint8Array, final: boolean): number => {
    let start = 0;
    const end = final ? bytes.length : bytes.length - 1;
    for (let at = 0; at < end; at++) {
      if (bytes[at] !== 0x0a && bytes[at] !== 0x0d) continue;
      take(bytes, start, at);
      if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) at++;
      start = at + 1;
    }
    return start;
  };
  await readBytes(file, (piece) => {
    const bytes = joined(rest, piece);
    rest = bytes.slice(cut(bytes, false));
  });
  const last = joined(rest, Uint8Array.of(0x0a));
  cut(last, true);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
