import { describe, expect, it } from 'vitest';
import { wholePages } from '../chunk/whole-pages.js';
import { evaluate } from '../measure/evaluate.js';
import type { Case, Doc, Label, Run } from '../types.js';
import { heldColumn } from './report-held.js';

const doc = (id: string, words: number): Doc => ({
  id,
  title: id,
  text: 'word '.repeat(words).trim(),
  fields: {},
});
const docs = [doc('gold', 10), doc('other', 10), doc('long', 30)];
const METRICS = ['span_recall@12tok,rel=2', 'span_recall@1', 'chunk_recall@2', 'recall@1'];
const label = (id: string, start: number, end: number, more = {}): Label => ({
  doc: id,
  grade: 2,
  start,
  end,
  ...more,
});

async function runOf(name: string, labels: readonly Label[], pages: readonly string[]): Promise<Run> {
  const cases: readonly Case[] = [{ id: 'c', query: 'q', kind: 'k', labels, fields: {} }];
  const search = () =>
    pages.map((id, i) => {
      const end = docs.find((one) => one.id === id)!.text.length;
      return { chunkId: `${id}#0`, docId: id, score: 9 - i, start: 0, end };
    });
  return evaluate({ name, search, chunkSet: wholePages().chunk(docs) }, cases, {
    name,
    k: 2,
    depth: 3,
    metrics: METRICS,
  });
}

describe('what both runs hold of the labelled passages', () => {
  const labels = [
    label('gold', 0, 49),
    label('other', 0, 20, { need: 'x' }),
    label('gold', 25, 45, { need: 'x' }),
  ];

  it('is read within the budget, alternatives side by side, and says how many are alike', async () => {
    const [a, b] = [await runOf('a', labels, ['gold']), await runOf('b', labels, ['other', 'gold'])];
    const column = heldColumn(METRICS[0]!, a, b, docs)!;
    expect(column.title).toBe('held of each passage within 12 tokens, a → b');
    // Two of twelve tokens are left for the second page: nine characters of its 49.
    expect(column.text('c')).toBe('gold 0–49 (100 % → 18 %); 1 held alike');
    const only = heldColumn('span_recall@1', a, b, undefined)!;
    expect(only.title).toBe('held of each passage in the first chunk, a → b');
    expect(only.text('c')).toBe('gold 0–49 (100 % → 0 %); 1 held alike');
  });

  it('names all alternatives where the best of them moved', async () => {
    const [a, b] = [await runOf('a', labels, ['gold']), await runOf('b', labels, ['long'])];
    expect(heldColumn('span_recall@1', a, b, undefined)!.text('c')).toBe(
      'gold 0–49 (100 % → 0 %); other 0–20 (0 % → 0 %) or gold 25–45 (100 % → 0 %)',
    );
  });

  it('takes the best chunk alone where the metric does', async () => {
    const [a, b] = [await runOf('a', labels, ['long', 'gold']), await runOf('b', labels, ['long'])];
    const column = heldColumn('chunk_recall@2', a, b, undefined)!;
    expect(column.title).toBe('held of each passage in the best of the first 2 chunks, a → b');
    expect(column.text('c')).toContain('gold 0–49 (100 % → 0 %)');
  });

  it('is none for a metric of pages, nor for a budget without the pages’ texts', async () => {
    const a = await runOf('a', labels, ['gold']);
    expect(heldColumn('recall@1', a, a, docs)).toBeNull();
    expect(heldColumn(METRICS[0]!, a, a, undefined)).toBeNull();
    expect(heldColumn(METRICS[0]!, a, undefined, docs)).toBeNull();
  });

  it('is not known where the budget took in more than is on record', async () => {
    const long = [...docs, doc('tiny', 1)];
    const a = await runOf('a', labels, ['gold']);
    const shallow: Run = {
      ...a,
      depth: 1,
      results: a.results.map((row) => ({ ...row, hits: row.hits.slice(0, 1) })),
    };
    expect(heldColumn('span_recall@500tok', shallow, shallow, long)!.text('c')).toBe(
      'not known: the places or texts of hits are not on record',
    );
  });
});
