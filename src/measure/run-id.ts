import { randomBytes } from 'node:crypto';

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford's base 32: no i, l, o or u to misread

/** Twelve random letters and digits (60 bits), so that runs made on different machines can share a store. */
export function newRunId(): string {
  return Array.from(randomBytes(12), (byte) => LETTERS[byte % 32]).join('');
}
