import type { Judgment } from '../store/judgment.js';
import type { Doc } from '../types.js';
import type { Pool } from './pool-file.js';
import { docDigest } from './worklist.js';

/** The header of a pool over the dataset `d`, for tests. */
export const POOL_HEADER: Omit<Pool, 'queries'> = {
  name: 'p',
  made: '2026-01-01T00:00:00Z',
  dataset: 'd',
  corpusVersion: 'v',
  arms: ['x', 'y'],
  depth: 2,
  how: 'the first 2 pages of each arm',
};

/** Makes judgments of ann, pass 1, for tests, each a second later than the one before. */
export function judgmentsOver(docs: ReadonlyMap<string, Doc>) {
  let made = 0;
  return (caseId: string, page: string, grade: number | null, more: Partial<Judgment> = {}): Judgment => {
    made += 1;
    return {
      id: `j-${made}`,
      dataset: 'd',
      caseId,
      query: `query ${caseId}`,
      doc: page,
      docDigest: docDigest(docs.get(page)!),
      judge: 'ann',
      pass: 1,
      grade,
      spans: [],
      note: '',
      judgedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, made)).toISOString(),
      ...more,
    };
  };
}
