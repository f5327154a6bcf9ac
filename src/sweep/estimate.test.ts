import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseOf, datasetOf, temporaryFolder } from '../../test/examples.js';
import { headings } from '../chunk/headings.js';
import { recursive } from '../chunk/recursive.js';
import { semantic } from '../chunk/semantic.js';
import { wholePages } from '../chunk/whole-pages.js';
import { withHeaders } from '../chunk/with-headers.js';
import { embedderOf } from '../embed/batched.js';
import { cached } from '../embed/cached.js';
import { ann } from '../retrieve/ann.js';
import { bm25 } from '../retrieve/bm25.js';
import { filtered } from '../retrieve/filtered.js';
import { hybrid } from '../retrieve/hybrid.js';
import { rerank } from '../retrieve/rerank.js';
import { rewritten } from '../retrieve/rewritten.js';
import { vector } from '../retrieve/vector.js';
import { openStore } from '../store/open-store.js';
import type { Dataset } from '../types.js';
import { estimateText, paidText } from '../view/print-estimate.js';
import { estimateSweep } from './estimate.js';
import type { Arm, Experiment } from './experiment.js';
import { paidBy } from './paid.js';
import { runArms } from './run-experiment.js';

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

/** One token a word, ten dollars a million, and a list of all that was sent, as a server would bill it. */
function billed(
  given: { model?: string; prefixes?: object; maxTokens?: number; price?: number | null } = {},
) {
  const sent: string[] = [];
  const embedder = embedderOf({
    provider: 'test',
    model: given.model ?? 'words',
    dimensions: 2,
    prefixes: given.prefixes ?? {},
    maxTokens: given.maxTokens ?? null,
    dollarsPerMillionTokens: given.price === undefined ? 10 : given.price,
    truncate: false,
    tokenizer: async () => ({ exact: true, count: words, fits: (text, max) => words(text) <= max }),
    send: async (texts, onAnswer) => {
      sent.push(...texts);
      const vectors = texts.map((text) => Float32Array.of(Math.cos(text.length), Math.sin(text.length)));
      onAnswer({
        places: texts.map((_, i) => i),
        vectors,
        tokens: texts.map(words).reduce((a, b) => a + b, 0),
      });
    },
  });
  const bill = () => ({ texts: sent.length, tokens: sent.reduce((sum, text) => sum + words(text), 0) });
  return { embedder, sent, bill };
}

const page = (id: string, text: string) => ({ id, title: id, text, fields: {} });
const data = datasetOf(
  [
    page('a', '# A\n\nCats purr. Cats sleep.\n\n## B\n\nShips sail. Ships sink.\n'),
    page('b', '# A\n\nCats purr. Cats sleep.\n\n## C\n\nTrees grow tall. Trees fall.\n'),
  ],
  ['a', 'b', 'a'].map((doc, i) => caseOf(`c-${i}`, [doc], 'any', ['cats', 'trees grow', 'cats'][i]!)),
);
const over = async (arms: readonly Arm[], more: object = {}): Promise<[Experiment, Dataset]> => {
  const { corpus } = await headings().chunk(data.docs);
  const of = {
    question: 'q',
    dataset: 'set',
    arms,
    baseline: arms[0]!.name,
    k: 5,
    depth: 20,
    primary: 'mrr',
  };
  return [
    { ...of, ...more },
    { ...data, corpusVersion: corpus.version },
  ];
};
const arm = (name: string, chunker: Arm['chunker'], retriever: Arm['retriever']): Arm => ({
  name,
  chunker,
  retriever,
});
const store = () => openStore(path.join(temporaryFolder(), 'lab.sqlite'));

describe('the estimate of a sweep', () => {
  it('says beforehand what is then paid, a text that arms share once, and writes nothing', async () => {
    const folder = temporaryFolder();
    const { embedder: behind, bill } = billed({ prefixes: { query: 'q: ' } });
    const embedder = cached(behind, path.join(folder, 'cache.sqlite'));
    const [of, set] = await over([
      arm('headings', headings(), vector({ embedder })),
      arm('both', headings(), hybrid([bm25(), vector({ embedder })])),
      arm('pages', wholePages(), ann({ embedder })),
      arm('cut', semantic({ embedder }), bm25()),
    ]);
    const before = await estimateSweep(of, set);
    expect(bill()).toEqual({ texts: 0, tokens: 0 });
    expect(fs.readdirSync(folder)).toEqual([]);
    expect(before.arms.map((one) => [one.name, one.chunks, one.searches, one.left])).toEqual([
      ['headings', 4, 3, 3],
      ['both', 4, 3, 3],
      ['pages', 2, 3, 3],
      ['cut', null, 3, 3],
    ]);
    // The two pages begin alike, so three distinct sections; two distinct queries.
    expect(before.arms[0]!.embeddings.map((one) => [one.of, one.estimate!.whole.texts])).toEqual([
      ['chunks', 3],
      ['queries', 2],
    ]);
    const kept = store();
    await runArms(of, set, { store: kept });
    const { texts, tokens } = bill();
    expect(before.total).toMatchObject({
      whole: { texts, tokens, dollars: (tokens * 10) / 1e6, exact: true },
      cached: 0,
      left: { texts, tokens, dollars: (tokens * 10) / 1e6 },
      refused: 0,
    });
    expect(before.searches).toEqual({ all: 12, left: 12 });
    const after = await estimateSweep(of, set, { store: kept });
    expect(after.total).toMatchObject({
      whole: { texts, tokens },
      cached: texts,
      left: { texts: 0, tokens: 0, dollars: 0 },
    });
    expect(after.searches).toEqual({ all: 12, left: 0 });
    expect(after.arms[3]!.chunks).toBeGreaterThan(0);
    expect(bill()).toEqual({ texts, tokens });
    expect(paidBy(of)).toMatchObject([
      { embedder: 'test/words', texts, tokens, dollars: (tokens * 10) / 1e6 },
    ]);
  });

  it('counts every time where there is no cache', async () => {
    const { embedder, bill } = billed();
    const arms = [arm('a', headings(), vector({ embedder })), arm('b', headings(), ann({ embedder }))];
    const [of, set] = await over(arms, { repeats: 2 });
    const { total, embedders } = await estimateSweep(of, set);
    await runArms(of, set, { store: store() });
    expect(embedders).toHaveLength(1);
    expect(total).toMatchObject({ whole: { texts: 5 }, cached: null, left: bill() });
    expect(paidText(paidBy(of))).toEqual([
      `Embedded by test/words: ${bill().texts} texts, ${bill().tokens} tokens, for ${((bill().tokens * 10) / 1e6).toPrecision(2)} dollars`,
    ]);
  });

  it('counts a query once that is sent as a chunk is', async () => {
    const embedder = cached(billed().embedder, ':memory:');
    const prefixed = cached(billed({ prefixes: { query: 'q: ' } }).embedder, ':memory:');
    const cases = [caseOf('c', ['a'], 'any', data.docs[0]!.text)];
    const arms = [embedder, prefixed].map((one, i) => arm(`${i}`, wholePages(), vector({ embedder: one })));
    const [of, set] = await over(arms);
    const { embedders } = await estimateSweep(of, { ...set, cases });
    expect(embedders.map((one) => one.whole.texts)).toEqual([2, 3]);
  });

  it('finds what is done, whatever the arm is made of', async () => {
    const embedder = cached(billed().embedder, ':memory:');
    const dense = vector({ embedder });
    const [of, set] = await over([
      arm('bm25', headings(), bm25()),
      arm('vector', withHeaders(recursive({ tokens: 20 })), dense),
      arm('ann', headings(), ann({ embedder })),
      arm('hybrid', headings(), hybrid([bm25(), dense])),
      arm(
        'filtered',
        headings(),
        filtered(hybrid([bm25(), dense]), () => true),
      ),
      arm(
        'rerank',
        headings(),
        rerank(dense, (_, hits) => hits),
      ),
      arm(
        'rewritten',
        headings(),
        rewritten(bm25(), (query) => query),
      ),
    ]);
    const kept = store();
    await runArms(of, set, { store: kept });
    const left = async (change: Partial<Experiment>) =>
      (await estimateSweep({ ...of, ...change }, set, { store: kept })).arms.map((one) => one.left);
    expect(await left({})).toEqual(of.arms.map(() => 0));
    expect(await left({ depth: 10 })).toEqual(of.arms.map(() => 3));
    expect(await left({ repeats: 2 })).toEqual(of.arms.map(() => 6));
    const stop = new AbortController();
    const stopping = arm(
      'stopped',
      headings(),
      rerank(bm25(), (query, hits) => {
        if (query === 'trees grow') stop.abort();
        return hits;
      }),
    );
    await runArms({ ...of, arms: [stopping] }, set, { store: kept, signal: stop.signal });
    expect(kept.list()[0]).toMatchObject({ status: 'interrupted', resultCount: 2 });
    expect(await left({ arms: [stopping] })).toEqual([1]);
    const other = { ...of.arms[0]!, retriever: bm25({ k1: 2 }) };
    expect(await left({ arms: [other, of.arms[1]!] })).toEqual([3, 0]);
  });

  it('does not guess: prices, texts that are refused, chunks that are not cut yet', async () => {
    const { embedder: limited } = billed({ maxTokens: 6, price: null });
    const { batched: _, report: __, ...plain } = billed({ model: 'plain' }).embedder;
    const [of, set] = await over([
      arm('limited', headings(), vector({ embedder: cached(limited, ':memory:') })),
      arm('twice', semantic({ embedder: plain }), vector({ embedder: plain })),
      arm(
        'quiet',
        { ...semantic({ embedder: plain }), toEmbed: () => [{ embedder: plain, texts: null }] },
        bm25(),
      ),
    ]);
    const { arms, embedders, total } = await estimateSweep(of, set);
    expect(arms[0]!.embeddings[0]!.estimate).toMatchObject({
      refused: 1,
      whole: { texts: 2, dollars: null },
    });
    expect(arms[1]).toMatchObject({
      chunks: null,
      embeddings: [{ of: 'cuts' }, { of: 'chunks', estimate: null }, {}],
    });
    expect(arms[2]!.embeddings).toEqual([{ of: 'cuts', embedder: 'test/plain', estimate: null }]);
    expect(embedders).toMatchObject([
      { refused: 1, more: false },
      { more: true, whole: { exact: false } },
    ]);
    expect(total!.left.dollars).toBeNull();
    expect(paidBy(of)).toEqual([
      { embedder: 'test/plain', texts: null, tokens: null, dollars: null, cached: null },
    ]);
    expect(paidText(paidBy(of))).toEqual([
      'Embedded by test/plain: it keeps no count; put cached() around it to see',
    ]);
  });

  it('is told in tables, with what has to be known beside them', async () => {
    const { embedder: limited } = billed({ price: null });
    const [of, set] = await over([
      arm('keyword', headings(), bm25()),
      arm('cut', semantic({ embedder: limited, buffer: 0 }), vector({ embedder: limited })),
    ]);
    expect(estimateText(await estimateSweep(of, set))).toBe(`Nothing was run. set: 3 cases, 2 arms

arm      chunks   searches  left  cuts to embed  chunks to embed  queries to embed  tokens  dollars  in the cache  texts left  tokens left  dollars left
───────  ───────  ────────  ────  ─────────────  ───────────────  ────────────────  ──────  ───────  ────────────  ──────────  ───────────  ────────────
keyword  4               3     3              –  –                               –       –  –                   –           –            –  –
cut      unknown         3     3              9  unknown                         2      22  unknown             –          15           29  unknown

By embedder, each text once however many arms share it
embedder    texts  tokens  dollars  in the cache  texts left  tokens left  dollars left
──────────  ─────  ──────  ───────  ────────────  ──────────  ───────────  ────────────
test/words     11      22  unknown             –          15           29  unknown

Searches: 6 (cases × repeats × arms)
semantic test/words p95: how many chunks it makes, and so what embedding them takes, is not known before its cuts are embedded; tokens and dollars are at least these
Without a cache arms and repeats embed the same texts again, so that what is left is the most that it can be: test/words; put cached() around`);
  });
});
