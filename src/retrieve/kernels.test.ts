import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { instanceOf } from './instance.js';
import { DOT_ROWS, SUM_ROWS } from './kernels.js';

describe('the kernels', () => {
  it.each([
    ['sum-rows.wat', SUM_ROWS],
    ['dot-rows.wat', DOT_ROWS],
  ])('are the bytes of %s', async (file, base64) => {
    const text = fs.readFileSync(new URL(file, import.meta.url), 'utf8');
    const { buffer } = (await wabt()).parseWat(file, text, { simd: true }).toBinary({});
    expect(base64).toBe(Buffer.from(buffer).toString('base64'));
  });

  it('add bytes without losing a carry, and keep the highest of each 64', () => {
    const { call, buffer } = instanceOf(SUM_ROWS, 'sumRows', 4096)!;
    const [sums, highest] = [new Uint16Array(buffer, 0, 128), new Uint16Array(buffer, 256, 2)];
    new Int32Array(buffer, 272, 2).set([512, 640]);
    const rows = new Uint8Array(buffer, 512, 256).map((_, i) => (i * 37) % 256);
    new Uint8Array(buffer, 512, 256).set(rows);
    sums.fill(60_000);
    call(272, 2, 0, 256, 128);
    const wanted = Array.from({ length: 128 }, (_, i) => 60_000 + rows[i]! + rows[128 + i]!);
    expect([...sums]).toEqual(wanted);
    expect([...highest]).toEqual([Math.max(...wanted.slice(0, 64)), Math.max(...wanted.slice(64))]);
  });

  it('multiply the largest numbers of both signs exactly', () => {
    const { call, buffer } = instanceOf(DOT_ROWS, 'dotRows', 4096)!;
    const query = new Int16Array(buffer, 0, 32).map((_, i) => (i % 3 === 0 ? -32_767 : 32_767 - i));
    new Int16Array(buffer, 0, 32).set(query);
    const rows = new Int8Array(buffer, 64, 96).map((_, i) => (i % 5 === 0 ? -127 : 127 - (i % 7)));
    new Int8Array(buffer, 64, 96).set(rows);
    call(0, 64, 256, 32, 3);
    const wanted = [0, 1, 2].map((row) => query.reduce((sum, q, i) => sum + q * rows[row * 32 + i]!, 0));
    expect([...new Int32Array(buffer, 256, 3)]).toEqual(wanted);
  });
});
