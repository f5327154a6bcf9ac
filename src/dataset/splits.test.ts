import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { hasSharedData, sharedJson, sharedPath } from '../../test/shared-data.js';
import { openFolder } from './open.js';
import { casesOf, splitOf } from './splits.js';

describe('the split of a case', () => {
  it('goes by its last run of digits: even is test', () => {
    expect(['rq-001', 'rq-002', 'v2-case-13', 'x9.10'].map(splitOf)).toEqual(['dev', 'test', 'dev', 'test']);
  });

  it('looks at the last digit of a number too long to count', () => {
    expect(splitOf('case-90071992547409931')).toBe('dev');
  });

  it('goes by the first byte of the sha1 where there are no digits', () => {
    const first = createHash('sha1').update('alpha').digest()[0]!;
    expect(splitOf('alpha')).toBe(first % 2 === 0 ? 'test' : 'dev');
  });

  test.skipIf(!hasSharedData)('is the reference split', async () => {
    const expected = sharedJson<{ split_dev: string[]; split_test: string[] }>(
      'expected',
      'reference-harness.json',
    );
    const { cases } = await openFolder(sharedPath('orbit-layout'));
    expect(casesOf(cases, 'dev').map((item) => item.id)).toEqual(expected.split_dev);
    expect(casesOf(cases, 'test').map((item) => item.id)).toEqual(expected.split_test);
    expect(casesOf(cases, 'all')).toHaveLength(100);
  });
});
