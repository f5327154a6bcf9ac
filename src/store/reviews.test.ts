import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from './open-store.js';
import type { Review } from './review.js';
import { readReviewFile } from './review-file.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retrieval-lab-reviews-'));
let made = 0;
const newFile = (name: string) => path.join(folder, `${++made}-${name}`);

const REVIEW: Review = {
  caseId: 'q1',
  caseDigest: 'aaaa1111',
  query: 'where do log lines go',
  metric: 'recall@5',
  configA: 'c0ffee00',
  configB: 'c0ffee01',
  runA: 'r1',
  runB: 'r2',
  verdict: 'bad label',
  note: '"quoted"; DROP TABLE reviews; -- <script>',
  reviewedAt: '2026-01-02T03:04:05.000Z',
};

function written(value: unknown): string {
  const file = newFile('reviews.json');
  fs.writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

const fileOf = (...reviews: readonly unknown[]) => ({ format: 'retrieval-lab reviews', version: 1, reviews });

describe('the store', () => {
  it('gives back what a reviewer said, as it was said', () => {
    const file = newFile('lab.sqlite');
    const store = openStore(file);
    expect(store.saveReviews([REVIEW])).toEqual({ saved: 1, older: 0 });
    store.close();
    const again = openStore(file);
    expect(again.reviews()).toEqual([REVIEW]);
    again.close();
  });

  it('keeps the later of two words on one case and pair, whichever comes first', () => {
    const store = openStore(newFile('lab.sqlite'));
    const later = { ...REVIEW, verdict: 'real' as const, note: '', reviewedAt: '2026-01-03T00:00:00.000Z' };
    expect(store.saveReviews([later, REVIEW])).toEqual({ saved: 1, older: 1 });
    expect(store.reviews()).toEqual([later]);
    expect(store.saveReviews([{ ...later, note: 'more' }])).toEqual({ saved: 1, older: 0 });
    expect(store.reviews()[0]!.note).toBe('more');
    store.close();
  });

  it('keeps words on another pair, and on the case as it was before its labels were edited, apart', () => {
    const store = openStore(newFile('lab.sqlite'));
    const others = [
      { ...REVIEW, configB: 'c0ffee02' },
      { ...REVIEW, caseDigest: 'bbbb2222' },
    ];
    store.saveReviews([REVIEW, ...others]);
    expect(store.reviews()).toHaveLength(3);
    store.close();
  });

  it('takes all of a file or nothing', () => {
    const store = openStore(newFile('lab.sqlite'));
    const wrong = { ...REVIEW, caseId: 'q2', verdict: 'perhaps' } as unknown as Review;
    expect(() => store.saveReviews([REVIEW, wrong])).toThrow(/CHECK constraint/);
    expect(store.reviews()).toEqual([]);
    store.close();
  });
});

describe('a file of reviews', () => {
  it('is read as the page wrote it, without what is none of it', () => {
    expect(readReviewFile(written(fileOf({ ...REVIEW, more: 1 })))).toEqual([REVIEW]);
  });

  it('is refused with every entry that is wrong', () => {
    const file = written(
      fileOf(
        REVIEW,
        { ...REVIEW, verdict: 'reel' },
        { ...REVIEW, note: 7 },
        null,
        { ...REVIEW, reviewedAt: 'today' },
        { ...REVIEW, caseId: '' },
      ),
    );
    expect(() => readReviewFile(file)).toThrow(
      [
        `${file}: 5 entries are no review, nothing was taken; correct each:`,
        '  review 2: verdict is "reel", wanted one of real, bad label, ambiguous; did you mean "real"?',
        '  review 3: note is 7, wanted a text',
        '  review 4: found null, wanted an object',
        '  review 5: reviewedAt is "today", wanted a time as 2026-01-02T03:04:05Z',
        '  review 6: caseId is blank, wanted what the page wrote',
      ].join('\n'),
    );
  });

  it('is refused in a sentence where it is another file, no JSON, or not there', () => {
    const other = written({ format: 'something else' });
    expect(() => readReviewFile(other)).toThrow(
      `${other}: holds no reviews, wanted the file that a page of rlab diff exports ("retrieval-lab reviews", version 1); export it again`,
    );
    const newer = written({ ...fileOf(), version: 2 });
    expect(() => readReviewFile(newer)).toThrow(/holds version 2, wanted the file/);
    expect(() => readReviewFile(written('{'))).toThrow(
      /is no JSON \(.*\), wanted a file of reviews; export it again$/,
    );
    expect(() => readReviewFile(path.join(folder, 'none.json'))).toThrow(
      /cannot be read \(ENOENT.*\), wanted a file of reviews; check the path$/,
    );
  });
});
