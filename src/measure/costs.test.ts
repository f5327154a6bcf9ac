import { describe, expect, it } from 'vitest';
import { caseOf } from '../../test/examples.js';
import type { Run } from '../types.js';
import { costsOf } from './costs.js';
import { evaluate } from './evaluate.js';

describe('what answers cost', () => {
  const cases = [1, 2, 3, 4, 5].map((n) => caseOf(`c-${n}`, ['a']));
  const made = (sizes: readonly number[]) => {
    let call = 0;
    return evaluate(
      () => {
        const size = sizes[call++ % sizes.length]!;
        if (size === 0) throw new Error('down');
        return [0, 1, 2].map((i) => ({
          chunkId: `a#${i}`,
          docId: 'a',
          score: 3 - i,
          start: 10 * i,
          end: 10 * i + size,
        }));
      },
      cases,
      { k: 2, name: 'run' },
    );
  };
  const withLatencies = (run: Run, times: readonly (number | null)[]): Run => ({
    ...run,
    results: run.results.map((result, i) => ({ ...result, latencyMs: times[i]! })),
  });

  it('is latency, and the characters of the first k chunks, over the answered queries', async () => {
    const run = withLatencies(await made([5, 10, 0, 10, 15]), [1, 2, 1000, 3, 10]);
    expect(costsOf(run)).toEqual({
      name: 'run',
      n: 4,
      medianMs: 2.5,
      p95Ms: expect.closeTo(8.95, 9),
      chunks: null,
      contextChars: 20,
    });
  });

  it('is unknown where it was not recorded', async () => {
    const run = withLatencies(await made([5]), [null, null, null, null, null]);
    expect(
      costsOf({
        ...run,
        results: run.results.map((one) => ({ ...one, hits: [{ chunkId: 'a', docId: 'a', score: 1 }] })),
      }),
    ).toMatchObject({
      medianMs: null,
      p95Ms: null,
      contextChars: null,
    });
  });
});
