import { describe, expect, it } from 'vitest';
import { caseOf, datasetOf } from '../../test/examples.js';
import { headings } from '../chunk/headings.js';
import { semantic } from '../chunk/semantic.js';
import { withHeaders } from '../chunk/with-headers.js';
import { embedderOf } from '../embed/batched.js';
import { cached } from '../embed/cached.js';
import { prefixesFor } from '../embed/prefixes.js';
import { bm25 } from '../retrieve/bm25.js';
import { hybrid } from '../retrieve/hybrid.js';
import { vector } from '../retrieve/vector.js';
import type { Embedder } from '../types.js';
import { examine } from './doctor.js';
import type { Arm } from './experiment.js';

/** One token a word; any vector. */
const own = (given: { model?: string; prefixes?: object; maxTokens?: number; truncate?: boolean } = {}) =>
  embedderOf({
    provider: 'test',
    model: given.model ?? 'words',
    dimensions: 2,
    prefixes: given.prefixes ?? {},
    maxTokens: given.maxTokens ?? null,
    dollarsPerMillionTokens: 0,
    truncate: given.truncate ?? false,
    tokenizer: async () => ({ exact: true, count: words, fits: (text, max) => words(text) <= max }),
    send: async (sent, onAnswer) =>
      onAnswer({ places: sent.map((_, i) => i), vectors: sent.map(() => Float32Array.of(1, 0)), tokens: 0 }),
  });
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

const long = 'word '.repeat(30).trim();
const docs = [
  { id: 'a', title: 'A', text: `# One\n\nShort.\n\n## Two\n\n${long}.\n`, fields: {} },
  { id: 'b', title: 'B', text: `${long}. ${long}.\n`, fields: {} },
];
const cases = Array.from({ length: 60 }, (_, i) => caseOf(`c-${i + 1}`, ['a'], 'any', `query ${i}`));
const data = datasetOf(docs, cases);
const arm = (embedder: Embedder, chunker: Arm['chunker'] = headings()): Arm => ({
  name: `${chunker.name} ${embedder.name}`,
  chunker,
  retriever: vector({ embedder }),
});
const findings = (...arms: readonly Arm[]) => examine(data, { arms });

describe('a doctor of embedders', () => {
  it('finds nothing where prefixes are set and texts fit, nor where nothing is embedded', async () => {
    const model = 'e5-small';
    const well = own({ model, prefixes: prefixesFor(model)!, maxTokens: 64 });
    const keyword = { name: 'keyword', chunker: headings(), retriever: bm25() };
    expect(await findings(arm(well), arm(own()), keyword)).toEqual([]);
  });

  it('finds an embedder that leaves out what its model wants, once, through caches and parts', async () => {
    const plain = own({ model: 'e5-small' });
    const inCache = cached(plain, ':memory:');
    const parts = hybrid([bm25(), vector({ embedder: inCache })]);
    const found = await findings(arm(plain), { name: 'both', chunker: headings(), retriever: parts });
    expect(found).toEqual([
      {
        check: 'prefixes left out',
        level: 'spoils',
        sentence:
          'embedder test/e5-small: sets no prefix for query and document, and e5-small wants "query: " before each query and "passage: " before each document (https://huggingface.co/intfloat/e5-base-v2); pass prefixes: prefixesFor("e5-small"), unless the server sets them',
        cases: [],
      },
    ]);
  });

  it('asks no prefix for queries of an embedder that only cuts', async () => {
    const keyword = (model: string): Arm => ({
      name: model,
      chunker: withHeaders(semantic({ embedder: own({ model }) })),
      retriever: bm25(),
    });
    expect(await findings(keyword('bge-small-en'))).toEqual([]);
    expect((await findings(keyword('e5-small'))).map((one) => one.check)).toEqual(['prefixes left out']);
  });

  it('counts the texts over the limit as they are indexed, with their prefix, once for all arms', async () => {
    const embedder = own({ maxTokens: 32 });
    const found = await findings(arm(embedder), arm(cached(embedder, ':memory:')));
    expect(found.map((one) => [one.level, one.sentence])).toEqual([
      [
        'spoils',
        '1 of the 3 texts of headings has more than the 32 tokens that test/words reads, and each is an error there; cut smaller chunks, or pass truncate: true to lose their ends',
      ],
    ]);
    const [headed] = await findings(arm(embedder, withHeaders(headings())));
    expect(headed!.sentence).toMatch(/^2 of the 3 texts of headings \+ headers have more than/);
    const prefixed = own({ maxTokens: 32, prefixes: { document: 'a document: ' }, truncate: true });
    expect((await findings(arm(prefixed))).map((one) => [one.level, one.sentence])).toEqual([
      [
        'limits',
        '2 of the 3 texts of headings have more than the 32 tokens that test/words reads, and their ends are cut off and are in no vector; cut smaller chunks',
      ],
    ]);
  });

  it('names the queries over the limit', async () => {
    const embedder = own({ maxTokens: 62, prefixes: { query: long.repeat(2) } });
    const asked = cases.map((item, i) => (i === 2 ? { ...item, query: `${long} and more` } : item));
    const [found] = await examine({ ...data, cases: asked }, { arms: [arm(embedder)] });
    expect(found).toEqual({
      check: 'texts over the limit',
      level: 'spoils',
      sentence:
        '1 of the 60 queries (c-3) has more than the 62 tokens that test/words reads, and each is an error there; shorten them, or pass truncate: true to lose their ends',
      cases: ['c-3'],
    });
  });

  it('says what a chunker could not embed, and goes on without its chunks', async () => {
    const cutter = semantic({ embedder: own({ maxTokens: 32 }) });
    const found = await findings({ name: 'cut', chunker: cutter, retriever: bm25() });
    expect(found.map((one) => one.sentence)).toEqual([
      '2 of the 5 texts that semantic test/words p95 embeds to find its cuts have more than the 32 tokens that test/words reads, and each is an error there; cut smaller chunks, or pass truncate: true to lose their ends',
    ]);
  });

  it('estimates for an embedder that is not ours, and does not claim to know what it does', async () => {
    const { batched: _, report: __, ...plain } = own({ maxTokens: 40 });
    const [found] = await findings(arm(plain));
    expect(found).toMatchObject({ level: 'limits' });
    expect(found!.sentence).toMatch(
      /^2 of the 3 texts of headings are estimated at more than the 40 tokens that test\/words reads, and what becomes of their ends only the embedder knows; cut smaller chunks$/,
    );
  });
});
