import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/examples.js';
import { headings } from '../chunk/headings.js';
import { countTokens } from '../chunk/tokens.js';
import { evaluate } from '../measure/evaluate.js';
import { bm25 } from '../retrieve/bm25.js';
import { openSqlite } from '../sqlite.js';
import { openStore, type Store } from '../store/open-store.js';
import type { RagStatus } from '../store/rag-answer.js';
import type { Doc } from '../types.js';
import { answerDollars, answerPrices } from './answer-prices.js';
import { estimateRag } from './estimate-rag.js';
import type { RagOptions } from './rag-options.js';
import { RAG_INSTRUCTIONS } from './rag-prompt.js';
import { type Reply, type ResponsesStub, responsesStub } from './responses-stub.contract.js';
import { runRag, runRagAll } from './run-rag.js';

const doc = (id: string, text: string): Doc => ({ id, title: id, text, fields: {} });
const DOCS = [
  doc('tea', 'Green tea is brewed at\n  seventy degrees.\n'),
  doc('coffee', 'Coffee is brewed at ninety degrees.\n'),
  doc('water', 'Water boils at a hundred degrees.\n'),
];
const RETRIEVER = bm25(headings(DOCS));
const PRICES = { input: 2, cached: 0.5, output: 8 };
const GOOD = {
  answer: 'At seventy degrees.',
  citations: [{ doc: 'tea', quote: 'brewed at seventy degrees' }],
  abstained: false,
};

let stub: ResponsesStub;
const opened: ResponsesStub[] = [];
const stores: Store[] = [];

async function server(reply: Reply | ((request: number) => Reply)): Promise<void> {
  stub = await responsesStub(typeof reply === 'function' ? reply : () => reply);
  opened.push(stub);
}

function options(more: Partial<RagOptions> = {}): RagOptions {
  return {
    retriever: RETRIEVER,
    docs: DOCS,
    k: 2,
    model: 'stub-model',
    prices: PRICES,
    baseURL: stub.baseURL,
    apiKey: 'secret-key-1234',
    backoffMs: 2,
    maxRetries: 2,
    ...more,
  };
}

function newStore(file = path.join(temporaryFolder(), 'lab.sqlite')): Store {
  const store = openStore(file);
  stores.push(store);
  return store;
}

const TEA = { id: 'q-1', query: 'How hot is green tea brewed?', kind: 'x', labels: [], fields: {} };

const ask = (more: Partial<RagOptions> = {}) => runRag('How hot is green tea brewed?', options(more));

beforeEach(() => {
  vi.stubEnv('OPENAI_API_KEY', '');
  vi.stubEnv('OPENAI_BASE_URL', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const store of stores.splice(0)) store.close();
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

describe('a question put to a model over what was found', () => {
  it('keeps each stage: hits, context, answer, citations, tokens, dollars, time', async () => {
    await server({ says: GOOD, usage: { input: 1200, cached: 1000, output: 50 } });
    const found = await runRag({ id: 'q-1', question: 'How hot is green tea brewed?' }, options());
    expect(found).toMatchObject({
      questionId: 'q-1',
      question: 'How hot is green tea brewed?',
      runId: null,
      context: { chunks: 2 },
      model: 'stub-model',
      server: new URL(stub.baseURL).host,
      status: 'ok',
      message: null,
      contextIds: ['tea#0', 'coffee#0'],
      answer: 'At seventy degrees.',
      citations: [{ doc: 'tea', quote: 'brewed at seventy degrees', inContext: true, quoteFound: true }],
      raw: JSON.stringify(GOOD),
      usage: { input: 1200, cached: 1000, output: 50 },
    });
    expect(found.hits.map(({ docId }) => docId)).toEqual(['tea', 'coffee']);
    // 200 × 2 + 1,000 × 0.5 + 50 × 8 = 1,300 dollars for a million of such.
    expect(found.dollars).toBeCloseTo(0.0013, 12);
    expect(found.latencyMs).toBeGreaterThan(0);
    expect(found.prompt).toMatch(/^[0-9a-f]{12}$/);
  });

  it('sends the passages under the names of their pages, and asks for the shape of the answer', async () => {
    await server({ says: GOOD });
    await ask();
    expect(stub.paths).toEqual(['/v1/responses']);
    const [body] = stub.bodies;
    expect(body).toMatchObject({
      model: 'stub-model',
      instructions: RAG_INSTRUCTIONS,
      max_output_tokens: 4000,
      store: false,
      text: { format: { type: 'json_schema', strict: true, name: 'cited_answer' } },
    });
    expect(body!.text.format.schema).toMatchObject({
      required: ['answer', 'citations', 'abstained'],
      additionalProperties: false,
    });
    expect(body!.input).toBe(
      `[passage 1 of 2, page "tea"]\n${DOCS[0]!.text}\n\n[passage 2 of 2, page "coffee"]\n${DOCS[1]!.text}\n\n[question]\nHow hot is green tea brewed?`,
    );
  });

  const citing = (page: string, quote: string) => ({ ...GOOD, citations: [{ doc: page, quote }] });
  const replies: readonly [string, Reply, RagStatus, string | RegExp][] = [
    ['a refusal', { refusal: 'I cannot help.' }, 'refused', 'the model declined: I cannot help.'],
    [
      'an answer that breaks off',
      { says: '{"answer": "At sev', incomplete: 'max_output_tokens' },
      'truncated',
      'the answer broke off (max_output_tokens)',
    ],
    ['no JSON', { says: 'At seventy degrees.' }, 'invalid', /^the answer cannot be read: .*JSON/],
    ['JSON of another shape', { says: { answer: 1 } }, 'invalid', /^the answer cannot be read: /],
    ['nothing at all', { says: '' }, 'invalid', /^the answer cannot be read|wrote nothing/],
    [
      'that the passages do not say',
      { says: { answer: '', citations: [], abstained: true } },
      'abstained',
      'the model says that the passages do not answer',
    ],
    [
      'a page that was not in the context',
      { says: citing('water', 'Water boils') },
      'foreign citation',
      'it cites "water", which was not in the context',
    ],
    [
      'a page that is none',
      { says: citing('milk', 'x') },
      'foreign citation',
      'it cites "milk", which was not in the context',
    ],
    [
      'a quote that the page does not hold',
      { says: citing('tea', 'brewed at eighty degrees') },
      'misquote',
      '"brewed at eighty degrees" does not stand in tea',
    ],
    ['a blank quote', { says: citing('tea', ' \n') }, 'misquote', '" \\n" does not stand in tea'],
  ];
  it.each(replies)(
    'has a status for %s, and keeps what came and what it cost',
    async (_, reply, status, message) => {
      await server({ ...reply, usage: { input: 100, cached: 0, output: 10 } });
      const found = await ask();
      expect(found.status).toBe(status);
      expect(found.message).toMatch(message);
      expect(found.usage).toEqual({ input: 100, cached: 0, output: 10 });
      expect(found.dollars).toBeCloseTo(0.00028, 12);
      expect(stub.bodies).toHaveLength(1);
    },
  );

  const failures: readonly [string, Reply, RagStatus, RegExp, number][] = [
    [
      'a 429 after all retries',
      { status: 429, error: { message: 'Rate limit reached' } },
      'rate limited',
      /failed in 3 attempts \(last: 429 Rate limit reached\)/,
      3,
    ],
    [
      'a 429 that asks to wait too long',
      { status: 429, headers: { 'retry-after': '3600' }, error: { message: 'Rate limit reached' } },
      'rate limited',
      /asks to wait 3600 s/,
      1,
    ],
    ['no answer in time', { never: true }, 'timeout', /no answer within 60 ms/, 3],
    ['a 500', { status: 500, error: { message: 'oops' } }, 'error', /last: 500 oops/, 3],
    ['a body that is no response', { body: { hello: 1 } }, 'error', /answered no response, wanted one/, 1],
    [
      'a request that it will not have',
      { status: 400, error: { message: 'context too long' } },
      'error',
      /refused the request \(400 context too long\)/,
      1,
    ],
  ];
  it.each(failures)('has a status for %s', async (_, reply, status, message, requests) => {
    await server(reply);
    const found = await ask({ timeoutMs: status === 'timeout' ? 60 : 5000 });
    expect(found).toMatchObject({ status, answer: null, citations: [], usage: null, dollars: null });
    expect(found.message).toMatch(message);
    expect(stub.bodies).toHaveLength(requests);
  });

  it('goes on after a 429 that passes', async () => {
    await server((n) =>
      n === 1
        ? { status: 429, headers: { 'retry-after-ms': '1' }, error: { message: 'slow' } }
        : { says: GOOD },
    );
    expect((await ask()).status).toBe('ok');
    expect(stub.bodies).toHaveLength(2);
  });

  it.each([
    [401, 'Incorrect API key provided: secret-key-1234', /refused the key \(401 .*\[key\]/],
    [404, 'The model does not exist', /refused the request \(404 The model does not exist\)/],
  ])('throws for what would go wrong with any question: %s', async (status, message, sentence) => {
    await server({ status, error: { message } });
    const store = newStore();
    await expect(ask({ store })).rejects.toThrow(sentence);
    expect(stub.bodies).toHaveLength(1);
  });

  it('wants a key at OpenAI itself, before anything is asked', async () => {
    await server({ says: GOOD });
    vi.stubEnv('OPENAI_BASE_URL', '');
    const { baseURL: _, apiKey: __, ...rest } = options();
    await expect(runRag('q', rest)).rejects.toThrow(/^openai: no key was found, wanted one/);
  });

  it('shows the last chunk of a budget as far as the budget goes', async () => {
    await server({ says: GOOD });
    const { k: _, ...rest } = options();
    const first = countTokens(DOCS[0]!.text);
    const found = await runRag('How hot is green tea brewed?', { ...rest, context: { tokens: first + 2 } });
    expect(found.contextIds).toEqual(['tea#0', 'coffee#0']);
    const shown = stub.bodies[0]!.input;
    expect(shown).toContain('[passage 2 of 2, page "coffee"]\nCoffee is\n\n[question]');
  });

  it('records a search that failed, and asks no model about it', async () => {
    await server({ says: GOOD });
    const found = await ask({ retriever: () => Promise.reject(new Error('down')) });
    expect(found).toMatchObject({
      status: 'error',
      message: 'the search failed (error: down)',
      hits: [],
      dollars: null,
      latencyMs: null,
    });
    expect(stub.bodies).toEqual([]);
  });

  it('asks with no passage where nothing was found', async () => {
    await server({ says: { answer: '', citations: [], abstained: true } });
    expect(await ask({ retriever: () => [] })).toMatchObject({ status: 'abstained', contextIds: [] });
    expect(stub.bodies[0]!.input).toMatch(/^\(No passage was found\.\)\n\n\[question\]/);
  });

  it('is asked for in a sentence where an option is wrong', async () => {
    await server({ says: GOOD });
    await expect(ask({ modle: 'x' } as never)).rejects.toThrow(
      /^runRag: the option "modle" is unknown, wanted one of retriever, .*; did you mean "model"\?$/,
    );
    await expect(ask({ model: '' })).rejects.toThrow(
      "runRag: found no model, wanted its name; write model: 'gpt-4.1-mini', say",
    );
    await expect(ask({ context: { chunks: 3 } })).rejects.toThrow(
      'runRag: found k and context, wanted one of them; drop one',
    );
    await expect(ask({ depth: 0 })).rejects.toThrow('runRag: depth is 0, wanted a whole number');
    await expect(
      ask({ docs: [], retriever: () => [{ chunkId: 'x#1', docId: 'x', score: 1 }] }),
    ).rejects.toThrow('found no text for "x#1", wanted one to show to the model');
  });
});

describe('what an answer costs', () => {
  it('is right to the cent by hand-worked numbers', () => {
    // gpt-4.1: 2 dollars for a million read, 0.50 for what was read before, 8 for what is written.
    const usage = { input: 3_000_000, cached: 1_000_000, output: 250_000 };
    expect(answerDollars(usage, answerPrices('gpt-4.1', 'openai'))).toBeCloseTo(4 + 0.5 + 2, 10);
    expect(answerDollars(usage, answerPrices('gpt-4.1-2025-04-14', 'openai'))).toBeCloseTo(6.5, 10);
    // gpt-5-mini: 2 × 0.25 + 1 × 0.025 + 0.25 × 2.
    expect(answerDollars(usage, answerPrices('gpt-5-mini', 'openai'))).toBeCloseTo(1.025, 10);
  });

  it('is null, never 0, where a price or a count is not known', () => {
    const usage = { input: 300_000, cached: 0, output: 1 };
    expect(answerPrices('gpt-99', 'openai')).toBeNull();
    expect(answerPrices('gpt-4.1', 'localhost:8000')).toBeNull();
    expect(answerPrices('constructor', 'openai')).toBeNull();
    expect(answerDollars(usage, null)).toBeNull();
    expect(answerDollars(null, PRICES)).toBeNull();
    // More input than this has another price.
    expect(answerDollars(usage, answerPrices('gpt-5.4', 'openai'))).toBeNull();
    expect(answerDollars({ ...usage, input: 272_000 }, answerPrices('gpt-5.4', 'openai'))).not.toBeNull();
  });

  it('is null for a server that counts no tokens', async () => {
    await server({ says: GOOD, usage: null });
    expect(await ask()).toMatchObject({ status: 'ok', usage: null, dollars: null });
  });
});

describe('answers in the store', () => {
  it('are of a run that is looked up before anything is asked', async () => {
    await server({ says: GOOD });
    const store = newStore();
    await expect(ask({ store, runId: 'gone' })).rejects.toThrow(
      'run "gone": the store holds no runs; record one first, with rlab run or rlab baseline',
    );
    expect(stub.bodies).toHaveLength(0);
    const { id } = await evaluate(RETRIEVER, [TEA], { store, name: 'mine' });
    const found = await ask({ store, runId: 'mine' });
    expect(found.runId).toBe(id);
    expect(() => store.saveRagAnswer({ ...found, runId: 'gone' })).toThrow(
      'run "gone" is in the store by no id, prefix or name; did you mean "mine"?',
    );
  });

  it('are kept under no run where theirs is deleted while the model answers', async () => {
    const store = newStore();
    const { id } = await evaluate(RETRIEVER, [TEA], { store, name: 'mine' });
    await server(() => {
      store.remove(id);
      return { says: GOOD };
    });
    await expect(ask({ store, runId: id })).rejects.toThrow(`run "${id}": the store holds no runs;`);
    expect(await ask({ store })).toMatchObject({ status: 'ok', runId: null });
    expect(stub.bodies).toHaveLength(1);
  });

  it('come back as they were, and are not asked for twice', async () => {
    await server({ says: GOOD });
    const store = newStore();
    const first = await ask({ store });
    expect(await ask({ store })).toEqual(first);
    expect(store.ragAnswer(first.digest)).toEqual(first);
    expect(stub.bodies).toHaveLength(1);
  });

  it.each<[string, Partial<RagOptions>]>([
    ['model', { model: 'other' }],
    ['instructions', { instructions: 'Answer.' }],
    ['passages', { k: 1 }],
    ['limit of tokens', { maxOutputTokens: 10 }],
    [
      'texts of the pages',
      { docs: [doc('tea', 'Green tea!')], retriever: () => [{ chunkId: 'tea', docId: 'tea', score: 1 }] },
    ],
  ])('are asked for anew with another %s', async (_, more) => {
    await server({ says: GOOD });
    const store = newStore();
    await ask({ store });
    await ask({ store, ...more });
    expect(stub.bodies).toHaveLength(2);
  });

  it('that failed are asked for again only where that is said; a good one then takes the place', async () => {
    await server((n) => (n === 1 ? { says: 'no JSON' } : { says: GOOD }));
    const store = newStore();
    const failed = await ask({ store });
    expect(await ask({ store })).toEqual(failed);
    expect((await ask({ store, retryFailed: true })).status).toBe('ok');
    expect(await ask({ store, retryFailed: true })).toMatchObject({ status: 'ok' });
    expect((await ask({ store })).status).toBe('ok');
    expect(stub.bodies).toHaveLength(2);
  });

  it('go with the run whose hits they are over, and take nothing from another run', async () => {
    await server({ says: GOOD });
    const file = path.join(temporaryFolder(), 'lab.sqlite');
    const store = newStore(file);
    const cases = [TEA];
    const runs = [];
    for (const name of ['a', 'b']) runs.push(await evaluate(RETRIEVER, cases, { store, name }));
    for (const { id } of runs) await runRag(cases[0]!, options({ store, runId: id }));
    expect(stub.bodies).toHaveLength(1);
    expect(store.ragAnswers('a')).toHaveLength(1);
    expect(store.ragAnswers('b')).toEqual([{ ...store.ragAnswers('a')[0]!, runId: runs[1]!.id }]);
    store.remove('a');
    expect(store.ragAnswers('b')).toHaveLength(1);
    store.remove('b');
    expect(openSqlite(file).prepare('SELECT count(*) AS n FROM rag_answers').get()).toEqual({ n: 0 });
  });

  it('of two questions in the same words are one call and two answers', async () => {
    await server({ says: GOOD, delayMs: 20 });
    const twins = ['q-1', 'q-2'].map((id) => ({ id, question: 'How hot is green tea brewed?' }));
    const found = await runRagAll(twins, options({ store: newStore() }));
    expect(found).toMatchObject({ asked: 1, fromStore: 1, interrupted: false });
    expect(found.answers.map(({ questionId }) => questionId)).toEqual(['q-1', 'q-2']);
    expect(found.dollars).toBeCloseTo(0.00028, 12);
    expect(stub.bodies).toHaveLength(1);
  });

  it('are all kept where it is stopped in the middle', async () => {
    const controller = new AbortController();
    await server((n) => {
      if (n === 2) controller.abort();
      return { says: GOOD };
    });
    const store = newStore();
    const questions = ['tea one', 'tea two', 'tea three', 'tea four'];
    const stopped = await runRagAll(questions, {
      ...options({ store }),
      atOnce: 1,
      signal: controller.signal,
    });
    expect(stopped).toMatchObject({ asked: 2, interrupted: true });
    const whole = await runRagAll(questions, options({ store }));
    expect(whole).toMatchObject({ asked: 2, fromStore: 2, interrupted: false });
    expect(stub.bodies).toHaveLength(4);
  });

  it('outlive a process that is killed, which is not asked for them again', async () => {
    let killed = () => {};
    await server((n) => {
      if (n === 3) killed();
      return n === 3 ? { never: true } : { says: GOOD };
    });
    const file = path.join(temporaryFolder(), 'lab.sqlite');
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        fileURLToPath(new URL('./rag-child.contract.ts', import.meta.url)),
        file,
        stub.baseURL,
      ],
      { stdio: 'ignore' },
    );
    const ended = once(child, 'exit');
    killed = () => child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const store = newStore(file);
    const { QUESTIONS, childOptions } = await import('./rag-child.contract.js');
    const resumed = await runRagAll(QUESTIONS, { ...childOptions(stub.baseURL), store });
    expect(resumed).toMatchObject({ asked: 3, fromStore: 2 });
    const asked = stub.bodies.map(({ input }) => input.split('[question]\n')[1]);
    expect(asked.slice(0, 3)).toEqual(QUESTIONS.slice(0, 3));
    expect([...asked.slice(3)].sort()).toEqual([...QUESTIONS.slice(2)].sort());
  }, 30_000);
});

describe('an estimate', () => {
  it('counts what is left to ask, its tokens and dollars, and asks and writes nothing', async () => {
    await server({ says: GOOD });
    const store = newStore();
    await runRag('tea one', options({ store }));
    const found = await estimateRag(['tea one', 'tea two', 'tea two', 'coffee'], options({ store }));
    const inputs = ['tea two', 'coffee'].map((question) => {
      const pages = RETRIEVER.search(question, 20) as readonly { readonly docId: string }[];
      const texts = pages.slice(0, 2).map(({ docId }) => DOCS.find(({ id }) => id === docId)!.text);
      const shown = texts.map(
        (text, i) => `[passage ${i + 1} of ${texts.length}, page "${pages[i]!.docId}"]\n${text}`,
      );
      return { texts, input: [...shown, `[question]\n${question}`].join('\n\n') };
    });
    const count = (text: string) => countTokens(text, 'o200k_base');
    const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
    const contextTokens = sum(inputs.flatMap(({ texts }) => texts.map(count)));
    const inputTokens = sum(inputs.map(({ input }) => count(input) + count(RAG_INSTRUCTIONS)));
    expect(found).toMatchObject({ questions: 4, stored: 1, failed: 0, left: 2, contextTokens, inputTokens });
    expect(found.dollars!.input).toBeCloseTo((inputTokens * 2) / 1e6, 12);
    expect(found.dollars!.most).toBeCloseTo((inputTokens * 2 + 2 * 4000 * 8) / 1e6, 12);
    expect(stub.bodies).toHaveLength(1);
    const { prices: _, ...unpriced } = options({ store });
    expect((await estimateRag(['tea two'], unpriced)).dollars).toBeNull();
  });
});
