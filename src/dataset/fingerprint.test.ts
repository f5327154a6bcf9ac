import { describe, expect, it, test } from 'vitest';
import { hasSharedData, sharedPath } from '../../test/shared-data.js';
import type { Case, Label } from '../types.js';
import { compareCodePoints } from './code-points.js';
import { casesVersion, corpusOf } from './fingerprint.js';
import { openFolder } from './open.js';

const pageCase = (id: string, query: string, pages: readonly string[]): Case => ({
  id,
  query,
  kind: 'semantic',
  labels: pages.map((doc) => ({ doc, grade: 1 })),
  fields: {},
});

const FOUR = [
  pageCase('rq-9', 'b', ['y']),
  pageCase('rq-010', 'a', ['z']),
  pageCase('q-\ud83d\ude00', 'Café naïve ﬁ ½ \u007f "q" \\ \t', ['b', 'a']),
  pageCase('q-\uffee', 'x', ['é']),
];

describe('the cases version', () => {
  // Digits made by Python: hashlib.sha1(json.dumps(sorted(rows)).encode()).hexdigest()[:8]
  it('has the digits of the Python harness, with escapes and code point order', () => {
    expect(casesVersion(FOUR)).toBe('4 cases · sha1 12f294c7');
  });

  it('does not depend on the order of cases or labels', () => {
    expect(casesVersion([...FOUR].reverse())).toBe(casesVersion(FOUR));
  });

  it('keeps its first digits and gains a second digest when labels get grades, spans or needs', () => {
    const plain = casesVersion([pageCase('a', 'q', ['p'])]);
    const versions = [{ grade: 2 }, { start: 1, end: 4 }, { need: 'n' }].map((more) => {
      const label: Label = { doc: 'p', grade: 1, ...more };
      return casesVersion([{ ...pageCase('a', 'q', []), labels: [label] }]);
    });
    for (const version of versions) expect(version).toMatch(new RegExp(`^${plain}\\+[0-9a-f]{8}$`));
    expect(new Set(versions).size).toBe(3);
  });

  test.skipIf(!hasSharedData)('of the reference set is the reference version', async () => {
    const data = await openFolder(sharedPath('orbit-layout'));
    expect(data.casesVersion).toBe('100 cases · sha1 7a8fa928');
  });
});

describe('the corpus version', () => {
  const doc = (id: string, text: string) => ({ id, title: id, text, fields: {} });

  it('changes with a text, not with the order of pages or their fields', () => {
    const version = corpusOf([doc('a', 'x'), doc('b', 'y')]).version;
    expect(version).toMatch(/^2 pages · sha1 [0-9a-f]{8}$/);
    expect(corpusOf([{ ...doc('b', 'y'), fields: { kind: 'z' } }, doc('a', 'x')]).version).toBe(version);
    expect(corpusOf([doc('a', 'x'), doc('b', 'Y')]).version).not.toBe(version);
  });
});

describe('order by code points', () => {
  it('puts U+FFEE before an astral character, which UTF-16 order does not', () => {
    expect('\uffee' < '\ud83d\ude00').toBe(false);
    expect(compareCodePoints('\uffee', '\ud83d\ude00')).toBeLessThan(0);
  });

  it('puts a prefix first', () => {
    expect(compareCodePoints('a', 'ab')).toBeLessThan(0);
  });
});
