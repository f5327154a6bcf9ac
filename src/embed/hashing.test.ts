import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { embedderContract } from './embedder.contract.js';
import { hashing } from './hashing.js';

embedderContract('hashing', async () => hashing());
embedderContract('hashing into 3 dimensions, by words alone', async () =>
  hashing({ dimensions: 3, trigrams: false }),
);

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe('hashing', () => {
  it('gives the same digits on any machine', async () => {
    const texts = ['Retry a request', '漢字 ünïcode 42', '!?', 'a '.repeat(1000)];
    const vectors = await hashing({ dimensions: 64 }).embed(texts, 'document');
    const bytes = vectors.map((vector) => Buffer.from(vector.buffer));
    // As a second implementation, in Python with struct.pack('<64f', …) and re.findall(r'[^\W_]+', text.lower()), has it.
    expect(createHash('sha256').update(Buffer.concat(bytes)).digest('hex').slice(0, 16)).toBe(
      '9624903654d61a01',
    );
  });

  it('is near where words are shared, nearer with trigrams where only their stems are', async () => {
    const texts = [
      'how to retry a request',
      'a request to retry',
      'retries of requests',
      'colours of the sea',
    ];
    const [a, same, stems, other] = (await hashing({ dimensions: 2048 }).embed(texts, 'query')) as [
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    expect(dot(a, same)).toBeGreaterThan(0.7);
    expect(dot(a, stems)).toBeGreaterThan(dot(a, other) + 0.05);
    expect(dot(a, same)).toBeGreaterThan(dot(a, stems));
  });

  it('takes words in any order and case', async () => {
    const [a, b] = await hashing().embed(['Retry the Request', 'request: the RETRY'], 'query');
    expect(a).toEqual(b);
  });

  it('wants a dimension', () => {
    expect(() => hashing({ dimensions: 0.5 })).toThrow(
      'hashing: dimensions is 0.5, wanted a whole number of at least 1; correct it',
    );
  });
});
