import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../chunk/tokens.js';
import { evaluate } from '../measure/evaluate.js';
import { resultOf } from '../measure/result-of.js';
import type { Outcome } from '../measure/search-once.js';
import { hybrid } from '../retrieve/hybrid.js';
import type { RagAnswer } from '../store/rag-answer.js';
import type { Case, Hit, Label, QaCase, Result, Run } from '../types.js';
import { bareRun } from './bare-run.contract.js';
import { BUCKETS, type Bucket, reachOfBucket } from './buckets.js';
import { diagnose } from './diagnose.js';
import { diagnoseAll } from './diagnose-all.js';
import { locate } from './locate.js';

const PAGES = ['a', 'b', 'c'];

const caseWith = (id: string, labels: readonly Label[]): Case => ({
  id,
  query: `query ${id}`,
  kind: 'semantic',
  labels,
  fields: {},
});

const hit = (docId: string, start: number, end: number, score = 1): Hit => ({
  chunkId: `${docId}#${start}`,
  docId,
  score,
  start,
  end,
});

/** A run that answered each query with its hits, and failed at a query that has none here. */
function runOf(cases: readonly Case[], answers: Readonly<Record<string, readonly Hit[]>>, depth = 20): Run {
  const results = cases.map((item): Result => {
    const hits = answers[item.query];
    const status = hits === undefined ? 'error' : hits.length === 0 ? 'empty' : 'ok';
    const outcome = { status, message: hits === undefined ? 'down' : null, hits: hits ?? [], latencyMs: 1 };
    return resultOf(item, outcome as Outcome, [], 2);
  });
  return bareRun(cases, results, { depth });
}

const answerTo = (questionId: string, more: Partial<RagAnswer> = {}): RagAnswer => ({
  questionId,
  question: 'q',
  runId: null,
  context: { chunks: 2 },
  model: 'm',
  server: 's',
  prompt: 'p',
  digest: questionId,
  status: 'ok',
  message: null,
  hits: [],
  contextIds: [],
  answer: 'yes',
  citations: [{ doc: 'a', quote: 'x', inContext: true, quoteFound: true }],
  raw: null,
  usage: null,
  dollars: null,
  latencyMs: null,
  askedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});

describe('the place where a labelled passage got lost', () => {
  const passage = { doc: 'a', grade: 2, start: 10, end: 20 };
  const rows: readonly [string, readonly Hit[], Bucket, string][] = [
    ['no chunk of the page', [hit('b', 0, 9)], 'retrieval', 'no chunk of a is among the 1 hits'],
    [
      'the page after the context',
      [hit('b', 0, 9), hit('c', 0, 9), hit('a', 0, 30)],
      'ranking',
      'a comes first at hit 3, after the context of 2 chunks',
    ],
    [
      'another chunk of the page',
      [hit('a', 30, 40), hit('c', 0, 9), hit('a', 5, 25)],
      'other chunk',
      'the context holds a at hit 1, but none of its 10–20; the first chunk that does is hit 3',
    ],
    [
      'another chunk, and its own nowhere',
      [hit('a', 30, 40)],
      'other chunk',
      'the context holds a at hit 1, but none of its 10–20; no hit holds any of it',
    ],
    [
      'a part of the passage',
      [hit('a', 0, 13), hit('c', 0, 9), hit('a', 13, 18)],
      'cut',
      'the context holds 30 % of a 10–20; all hits together hold 80 %',
    ],
    [
      'both parts of a passage that is cut',
      [hit('a', 0, 13), hit('a', 13, 30)],
      'reached context',
      'a 10–20 is in the context at hit 1; no answer is recorded',
    ],
  ];
  it.each(rows)('is told from %s', (_, hits, bucket, evidence) => {
    const item = caseWith('c-1', [passage]);
    const run = runOf([item], { 'query c-1': hits });
    expect(diagnose(item, run, { context: { chunks: 2 } })).toMatchObject({ bucket, evidence });
  });

  it('is a cut also where a budget of tokens ends before the passage, in the chunk that holds it', () => {
    const docs = [{ id: 'a', title: 'a', text: 'one two three four five six seven', fields: {} }];
    expect(countTokens('one two three')).toBe(3);
    const chunk = hit('a', 0, docs[0]!.text.length);
    const at = (label: Label, tokens: number) => {
      const item = caseWith('c-1', [label]);
      return diagnose(item, runOf([item], { 'query c-1': [chunk] }), { context: { tokens }, docs });
    };
    const early = { doc: 'a', grade: 1, start: 4, end: 13 };
    expect(at(early, 3)).toMatchObject({ bucket: 'reached context', filled: true });
    expect(at(early, 2)).toMatchObject({
      bucket: 'cut',
      evidence:
        'the context holds 33 % of a 4–13; all hits together hold 100 %; the budget ends within hit 1',
    });
    expect(at({ doc: 'a', grade: 1, start: 19, end: 23 }, 2)).toMatchObject({ bucket: 'cut' });
    expect(at(early, 7)).toMatchObject({ bucket: 'reached context', filled: true });
    expect(at(early, 8)).toMatchObject({ bucket: 'reached context', filled: false });
  });

  it('asks for the whole passage, or for the share that is named', () => {
    const item = caseWith('c-1', [passage]);
    const run = runOf([item], { 'query c-1': [hit('a', 0, 15)] });
    expect(diagnose(item, run).bucket).toBe('cut');
    expect(diagnose(item, run, { held: 0.5 }).bucket).toBe('reached context');
    expect(diagnose(item, run, { held: 0.51 }).bucket).toBe('cut');
  });

  it('counts labels of grade 2 where there are some, else of grade 1, unless a grade is named', () => {
    const related = { doc: 'b', grade: 1 };
    const item = caseWith('c-1', [passage, related]);
    const run = runOf([item, caseWith('c-2', [related])], {
      'query c-1': [hit('a', 0, 30)],
      'query c-2': [hit('a', 0, 30)],
    });
    expect(diagnose(item, run)).toMatchObject({ bucket: 'reached context', needs: [{ need: 'label 0' }] });
    expect(diagnose(item, run, { rel: 1 })).toMatchObject({
      bucket: 'retrieval',
      needs: [{ bucket: 'reached context' }, { bucket: 'retrieval', need: 'page b' }],
    });
    expect(diagnose(caseWith('c-2', [related]), run).bucket).toBe('retrieval');
    expect(() => diagnose(caseWith('c-2', [related]), run, { rel: 2 })).toThrow(
      'case "c-2" has no label of grade 2 or more, wanted one; label it, or leave it out',
    );
  });

  it('is that of the best alternative of a need, and of the worst need of a case', () => {
    const labels = [
      { doc: 'a', grade: 2, start: 0, end: 10, need: 'x' },
      { doc: 'b', grade: 2, start: 0, end: 10, need: 'x' },
      { doc: 'c', grade: 2, start: 0, end: 10 },
    ];
    const item = caseWith('c-1', labels);
    const run = runOf([item], { 'query c-1': [hit('b', 0, 10), hit('c', 20, 30)] });
    expect(diagnose(item, run)).toMatchObject({
      bucket: 'other chunk',
      needs: [
        { need: 'need x', bucket: 'reached context', label: { doc: 'b' }, alternatives: 2 },
        { need: 'label 2', bucket: 'other chunk', alternatives: 1 },
      ],
    });
  });

  it('names the step of a composed retriever that lost it', async () => {
    const item = caseWith('c-1', [{ doc: 'a', grade: 1 }]);
    const legs = [
      { name: 'one', search: () => [hit('a', 0, 9, 3), hit('b', 0, 9, 2)] },
      { name: 'two', search: () => [hit('b', 0, 9, 3), hit('c', 0, 9, 2)] },
    ];
    const fused = await evaluate(hybrid(legs), [item], { k: 1, depth: 1, metrics: ['mrr'] });
    expect(diagnose(item, fused).evidence).toBe(
      'no chunk of a is among the 1 hits; lost in fusion (one at 1, two without it)',
    );
    const without = [legs[1]!, { ...legs[1]!, name: 'three' }];
    const none = await evaluate(hybrid(without), [item]);
    expect(diagnose(item, none)).toMatchObject({
      evidence: 'no chunk of a is among the 2 hits; no stage had it',
      needs: [{ lostIn: { step: 'retrieval' } }],
    });
    const { buckets } = diagnoseAll([item], fused, { contexts: [{ chunks: 1 }] }).contexts[0]!;
    expect(buckets.map(({ bucket, lostIn }) => [bucket, lostIn]).slice(0, 2)).toEqual([
      ['retrieval', [{ step: 'fusion', cases: 1 }]],
      ['ranking', []],
    ]);
    const low = [
      { name: 'one', search: () => [hit('b', 0, 9, 3), hit('a', 0, 9, 2)] },
      { name: 'two', search: () => [hit('b', 0, 9, 3)] },
    ];
    const below = await evaluate(hybrid(low), [item]);
    expect(diagnose(item, below, { context: { chunks: 1 } }).evidence).toBe(
      'a comes first at hit 2, after the context of 1 chunk; no stage had it within the context (one at 2, two without it)',
    );
  });

  it('is told beside the answer: cited by what stands in the page and was in the context', () => {
    const item = caseWith('c-1', [passage]);
    const run = runOf([item], { 'query c-1': [hit('a', 0, 30)] });
    const at = (more: Partial<RagAnswer>) =>
      diagnose(item, run, { context: { chunks: 2 }, answer: answerTo('c-1', more) });
    const citation = { doc: 'a', quote: 'x', inContext: true, quoteFound: true };
    expect(at({})).toMatchObject({
      bucket: 'ok',
      evidence: 'the answer cites a, which is in the context at hit 1',
    });
    expect(at({ citations: [] })).toMatchObject({
      bucket: 'generation',
      evidence: 'a 10–20 is in the context at hit 1; the answer cites nothing',
    });
    expect(at({ citations: [{ ...citation, doc: 'b' }] }).evidence).toBe(
      'a 10–20 is in the context at hit 1; the answer cites b',
    );
    expect(at({ status: 'misquote', citations: [{ ...citation, quoteFound: false }] }).evidence).toBe(
      'a 10–20 is in the context at hit 1; the answer cites a (misquote)',
    );
    expect(at({ status: 'misquote', citations: [citation] }).bucket).toBe('ok');
    expect(at({ status: 'abstained' })).toMatchObject({
      bucket: 'generation',
      evidence: 'a 10–20 is in the context at hit 1; the answer is that the passages do not say',
    });
    expect(at({ status: 'truncated', citations: [] }).evidence).toBe(
      'a 10–20 is in the context at hit 1; the answer is truncated',
    );
    expect(at({ status: 'timeout', citations: [] }).bucket).toBe('reached context');
    expect(() => diagnose(item, run, { answer: answerTo('c-1') })).toThrow(
      'case "c-1": the answer is over a context of 2 chunks, wanted 6 chunks; pass the context that the model was given',
    );
    expect(() => diagnose(item, run, { context: { chunks: 2 }, answer: answerTo('c-9') })).toThrow(
      'case "c-1": the answer is to "c-9", wanted one to this question; pass that',
    );
  });

  it('is asked for in a sentence where something is wrong', () => {
    const item = caseWith('c-1', [passage]);
    const bare: Hit = { chunkId: 'a#1', docId: 'a', score: 1 };
    const run = runOf([item], { 'query c-1': [bare] });
    expect(() => diagnose(item, run, { context: { tokens: 5 } })).toThrow(
      'case "c-1": a context of 5 tokens needs the texts of the chunks, found none for "a#1"; pass docs, the pages that were searched, or a context in chunks',
    );
    expect(() => diagnose(item, run, { context: { chunks: 0 } })).toThrow(
      'diagnose: the context is {"chunks":0}, wanted a whole number of chunks or of tokens; write { chunks: 6 } or { tokens: 2000 }',
    );
    expect(() => diagnose(item, run, { context: { chunks: 1, tokens: 1 } })).toThrow(
      /^diagnose: the context/,
    );
    expect(() => diagnose(item, run, { contxt: { chunks: 1 } } as never)).toThrow(
      'diagnose: the option "contxt" is unknown, wanted one of context, docs, chunks, answer, rel, held; did you mean "context"?',
    );
    expect(() => diagnose(item, run, { held: 0 })).toThrow(/^diagnose: held is 0, wanted a share above 0/);
    const unread: Run = { ...run, results: run.results.map((one) => ({ ...one, hits: [] })) };
    expect(() => diagnose(item, unread)).toThrow(
      'case "c-1" has no hits in run r (run-1), which was read without them; read it with store.run',
    );
    // Without places the page is all that can be looked at.
    expect(diagnose(item, run)).toMatchObject({
      bucket: 'reached context',
      needs: [{ label: { held: null } }],
    });
  });
});

const label = fc
  .record({
    doc: fc.constantFrom(...PAGES),
    grade: fc.integer({ min: 0, max: 2 }),
    span: fc.option(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 12 })), { nil: null }),
    need: fc.option(fc.constantFrom('x', 'y'), { nil: null }),
  })
  .map(
    ({ doc, grade, span, need }): Label => ({
      doc,
      grade,
      ...(span === null ? {} : { start: span[0], end: span[0] + span[1] }),
      ...(need === null ? {} : { need }),
    }),
  );

const someHits = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom(...PAGES), fc.nat(30), fc.integer({ min: 1, max: 12 }))
    .map(([doc, start, length]) => hit(doc, start, start + length)),
  { selector: ({ chunkId }) => chunkId, maxLength: 8 },
);

/** From the definition, letter by letter. */
function naiveBucket({ doc, start, end }: Label, hits: readonly Hit[], k: number): Bucket {
  const first = hits.slice(0, k);
  if (hits.every(({ docId }) => docId !== doc)) return 'retrieval';
  if (first.every(({ docId }) => docId !== doc)) return 'ranking';
  if (start === undefined || end === undefined) return 'reached context';
  let held = 0;
  for (let at = start; at < end; at++)
    if (first.some((one) => one.docId === doc && one.start! <= at && at < one.end!)) held++;
  return held === end - start ? 'reached context' : held > 0 ? 'cut' : 'other chunk';
}

function naiveCase({ labels }: Case, hits: readonly Hit[], k: number): Bucket {
  const least = labels.some(({ grade }) => grade === 2) ? 2 : 1;
  const needs: Record<string, Bucket[]> = {};
  for (const [i, one] of labels.entries()) {
    if (one.grade < least) continue;
    const key = one.need ?? (one.start === undefined ? `page of ${one.doc}` : `own ${i}`);
    needs[key] = [...(needs[key] ?? []), naiveBucket(one, hits, k)];
  }
  const order = (found: readonly Bucket[]) => [...found].sort((a, b) => reachOfBucket(a) - reachOfBucket(b));
  return order(Object.values(needs).map((alternatives) => order(alternatives).at(-1)!))[0]!;
}

describe('a diagnosis of arbitrary runs', () => {
  const labelled = fc
    .array(label, { minLength: 1, maxLength: 4 })
    .filter((labels) => labels.some(({ grade }) => grade > 0));
  const rows = fc.array(fc.tuple(labelled, someHits), { minLength: 1, maxLength: 5 });

  it('has the buckets that counting by hand gives, and counts and transitions that add up', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const cases = given.map(([labels], i) => caseWith(`c-${i}`, labels));
        const run = runOf(cases, Object.fromEntries(given.map(([, hits], i) => [`query c-${i}`, hits])));
        const contexts = [{ chunks: 4 }, { chunks: 2 }];
        const found = diagnoseAll(cases, run, { contexts });
        for (const { context, cases: all, buckets, n, needs } of found.contexts) {
          const k = (context as { chunks: number }).chunks;
          expect(all.map(({ bucket }) => bucket)).toEqual(
            cases.map((item, i) => naiveCase(item, given[i]![1], k)),
          );
          expect(n).toBe(cases.length);
          expect(buckets.map(({ bucket }) => bucket)).toEqual(BUCKETS);
          expect(buckets.reduce((sum, one) => sum + one.cases, 0)).toBe(n);
          expect(buckets.reduce((sum, one) => sum + one.needs, 0)).toBe(needs);
        }
        const { counts, moved } = found.transition!;
        for (const bucket of BUCKETS) {
          const row = BUCKETS.reduce((sum, to) => sum + counts[bucket][to], 0);
          const column = BUCKETS.reduce((sum, from) => sum + counts[from][bucket], 0);
          const at = (i: number) => found.contexts[i]!.buckets.find((one) => one.bucket === bucket)!.cases;
          expect([row, column]).toEqual([at(0), at(1)]);
        }
        const same = BUCKETS.reduce((sum, one) => sum + counts[one][one], 0);
        expect(moved.length + same).toBe(cases.length);
        // A larger context never makes it worse.
        for (const { from, to } of moved) expect(reachOfBucket(from)).toBeGreaterThan(reachOfBucket(to));
      }),
      { numRuns: 300 },
    );
  });

  it('puts a question where locate does', () => {
    const cited = fc.uniqueArray(fc.constantFrom(...PAGES), { minLength: 1 });
    fc.assert(
      fc.property(cited, someHits, fc.integer({ min: 1, max: 9 }), (citations, hits, k) => {
        const question: QaCase = {
          id: 'q-1',
          question: 'query q-1',
          answer: null,
          citations,
          unanswerable: false,
          fields: {},
        };
        const asCase = caseWith(
          'q-1',
          citations.map((doc) => ({ doc, grade: 1 })),
        );
        const run = runOf([asCase], { 'query q-1': hits });
        expect(diagnose(question, run, { context: { chunks: k } }).bucket).toBe(
          locate(question, run, k).stage,
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('the diagnosis of a whole run', () => {
  const unanswerable = (id: string): QaCase => ({
    id,
    question: `query ${id}`,
    answer: null,
    citations: [],
    unanswerable: true,
    fields: {},
  });

  it('lists what failed, what has no label and what nobody can answer, and counts none of it', () => {
    const items = [caseWith('c-1', [{ doc: 'a', grade: 1 }]), caseWith('c-2', [{ doc: 'a', grade: 1 }])];
    const bare = caseWith('c-3', [{ doc: 'a', grade: 0 }]);
    const run = runOf([...items, bare], { 'query c-1': [hit('a', 0, 9)], 'query c-3': [] });
    const late = caseWith('c-4', [{ doc: 'a', grade: 1 }]);
    const found = diagnoseAll([...items, bare, late, unanswerable('q-5')], run);
    expect(found).toMatchObject({
      unit: 'queries',
      failed: [
        { id: 'c-2', message: 'error: down' },
        { id: 'c-4', message: 'not in the run' },
      ],
      unlabelled: ['c-3'],
      unanswerable: ['q-5'],
      transition: null,
      contexts: [{ n: 1, needs: 1, abstained: null }],
    });
    expect(() => diagnose(unanswerable('q-5'), run)).toThrow(
      'question "q-5" is unanswerable, wanted one with citations; score it by whether the system abstains',
    );
  });

  it('scores unanswerable questions by whether the model left them unanswered', () => {
    const item = caseWith('c-1', [{ doc: 'a', grade: 1 }]);
    const run = runOf([item], { 'query c-1': [hit('a', 0, 9)] });
    const answers = [
      answerTo('c-1'),
      answerTo('q-1', { status: 'abstained' }),
      answerTo('q-2'),
      answerTo('q-3', { status: 'rate limited', message: '429' }),
    ];
    const items = [item, ...['q-1', 'q-2', 'q-3', 'q-4'].map(unanswerable)];
    const contexts = [{ chunks: 2 }, { chunks: 1 }];
    const [with2, with1] = diagnoseAll(items, run, { contexts, answers }).contexts;
    expect(with2).toMatchObject({
      answered: 1,
      abstained: { n: 1, of: 2, others: [{ id: 'q-2', status: 'ok' }] },
      unanswered: [{ id: 'q-3', message: 'rate limited: 429' }],
    });
    expect(with2!.cases[0]!.bucket).toBe('ok');
    expect(with1).toMatchObject({ answered: 0, abstained: null, cases: [{ bucket: 'reached context' }] });
  });

  it('counts a question once that was answered twice, by the last answer, and wants one maker', () => {
    const item = caseWith('c-1', [{ doc: 'a', grade: 1 }]);
    const run = runOf([item], { 'query c-1': [hit('a', 0, 9)] });
    const failed = answerTo('c-1', { digest: 'd', status: 'timeout', message: 'slow' });
    const at = (answers: readonly RagAnswer[]) =>
      diagnoseAll([item], run, { contexts: [{ chunks: 2 }], answers }).contexts[0]!;
    expect(at([answerTo('c-1'), answerTo('c-1', { digest: 'd' })])).toMatchObject({ answered: 1, n: 1 });
    expect(at([failed, answerTo('c-1')])).toMatchObject({ answered: 1, unanswered: [] });
    expect(at([failed, answerTo('c-1', { context: { chunks: 1 }, server: 't' })]).unanswered).toHaveLength(1);
    expect(() => at([answerTo('c-1'), answerTo('c-1', { server: 't' })])).toThrow(
      'diagnoseAll: question "c-1" has answers by two makers at k=2 (m at s, prompt p; m at t, prompt p), wanted those of one; filter them by model, server and prompt',
    );
  });

  it('names where a ranking was cut at its depth before a budget was full', () => {
    const docs = [{ id: 'a', title: 'a', text: 'one two three four five six', fields: {} }];
    const items = [caseWith('c-1', [{ doc: 'a', grade: 1 }]), caseWith('c-2', [{ doc: 'a', grade: 1 }])];
    const run = runOf(
      items,
      { 'query c-1': [hit('a', 0, 7), hit('a', 7, 13)], 'query c-2': [hit('a', 0, 7)] },
      2,
    );
    const unfilled = (tokens: number) =>
      diagnoseAll(items, run, { contexts: [{ tokens }], docs }).contexts[0]!.unfilled;
    expect(unfilled(3)).toEqual([]);
    expect(unfilled(4)).toEqual(['c-1']);
  });

  it('is asked for in a sentence where something is wrong', () => {
    const item = caseWith('c-1', [{ doc: 'a', grade: 1 }]);
    const run = runOf([item], { 'query c-1': [hit('a', 0, 9)] });
    const asked = (options: object) => () => diagnoseAll([item], run, options as never);
    expect(asked({ contexts: [] })).toThrow(
      'diagnoseAll: contexts is [], wanted a list; write [{ chunks: 3 }, { chunks: 6 }], say',
    );
    expect(asked({ contexts: [{ chunks: 3 }, { chunks: 3 }] })).toThrow(
      'diagnoseAll: the context k=3 is named twice, wanted each once; drop one',
    );
    expect(asked({ contexts: [{ chunks: 3 }], between: [{ chunks: 3 }, { tokens: 9 }] })).toThrow(
      'diagnoseAll: between names the context 9tok, wanted one of k=3; add it to contexts',
    );
    expect(asked({ k: 3 })).toThrow(
      /^diagnoseAll: the option "k" is unknown, wanted one of contexts, between/,
    );
  });
});
