import os from 'node:os';

/** What is wrong with a vector, in words, or null. */
export function vectorProblem(vector: ArrayLike<number>, dimensions: number): string | null {
  if (vector.length !== dimensions) return `${vector.length} dimensions, wanted ${dimensions}`;
  for (let i = 0; i < vector.length; i++) {
    if (!Number.isFinite(vector[i])) return `${vector[i]} at place ${i}, wanted a finite number`;
  }
  return normOf(vector) === 0 ? 'nothing but zeros, wanted a direction' : null;
}

/** The same direction at length 1. Summed and divided in double precision, so that the digits are the same everywhere. */
export function unit(vector: ArrayLike<number>): Float32Array {
  const norm = normOf(vector);
  const scaled = new Float32Array(vector.length);
  for (let i = 0; i < scaled.length; i++) scaled[i] = vector[i]! / norm;
  return scaled;
}

/** Little-endian float32, as files and servers have them. A vector of its own: bytes are often a window on a shared pool. */
export function floatsOf(bytes: Buffer): Float32Array {
  const length = bytes.byteLength - (bytes.byteLength % 4);
  const own = new Uint8Array(length);
  own.set(bytes.subarray(0, length));
  inLittleEndian(own);
  return new Float32Array(own.buffer);
}

export function bytesOf(vector: Float32Array): Buffer {
  const own = new Uint8Array(vector.byteLength);
  own.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
  inLittleEndian(own);
  return Buffer.from(own.buffer);
}

/** Turned about on the few machines that are big-endian. */
function inLittleEndian(bytes: Uint8Array): void {
  if (os.endianness() === 'BE') Buffer.from(bytes.buffer).swap32();
}

/** Scaled by the largest value first: squares of very small or large ones would be 0 or infinite. */
function normOf(vector: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  if (largest === 0) return 0;
  let sum = 0;
  for (let i = 0; i < vector.length; i++) {
    const share = vector[i]! / largest;
    // Not by `**`, which need not give the last digit.
    sum += share * share;
  }
  return largest * Math.sqrt(sum);
}
