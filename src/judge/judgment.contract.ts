import type { Judgment } from '../store/judgment.js';
import type { Doc } from '../types.js';
import { docDigest } from './worklist.js';

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
