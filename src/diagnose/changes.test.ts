import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever, temporaryFolder } from '../../test/examples.js';
import { fixedTokens } from '../chunk/fixed-tokens.js';
import { headings } from '../chunk/headings.js';
import { wholePages } from '../chunk/whole-pages.js';
import { corpusOf } from '../dataset/fingerprint.js';
import { evaluate } from '../measure/evaluate.js';
import { bm25 } from '../retrieve/bm25.js';
import { filtered } from '../retrieve/filtered.js';
import { hybrid } from '../retrieve/hybrid.js';
import { rerank } from '../retrieve/rerank.js';
import { openStore } from '../store/open-store.js';
import type { Case, ChunkSet, Doc, Hit, Retriever, Run } from '../types.js';
import { changes } from './changes.js';

const doc = (id: string, text: string): Doc => ({ id, title: id, text, fields: {} });

/** A case that asks for a quote of a page, with the metric's k at hand. */
function spanCase(docs: readonly Doc[], page: string, quote: string, query: string): Case {
  const { text } = docs.find(({ id }) => id === page)!;
  const start = text.indexOf(quote);
  const labels = [{ doc: page, grade: 1, start, end: start + quote.length }];
  return { id: 'c', query, kind: 'semantic', labels, fields: {} };
}

const named = (name: string, metrics: readonly string[], more = {}) => ({
  name,
  metrics,
  k: 1,
  depth: 5,
  ...more,
});

/** What happened to the one case, as words, and the evidence of one of them. */
function happened(a: Run, b: Run, metric: string, options = {}) {
  const found = changes(a, b, metric, options);
  const [first] = found.cases;
  return {
    words: first?.happened.map(({ what }) => what),
    evidence: (what: string) => first?.happened.find((one) => one.what === what)?.evidence,
    case: first!,
    found,
  };
}

/** Two runs of rankings written down, one case. */
async function ranked(
  labels: Case['labels'],
  a: readonly string[],
  b: readonly string[],
  metrics: readonly string[],
  more = {},
) {
  const item: Case = { ...caseOf('c', []), labels };
  const run = (name: string, pages: readonly string[]) =>
    evaluate(tableRetriever(name, { [item.query]: pages }), [item], { ...named(name, metrics), ...more });
  return [await run('a', a), await run('b', b)] as const;
}

const gold = [{ doc: 'gold', grade: 1 }];

describe('what changed for a query', () => {
  it('failed: the retriever gave no answer, and its words are kept', async () => {
    const item = caseOf('c', ['gold']);
    const good = tableRetriever('a', { [item.query]: ['gold'] });
    const options = named('a', ['recall@1']);
    const a = await evaluate(good, [item], options);
    const b = await evaluate({ search: () => Promise.reject(new Error('index down')) }, [item], {
      ...options,
      name: 'b',
    });
    const late = await evaluate({ search: () => new Promise(() => {}) }, [item], {
      ...options,
      name: 'late',
      timeoutMs: 5,
    });
    expect(changes(a, b).cases[0]).toMatchObject({
      status: 'failed',
      happened: [{ what: 'failed', in: 'b', label: null, evidence: 'b gave no answer: error, index down' }],
    });
    expect(changes(b, late).cases[0]!.happened.map((one) => [one.in, one.evidence])).toEqual([
      ['a', 'b gave no answer: error, index down'],
      ['b', 'late gave no answer: timeout, no answer within 5 ms'],
    ]);
  });

  it('not retrieved: among none of the hits, with their number, and the step that dropped it', async () => {
    const docs = [doc('gold', 'alpha alpha beta'), doc('other', 'alpha gamma delta epsilon')];
    const item = { ...caseOf('c', ['gold']), query: 'alpha' };
    const base = bm25(wholePages(docs));
    const a = await evaluate(base, [item], named('a', ['recall@1']));
    const b = await evaluate(
      filtered(base, ({ docId }) => docId !== 'gold'),
      [item],
      named('b', ['recall@1']),
    );
    const { words, evidence, case: found } = happened(a, b, 'recall@1');
    expect(words).toEqual(['not retrieved', 'unjudged']);
    expect(evidence('not retrieved')).toBe(
      `gold is not among the 1 hit of b (at 1 in a); the filter lost it (${found.labels[0]!.b.stages[0]!.stage} at 1)`,
    );
    expect(evidence('unjudged')).toBe('other (at 1), without a label, stands before gold in b, not in a');
    expect(found.labels[0]).toMatchObject({
      lowerIn: 'b',
      lostIn: 'filter',
      movedBy: [{ doc: 'other', grade: null }],
    });
  });

  it('below k: with its rank in both, and the step that put it there', async () => {
    const docs = ['gold', 'two', 'three'].map((id, i) => doc(id, `alpha ${'beta '.repeat(4 * i)}`));
    const item = { ...caseOf('c', ['gold']), query: 'alpha' };
    const base = bm25(wholePages(docs));
    const turned = rerank(base, (_, hits) =>
      hits.map((_, i) => ({ ...hits[hits.length - 1 - i]!, score: -i })),
    );
    const a = await evaluate(base, [item], named('a', ['recall@2'], { k: 2 }));
    const b = await evaluate(turned, [item], named('b', ['recall@2'], { k: 2 }));
    const { words, evidence, case: found } = happened(a, b, 'recall@2');
    expect(words).toEqual(['below k', 'unjudged']);
    expect(evidence('below k')).toMatch(
      /^gold is at 3 in b, below k = 2 \(at 1 in a\); the reranking lost it \(.*bm25 at 1\)$/,
    );
    expect(found.labels[0]!.lostIn).toBe('reranking');
  });

  it('below k by fusion, or because no leg had it', async () => {
    const item = caseOf('c', ['gold']);
    const leg = (name: string, pages: readonly string[]) => tableRetriever(name, { [item.query]: pages });
    const run = (name: string, retriever: Retriever) =>
      evaluate(retriever, [item], named(name, ['recall@1']));
    const a = await run('a', leg('a', ['gold', 'x', 'y']));
    const fused = await run('b', hybrid([leg('one', ['gold', 'x', 'y']), leg('two', ['x', 'y', 'gold'])]));
    expect(happened(a, fused, 'recall@1').case.labels[0]!.lostIn).toBe('fusion');
    expect(happened(a, fused, 'recall@1').evidence('below k')).toBe(
      'gold is at 2 in b, below k = 1 (at 1 in a); the fusion lost it (one at 1, two at 3)',
    );
    const never = await run('b', hybrid([leg('one', ['x', 'gold']), leg('two', ['x', 'y'])]));
    expect(happened(a, never, 'recall@1').evidence('below k')).toMatch(
      /; no stage had it high enough \(one at 2, two lacks it\)$/,
    );
    const nested = rerank(
      hybrid([leg('one', ['gold', 'x']), leg('two', ['x'])]) as Retriever,
      (_, hits) => hits,
    );
    expect(happened(a, await run('b', nested), 'recall@1').case.labels[0]!.lostIn).toBe('fusion');
  });

  it('lower: still among the first k, where the metric looks at ranks', async () => {
    const [a, b] = await ranked(gold, ['gold', 'x'], ['x', 'gold'], ['mrr@2'], { k: 2 });
    const { words, evidence } = happened(a, b, 'mrr@2');
    expect(words).toEqual(['lower', 'unjudged']);
    expect(evidence('lower')).toBe('gold is at 2 in b (at 1 in a)');
  });

  it('displaced: a page that is labelled, whatever its grade, took the place', async () => {
    const labels = [...gold, { doc: 'judged', grade: 0 }];
    const [a, b] = await ranked(labels, ['gold', 'judged'], ['judged', 'gold'], ['recall@1']);
    const { words, evidence } = happened(a, b, 'recall@1');
    expect(words).toEqual(['below k', 'displaced']);
    expect(evidence('displaced')).toBe('judged (grade 0, at 1) stands before gold in b, not in a');
    const unknown = [...gold, { doc: 'judged', grade: -1 }];
    const [c, d] = await ranked(unknown, ['gold', 'judged'], ['judged', 'gold'], ['recall@1']);
    expect(happened(c, d, 'recall@1').words).toEqual(['below k', 'unjudged']);
  });

  it('tie: equal scores around the cut, decided by the order of the chunks', async () => {
    const docs = [doc('gold', 'alpha beta'), doc('twin', 'alpha beta')];
    const item = { ...caseOf('c', ['gold']), query: 'alpha' };
    const run = (name: string, of: readonly Doc[]) =>
      evaluate(bm25(wholePages(of)), [item], named(name, ['recall@1']));
    const [a, b] = [await run('a', docs), await run('b', [...docs].reverse())];
    const { words, evidence } = happened(a, b, 'recall@1');
    expect(words).toEqual(['below k', 'tie', 'unjudged']);
    expect(evidence('tie')).toMatch(
      /^one hit before it has the same score \(0\.\d+\) in b, so that it could as well stand at 1$/,
    );
  });

  it('no tie where a higher score stands before it, or the equal ones leave no room', async () => {
    const item = caseOf('c', ['gold']);
    const run = (name: string, hits: readonly (readonly [string, number])[]) =>
      evaluate(
        () => hits.map(([docId, score]): Hit => ({ chunkId: docId, docId, score })),
        [item],
        named(name, ['recall@1']),
      );
    const a = await run('a', [['gold', 1]]);
    const words = async (hits: readonly (readonly [string, number])[]) =>
      happened(a, await run('b', hits), 'recall@1').words;
    expect(
      await words([
        ['x', 2],
        ['gold', 1],
      ]),
    ).toEqual(['below k', 'unjudged']);
    expect(
      await words([
        ['x', 2],
        ['y', 1],
        ['gold', 1],
      ]),
    ).toEqual(['below k', 'unjudged']);
    expect(
      await words([
        ['x', 1],
        ['y', 1],
        ['gold', 1],
      ]),
    ).toEqual(['below k', 'tie', 'unjudged']);
  });
});

describe('what changed between two chunkings', () => {
  const quote = 'the retry waits two seconds before it asks again';
  const docs = [
    doc('gold', `## Start\n\nAlpha words about nothing.\n\n## Retry\n\nHere ${quote} for an answer.\n`),
    doc('other', '# Other\n\nSomething else entirely about colours.\n'),
  ];
  const item = spanCase(docs, 'gold', quote, 'retry waits seconds');
  const run = (name: string, set: ChunkSet, metrics: readonly string[], more = {}) =>
    evaluate(bm25(set), [item], named(name, metrics, more));

  it('cut: with what each piece holds, from the hits alone or from the chunks', async () => {
    const [whole, cut] = [headings(docs), fixedTokens(docs, { tokens: 8, overlap: 0 })];
    const a = await run('sections', whole, ['chunk_recall(0.9)@1']);
    const b = await run('windows', cut, ['chunk_recall(0.9)@1']);
    const byHits = happened(a, b, 'chunk_recall(0.9)@1');
    expect(byHits.words?.slice(0, 2)).toEqual(['partly', 'cut']);
    expect(byHits.evidence('cut')).toMatch(
      /^the known chunks of windows hold gold \d+–\d+ in pieces of \d+ % \(hit \d\)(, \d+ % \(hit \d\))*; one of sections holds 100 %$/,
    );
    const byChunks = happened(a, b, 'chunk_recall(0.9)@1', { chunks: { a: whole, b: cut } });
    const { start, end } = item.labels[0]!;
    const shares = cut.chunks
      .filter((chunk) => chunk.docId === 'gold' && chunk.start < end! && chunk.end > start!)
      .map((chunk) => (Math.min(chunk.end, end!) - Math.max(chunk.start, start!)) / quote.length)
      .sort((x, y) => y - x)
      .map((share) => `${Math.floor(100 * share)} %`);
    expect(shares.length).toBeGreaterThan(1);
    expect(byChunks.evidence('cut')).toMatch(/^chunks of windows hold gold /);
    expect([...byChunks.evidence('cut')!.matchAll(/(\d+ %) \(/g)].map((match) => match[1])).toEqual(shares);
    expect(byChunks.case.labels[0]!.a).toMatchObject({ heldWithinK: 1, reach: 'in the top k' });
    expect(byChunks.case.labels[0]!.b.heldWithinK).toBeLessThan(1);
  });

  it('names as taking its place no chunk that stands after it', async () => {
    const pages = ['gold', 'w', 'x', 'y', 'z'].map((id) => doc(id, `the ${id} page of words\n`));
    const set = wholePages(pages);
    const labelled = spanCase(pages, 'gold', 'gold page', 'which');
    const of = (name: string, ids: readonly string[]) => {
      const hits = ids.map((id, i) => ({ chunkId: `${id}#0`, docId: id, score: -i }));
      const retriever = { name, chunkSet: set, search: () => hits };
      return evaluate(retriever, [labelled], named(name, ['span_recall@4tok'], { k: 3, depth: 3 }));
    };
    const [a, b] = [await of('a', ['gold', 'x', 'y']), await of('b', ['w', 'gold', 'z'])];
    const [label] = happened(a, b, 'span_recall@4tok').case.labels;
    expect(label).toMatchObject({ lowerIn: 'b', b: { chunkRank: 2, heldWithinK: 1 } });
    expect(label!.movedBy.map(({ chunkId, rank }) => [chunkId, rank])).toEqual([['w#0', 1]]);
  });

  it('is the mirror where a query got better: what happened was in run a', async () => {
    const [whole, cut] = [headings(docs), fixedTokens(docs, { tokens: 8, overlap: 0 })];
    const a = await run('sections', whole, ['chunk_recall(0.9)@1']);
    const b = await run('windows', cut, ['chunk_recall(0.9)@1']);
    const [there, back] = [happened(a, b, 'chunk_recall(0.9)@1'), happened(b, a, 'chunk_recall(0.9)@1')];
    expect(back.case.status).toBe('better');
    expect(back.case.happened).toEqual(there.case.happened.map((one) => ({ ...one, in: 'a' })));
  });

  it('not covered: no chunk holds any of it, said only where the chunks are known', async () => {
    const whole = headings(docs);
    const { start } = item.labels[0]!;
    const lacking = {
      ...whole,
      chunks: whole.chunks.filter((one) => one.docId !== 'gold' || one.end <= start!),
    };
    const a = await run('a', whole, ['span_recall@1']);
    const b = await run('b', lacking, ['span_recall@1']);
    expect(happened(a, b, 'span_recall@1').words).toEqual(['not retrieved']);
    const known = happened(a, b, 'span_recall@1', { chunks: { a: whole, b: lacking } });
    expect(known.words).toEqual(['not retrieved', 'not covered']);
    expect(known.evidence('not covered')).toBe(
      `no chunk of b holds any of gold ${start}–${item.labels[0]!.end}`,
    );
  });

  it('not covered: the pages that a run searched lack it, which the run itself records', async () => {
    const set = (of: readonly Doc[]): ChunkSet => ({ ...headings(of), corpus: corpusOf(of) });
    const page = { ...caseOf('c', ['gold']), query: 'retry waits colours' };
    const over = (name: string, of: readonly Doc[]) =>
      evaluate(bm25(set(of)), [page], named(name, ['recall@1']));
    const [a, b] = [await over('a', docs), await over('b', docs.slice(1))];
    const { words, evidence } = happened(a, b, 'recall@1', { onSharedCases: true });
    expect(words).toEqual(['not retrieved', 'not covered', 'unjudged']);
    expect(evidence('not covered')).toBe('gold is none of the pages that b searched');
  });

  it('crowded: chunks of one page took the first k, each page once there would have been room', async () => {
    const many = `## One\n\nretry waits\n\n## Two\n\nretry waits\n\n## Three\n\nretry waits\n`;
    const long = `# Retry\n\nretry waits seconds ${'and then some '.repeat(20)}\n`;
    const pages = [doc('gold', long), doc('many', many)];
    const one = spanCase(pages, 'gold', 'retry waits seconds', 'retry waits');
    const over = (name: string, set: ChunkSet) =>
      evaluate(bm25(set), [one], named(name, ['span_recall@2'], { k: 2 }));
    const [a, b] = [await over('pages', wholePages(pages)), await over('sections', headings(pages))];
    const { words, evidence } = happened(a, b, 'span_recall@2');
    expect(words).toEqual(['below k', 'crowded']);
    expect(evidence('crowded')).toMatch(
      /^of the 3 hits before gold \d+–\d+ in sections 3 are chunks of many; with each page once it would be at 2$/,
    );
  });

  it('crowded: chunks of one page used up the depth, so that fewer than k pages came', async () => {
    const many = `## One\n\nretry waits\n\n## Two\n\nretry waits\n\n## Three\n\nretry waits\n`;
    const pages = [doc('gold', `# Retry\n\nretry waits ${'and then some '.repeat(20)}\n`), doc('many', many)];
    const one = { ...caseOf('c', ['gold']), query: 'retry waits' };
    const over = (name: string, set: ChunkSet) =>
      evaluate(bm25(set), [one], named(name, ['recall@2'], { k: 2, depth: 3 }));
    const [a, b] = [await over('pages', wholePages(pages)), await over('sections', headings(pages))];
    const { words, evidence } = happened(a, b, 'recall@2');
    expect(words).toEqual(['not retrieved', 'crowded']);
    expect(evidence('crowded')).toBe('the 3 hits of sections are of 1 page, 3 are chunks of many');
  });

  it('diluted: as much of the label, among more that has none', async () => {
    const a = await run('sections', headings(docs), ['span_precision@1']);
    const b = await run('pages', wholePages(docs), ['span_precision@1']);
    const { words, evidence } = happened(a, b, 'span_precision@1');
    expect(words).toEqual(['diluted']);
    expect(evidence('diluted')).toMatch(
      /^the first 1 chunks of pages hold \d+ characters without a label \(\d+ in sections\) and no label is held less$/,
    );
  });
});

describe('where no label explains a change', () => {
  it('none: it is said that no label stands lower', async () => {
    const [a, b] = await ranked(gold, ['gold', 'x'], ['gold'], ['num_ret']);
    const { words, evidence } = happened(a, b, 'num_ret');
    expect(words).toEqual(['none']);
    expect(evidence('none')).toBe('no relevant label stands lower in b');
    const [c, d] = await ranked([{ doc: 'x', grade: 0 }], ['y', 'x'], ['x'], ['num_ret']);
    expect(happened(c, d, 'num_ret').evidence('none')).toBe('the case has no relevant label');
  });

  it('is told of repeats, of which only the first keeps its hits', async () => {
    const item = caseOf('c', ['gold']);
    let asked = 0;
    const moody = () => [{ chunkId: 'p', docId: asked++ % 2 === 0 ? 'gold' : 'x', score: 1 }];
    const a = await evaluate(
      () => [{ chunkId: 'p', docId: 'gold', score: 1 }],
      [item],
      named('a', ['recall@1']),
    );
    const b = await evaluate(moody, [item], named('b', ['recall@1'], { repeats: 2 }));
    expect(happened(a, b, 'recall@1').evidence('none')).toBe(
      'no relevant label stands lower in b; hits are of the first search alone, the metric is a mean over all',
    );
  });
});

describe('the labels that a change rests on', () => {
  it('are those that would restore the metric: of two that fell, the first alone for mrr', async () => {
    const labels = [...gold, { doc: 'second', grade: 1 }];
    const [a, b] = await ranked(
      labels,
      ['gold', 'x', 'second'],
      ['x', 'gold', 'y', 'second'],
      ['mrr', 'recall@3'],
      { k: 3 },
    );
    expect(changes(a, b, 'mrr').cases[0]!.happened.map(({ what, label }) => [what, label])).toEqual([
      ['lower', 0],
      ['unjudged', 0],
    ]);
    expect(changes(a, b, 'recall@3').cases[0]!.happened.map(({ what, label }) => [what, label])).toEqual([
      ['below k', 1],
      ['unjudged', 1],
    ]);
  });

  it('leave out alternatives of a need that is still met', async () => {
    const labels = [
      { doc: 'one', grade: 1, need: 'n' },
      { doc: 'two', grade: 1, need: 'n' },
      { doc: 'three', grade: 1 },
    ];
    const [a, b] = await ranked(labels, ['one', 'two', 'three'], ['one', 'x', 'y'], ['recall@3'], { k: 3 });
    expect([...new Set(changes(a, b).cases[0]!.happened.map(({ label }) => label))]).toEqual([2]);
    expect(changes(a, b).transitions[0]!.from['in the top k']).toMatchObject({
      'in the top k': 1,
      'not retrieved': 1,
    });
  });

  it('are all that fell where no single one restores it, as for all@k', async () => {
    const labels = [...gold, { doc: 'second', grade: 1 }];
    const [a, b] = await ranked(labels, ['gold', 'second'], ['x', 'y', 'gold', 'second'], ['all@2'], {
      k: 2,
    });
    expect([...new Set(changes(a, b).cases[0]!.happened.map(({ label }) => label))]).toEqual([0, 1]);
  });
});

describe('changes of whole runs', () => {
  it('are counted by slice and by word, and needs by where they were and are', async () => {
    const cases = ['p', 'q', 'r', 's'].map((id, i) => caseOf(id, [id], i < 2 ? 'one' : 'two'));
    const table = (name: string, rows: readonly (readonly string[])[]) =>
      evaluate(
        tableRetriever(name, Object.fromEntries(cases.map((item, i) => [item.query, rows[i]!]))),
        cases,
        named(name, ['recall@1']),
      );
    const a = await table('a', [['p'], ['q'], ['x', 'r'], ['s']]);
    const b = await table('b', [['x', 'p'], ['x'], ['r'], ['s']]);
    const { counts, transitions } = changes(a, b);
    const words = (slice: string) =>
      counts
        .find((one) => one.slice === slice)!
        .counts.filter((one) => one.worse + one.better > 0)
        .map(({ what, worse, better }) => [what, worse, better]);
    expect(words('all')).toEqual([
      ['not retrieved', 1, 0],
      ['below k', 1, 1],
      ['unjudged', 2, 1],
    ]);
    expect(words('two')).toEqual([
      ['below k', 0, 1],
      ['unjudged', 0, 1],
    ]);
    expect(transitions.map(({ slice, n }) => [slice, n])).toEqual([
      ['all', 4],
      ['one', 2],
      ['two', 2],
    ]);
    expect(transitions[0]!.from).toMatchObject({
      'in the top k': { 'in the top k': 1, 'below k': 1, 'not retrieved': 1 },
      'below k': { 'in the top k': 1 },
    });
  });

  it('are the same from a store, of which only the hits of moved cases are read', async () => {
    const cases = [caseOf('p', ['p']), caseOf('q', ['q'])];
    const store = openStore(`${temporaryFolder()}/lab.sqlite`);
    const run = (name: string, p: readonly string[]) =>
      evaluate(tableRetriever(name, { 'query p': p, 'query q': ['q', 'x'] }), cases, {
        ...named(name, ['recall@1']),
        store,
      });
    const whole = changes(await run('a', ['p', 'x']), await run('b', ['x', 'p']));
    expect(changes(store.run('a'), store.run('b'))).toEqual(whole);
    const some = ['a', 'b'].map((name) => store.runWithHitsOf(name, ['p'])) as [Run, Run];
    expect(some[0].results.map(({ hits }) => hits.length)).toEqual([2, 0]);
    expect(changes(...some)).toEqual(whole);
    const none = changes(store.runWithoutHits('a'), store.runWithoutHits('b'));
    expect(none.transitions).toEqual(whole.transitions);
    expect(none.cases[0]!.happened.map(({ what }) => what)).toEqual(['below k']);
    store.close();
  });

  it('refuse what is no run, unknown options, and spans without hits', async () => {
    const [a, b] = await ranked(gold, ['gold'], ['x'], ['recall@1']);
    expect(() => changes(Promise.resolve(a) as never, b)).toThrow(
      'changes: found a promise, wanted a run; await evaluate(…), or read one with store.run(name)',
    );
    expect(() => changes(a, b, 'recall@1', { chunk: {} } as never)).toThrow(
      'changes: the option "chunk" is unknown, wanted one of by, onSharedCases, k, chunks; did you mean "chunks"?',
    );
    expect(() => changes(a, b, 'recall@1', { k: 9 })).toThrow(
      'changes: k = 9 cannot be told from runs of which one holds 5 chunks a query; lower k',
    );
    expect(() => changes(a, b, 'recall@1', { chunks: { a: headings([doc('x', 'x')]) } })).toThrow(
      `changes: chunks.a lack "gold#0", wanted those that a (${a.id}) searched; cut the pages as it did`,
    );
    const docs = [doc('x', 'one two three four five')];
    const item = { ...caseOf('c', ['x']), query: 'one' };
    const c = await evaluate(bm25(wholePages(docs)), [item], named('c', ['recall@1']));
    expect(() =>
      changes(c, c, 'recall@1', { chunks: { b: fixedTokens(docs, { tokens: 2, overlap: 0 }) } }),
    ).toThrow(
      `changes: chunks.b have "x#0" at 0 to 7, wanted those that c (${c.id}) searched, where it stands at 0 to 23; cut the pages as it did`,
    );
    expect(() => changes(c, c, 'recall@1', { chunks: { a: wholePages([doc('x', 'other')]) } })).toThrow(
      `wanted ${c.corpusVersion}, which c (${c.id}) searched; cut those pages`,
    );
  });
});
