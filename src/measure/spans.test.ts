import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseOf } from '../../test/examples.js';
import { fixedTokens } from '../chunk/fixed-tokens.js';
import { wholePages } from '../chunk/whole-pages.js';
import { bm25 } from '../retrieve/bm25.js';
import type { Case, Hit, Label, Place } from '../types.js';
import { evaluate } from './evaluate.js';
import { judged } from './judged.js';
import { metric } from './registry.js';
import { placesOf } from './span-view.js';

const LENGTH = 40;
const span = (docs: readonly string[]) =>
  fc
    .record({
      doc: fc.constantFrom(...docs),
      start: fc.integer({ min: 0, max: LENGTH - 1 }),
      size: fc.integer({ min: 1, max: 12 }),
    })
    .map(({ doc, start, size }) => ({ doc, start, end: Math.min(LENGTH, start + size) }));
const hitAt = ({ doc, start, end }: Place, i: number): Hit => ({
  chunkId: `${doc}#${i}`,
  docId: doc,
  score: 99 - i,
  start,
  end,
});
const situation = fc.record({
  labels: fc.array(
    fc.tuple(
      span(['a', 'b']),
      fc.integer({ min: 0, max: 2 }),
      fc.option(fc.constantFrom('n', 'm'), { nil: undefined }),
    ),
    { minLength: 1, maxLength: 5 },
  ),
  chunks: fc.array(span(['a', 'b', 'c']), { maxLength: 8 }),
  k: fc.integer({ min: 1, max: 9 }),
});

/** Every character by itself. */
const charsOf = (places: readonly Place[]) =>
  new Set(
    places.flatMap(({ doc, start, end }) =>
      Array.from({ length: end - start }, (_, i) => `${doc} ${start + i}`),
    ),
  );
const common = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((one) => b.has(one)).length;

describe('metrics over labelled spans', () => {
  it('are what counting characters one by one gives, for any spans, overlaps and alternatives', () => {
    fc.assert(
      fc.property(situation, ({ labels: given, chunks, k }) => {
        const labels = given.map(
          ([place, grade, need]): Label => ({ ...place, grade, ...(need === undefined ? {} : { need }) }),
        );
        const places = placesOf({
          name: 'cut',
          config: null,
          corpus: { version: '', pages: {} },
          chunks: chunks.map(({ doc, start, end }, i) => ({
            id: `${doc}#${i}`,
            docId: doc,
            start,
            end,
            text: '',
          })),
        });
        const seen = judged({ ...caseOf('c', []), labels }, chunks.map(hitAt), places);
        const value = (name: string) => metric(name).value(seen);
        const held = charsOf(chunks.slice(0, k));
        const relevant = labels.filter((label) => label.grade >= 1) as (Label & Place)[];
        const groups = new Map<string, (Label & Place)[]>();
        relevant.forEach((label) => {
          const key = label.need ?? `own ${labels.indexOf(label)}`;
          groups.set(key, [...(groups.get(key) ?? []), label]);
        });
        const shareHeld = (label: Place) => common(charsOf([label]), held) / (label.end - label.start);
        const picked = [...groups.values()].map((group) =>
          group.reduce((best, one) => (shareHeld(one) > shareHeld(best) + 1e-12 ? one : best)),
        );
        const [wanted, all] = [charsOf(picked), charsOf(relevant)];
        const safe = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
        const sizes = (of: readonly Place[]) => of.reduce((sum, one) => sum + one.end - one.start, 0);
        expect(value(`span_recall@${k}`)).toBeCloseTo(safe(common(wanted, held), wanted.size), 12);
        expect(value(`span_precision@${k}`)).toBeCloseTo(safe(common(all, held), held.size), 12);
        expect(value(`span_iou@${k}`)).toBeCloseTo(
          safe(common(wanted, held), new Set([...wanted, ...held]).size),
          12,
        );
        expect(value(`chroma_recall@${k}`)).toBeCloseTo(safe(common(all, held), sizes(relevant)), 12);
        expect(value(`chroma_precision@${k}`)).toBeCloseTo(
          safe(common(all, held), sizes(chunks.slice(0, k))),
          12,
        );
        expect(value(`chroma_iou@${k}`)).toBeCloseTo(
          safe(common(all, held), sizes(chunks.slice(0, k)) + all.size - common(all, held)),
          12,
        );
        const holding = charsOf(
          chunks.filter((chunk) => relevant.some((label) => common(charsOf([label]), charsOf([chunk])) > 0)),
        );
        expect(value('precision_omega')).toBeCloseTo(
          safe(common(all, holding), new Set([...all, ...holding]).size),
          12,
        );
        const found = [...groups.values()].filter((group) =>
          group.some((label) =>
            chunks
              .slice(0, k)
              .some((chunk) => common(charsOf([label]), charsOf([chunk])) >= 0.5 * (label.end - label.start)),
          ),
        );
        expect(value(`chunk_recall@${k}`)).toBeCloseTo(safe(found.length, groups.size), 12);
      }),
      { numRuns: 500 },
    );
  });

  it('never fall in recall as k grows, and stay between 0 and 1', () => {
    fc.assert(
      fc.property(situation, ({ labels: given, chunks, k }) => {
        const labels = given.map(([place, grade]): Label => ({ ...place, grade }));
        const seen = judged({ ...caseOf('c', []), labels }, chunks.map(hitAt));
        for (const word of ['span_recall', 'chunk_recall', 'chroma_recall']) {
          const [now, next] = [metric(`${word}@${k}`).value(seen), metric(`${word}@${k + 1}`).value(seen)];
          expect(next).toBeGreaterThanOrEqual(now);
        }
        for (const word of ['span_recall', 'span_precision', 'span_iou', 'chroma_precision', 'chroma_iou']) {
          const now = metric(`${word}@${k}`).value(seen);
          expect(now).toBeGreaterThanOrEqual(0);
          expect(now).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('spans in a run', () => {
  const docs = [
    { id: 'a', title: 'a', text: 'wings and lift', fields: {} },
    { id: 'b', title: 'b', text: 'heat and flow', fields: {} },
  ];
  const item: Case = {
    ...caseOf('c-1', [], 'semantic', 'lift'),
    labels: [{ doc: 'a', grade: 2, start: 10, end: 14 }],
  };

  it('are measured from the chunks that were searched, and kept with the hits', async () => {
    const run = await evaluate(bm25(wholePages(docs)), [item], {
      metrics: ['span_recall@1', 'span_precision@1', 'precision_omega'],
    });
    expect(run.results[0]!.hits).toEqual([expect.objectContaining({ chunkId: 'a#0', start: 0, end: 14 })]);
    expect(run.results[0]!.metrics).toEqual({
      'span_recall@1': 1,
      'span_precision@1': 4 / 14,
      precision_omega: 4 / 14,
    });
    expect(run.protocol.spanHeld).toBe(0.5);
  });

  it('may be given by the retriever itself', async () => {
    const search = () => [{ chunkId: 'x', docId: 'a', score: 1, start: 12, end: 20 }];
    const run = await evaluate(search, [item], {
      metrics: ['span_recall@1', 'chunk_recall@1', 'chunk_recall(0.6)@1'],
    });
    expect(run.results[0]!.metrics).toEqual({
      'span_recall@1': 0.5,
      'chunk_recall@1': 1,
      'chunk_recall(0.6)@1': 0,
    });
  });

  it('are asked for: a page alone, a hit without its place and one that ends before it starts are no spans', async () => {
    const bare = caseOf('c-2', ['a']);
    await expect(evaluate(bm25(wholePages(docs)), [bare], { metrics: ['span_recall@1'] })).rejects.toThrow(
      'evaluate: span_recall@1 needs spans, found the case "c-2" with the page "a" alone, wanted start and end, or a quote; mark where it stands',
    );
    const nowhere = () => [{ chunkId: 'x', docId: 'a', score: 1 }];
    await expect(evaluate(nowhere, [item], { metrics: ['span_recall@1'] })).rejects.toThrow(
      'span_recall@1 needs the place of every hit, found hits without start and end, wanted them; give the retriever its chunkSet, or put both into its hits',
    );
    const backwards = () => [{ chunkId: 'x', docId: 'a', score: 1, start: 5, end: 2 }];
    const run = await evaluate(backwards, [item]);
    expect(run.results[0]!.message).toBe(
      'the hit x stands at 5 to 2, wanted whole offsets, the end not before the start',
    );
  });

  it('may be measured within a budget of tokens: the last chunk is cut, and how full it got stands beside', async () => {
    const words = (n: number, word: string) => Array.from({ length: n }, () => ` ${word}`).join('');
    const pages = [{ id: 'a', title: 'a', text: `${words(30, 'lift')}${words(30, 'wing')}`, fields: {} }];
    const chunks = fixedTokens(pages, { tokens: 30 });
    const labelled: Case = {
      ...caseOf('c-1', [], 'semantic', 'lift wing'),
      labels: [{ doc: 'a', grade: 1, start: 0, end: pages[0]!.text.length }],
    };
    const run = await evaluate(bm25(chunks), [labelled], {
      metrics: ['span_recall@45tok', 'span_precision@45tok', 'span_recall@600tok'],
    });
    // 45 of 60 tokens, each of five characters.
    expect(run.results[0]!.metrics).toEqual({
      'span_recall@45tok': 0.75,
      'budget_filled@45tok': 1,
      'span_precision@45tok': 1,
      'span_recall@600tok': 1,
      'budget_filled@600tok': 0.1,
    });
    expect(run.protocol.tokenizer).toBe('cl100k_base');
    const bare = () => [{ chunkId: 'x', docId: 'a', score: 1, start: 0, end: 5 }];
    await expect(evaluate(bare, [labelled], { metrics: ['span_recall@45tok'] })).rejects.toThrow(
      "span_recall@45tok counts the tokens of the chunks, found none recorded with the run, wanted the retriever's chunkSet",
    );
  });

  describe('within a budget of tokens, where the depth ends before the budget is full', () => {
    const text = Array.from({ length: 16 }, () => ' lift').join('');
    const chunks = fixedTokens([{ id: 'a', title: 'a', text, fields: {} }], { tokens: 1 });
    const labelled: Case = {
      ...caseOf('c-1', []),
      labels: [{ doc: 'a', grade: 1, start: 0, end: text.length }],
    };
    const metrics = ['span_recall@10tok', 'span_recall@99tok', 'span_recall@2', 'num_ret'];
    /** Answers with the first chunks in order, but where they are asked for more than once, backwards. */
    const searching = (asked: number[], fails = false) => ({
      chunkSet: chunks,
      search: (_: string, depth: number) => {
        asked.push(depth);
        if (fails && asked.length > 1) throw new Error('down');
        const ids = chunks.chunks.map((chunk) => chunk.id);
        const ordered = asked.length > 1 ? ids.reverse() : ids;
        return ordered.slice(0, depth).map((chunkId, i) => ({ chunkId, docId: 'a', score: -i }));
      },
    });

    it('more is asked for until it is full or the ranking ends; what is recorded stays', async () => {
      const asked: number[] = [];
      const run = await evaluate(searching(asked), [labelled], { k: 2, depth: 2, metrics });
      expect(asked).toEqual([2, 4, 8, 16, 32]);
      expect(run.results[0]).toMatchObject({
        hits: [{ chunkId: 'a#0' }, { chunkId: 'a#1' }],
        metrics: {
          'span_recall@10tok': 10 / 16,
          'budget_filled@10tok': 1,
          'span_recall@99tok': 1,
          'budget_filled@99tok': 16 / 99,
          'span_recall@2': 2 / 16,
          num_ret: 1,
        },
      });
      expect(run.results[0]!.hits.length).toBe(2);
    });

    it('no more is asked for where it is full already, or where no metric has a budget', async () => {
      for (const [names, depth] of [
        [['span_recall@3tok'], 4],
        [['span_recall@2'], 2],
      ] as const) {
        const asked: number[] = [];
        await evaluate(searching(asked), [labelled], { k: 2, depth, metrics: names });
        expect(asked).toEqual([depth]);
      }
    });

    it('a deeper search that fails is a failure of the case, and no number', async () => {
      const run = await evaluate(searching([], true), [labelled], { k: 2, depth: 2, metrics });
      expect(run.results[0]).toMatchObject({ status: 'error', message: 'down', hits: [] });
      expect(run.results[0]!.metrics['span_recall@2']).toBeNull();
    });

    it('is filled in each of several repeats', async () => {
      const run = await evaluate(searching([]), [labelled], { k: 2, depth: 2, metrics, repeats: 2 });
      expect(run.results[0]!.metrics['span_recall@10tok']).toBe(10 / 16);
    });
  });

  it('know where each chunk of a set stands', () => {
    expect(placesOf(wholePages(docs)).byId.get('b#0')).toEqual({ doc: 'b', start: 0, end: 13 });
  });
});
