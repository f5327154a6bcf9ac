/** A list of whole numbers that grows, four bytes each, in blocks: nothing is copied when it does. */
export class IntList {
  length = 0;
  private readonly blocks: Int32Array[] = [];

  /** Two at a time, since they are pairs. */
  push(a: number, b: number): void {
    const at = this.length & MASK;
    if (at === 0) this.blocks.push(new Int32Array(BLOCK));
    const block = this.blocks[this.blocks.length - 1]!;
    block[at] = a;
    block[at + 1] = b;
    this.length += 2;
  }

  at(index: number): number {
    return this.blocks[index >>> BITS]![index & MASK]!;
  }
}

const BITS = 18;
const BLOCK = 1 << BITS;
const MASK = BLOCK - 1;
