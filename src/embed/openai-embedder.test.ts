import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { embedderContract } from './embedder.contract.js';
import {
  base64Of,
  type EmbeddingsStub,
  embeddingsStub,
  type Reply,
  STUB_DIMENSIONS,
  stubTokens,
  stubVector,
} from './embeddings-stub.contract.js';
import { type OpenAiEmbedderOptions, openaiEmbedder } from './openai-embedder.js';
import { unit } from './vectors.js';

const TEXTS = ['zero', 'one one', 'two', 'three three three', 'four', 'five', 'six'];
const WELL = TEXTS.map((text) => unit(stubVector(text)));

let stub: EmbeddingsStub;
const opened: EmbeddingsStub[] = [];

/** Replies in order; past the last, all is well. */
async function server(...replies: readonly (Reply | undefined)[]): Promise<EmbeddingsStub> {
  stub = await embeddingsStub((request) => replies[request - 1]);
  opened.push(stub);
  return stub;
}

function embedder(options: OpenAiEmbedderOptions = {}) {
  return openaiEmbedder({
    baseURL: stub.baseURL,
    apiKey: 'secret-key-1234',
    model: 'stub',
    nativeDimensions: STUB_DIMENSIONS,
    backoffMs: 5,
    atOnce: 1,
    ...options,
  });
}

const where = () => {
  const { host } = new URL(stub.baseURL);
  return `${host} (http://${host}/v1)`;
};

beforeEach(() => {
  vi.stubEnv('OPENAI_API_KEY', '');
  vi.stubEnv('OPENAI_BASE_URL', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

embedderContract('by the protocol of OpenAI', async () => {
  if (opened.length === 0) await server();
  return embedder();
});

describe('an embedder by the protocol of OpenAI', () => {
  it('asks for base64 and decodes it to the same float32, brought to length 1', async () => {
    await server();
    expect(await (await embedder()).embed(TEXTS, 'document')).toEqual(WELL);
    expect(stub.bodies).toEqual([{ model: 'stub', encoding_format: 'base64' }]);
    expect(stub.keys).toEqual(['Bearer secret-key-1234']);
  });

  it('reads plain numbers from a server that does not know base64', async () => {
    await server({ asNumbers: true });
    expect(await (await embedder()).embed(TEXTS, 'document')).toEqual(WELL);
  });

  it('sets the prefix of the role before each text', async () => {
    await server();
    const one = await embedder({ prefixes: { query: 'query: ', document: 'passage: ' } });
    await one.embed(['a'], 'query');
    await one.embed(['a'], 'document');
    expect(stub.asked).toEqual([['query: a'], ['passage: a']]);
    expect(one.config).toMatchObject({ prefixes: { query: 'query: ', document: 'passage: ' } });
  });

  it('makes batches by count and by tokens', async () => {
    await server();
    await (await embedder({ batchTexts: 3 })).embed(TEXTS, 'document');
    expect(stub.asked.map((texts) => texts.length)).toEqual([3, 3, 1]);
    await server();
    const countTokens = (text: string) => stubTokens([text]);
    await (await embedder({ batchTokens: 4, countTokens })).embed(TEXTS, 'document');
    expect(stub.asked).toEqual([
      ['zero', 'one one', 'two'],
      ['three three three', 'four'],
      ['five', 'six'],
    ]);
  });

  it('has several requests under way and puts their answers in order', async () => {
    const replies = [{ delayMs: 60 }, { delayMs: 30 }];
    await server(...replies);
    const vectors = await (await embedder({ batchTexts: 2, atOnce: 4 })).embed(TEXTS, 'document');
    expect(vectors).toEqual(WELL);
    expect(stub.times[3]! - stub.times[0]!).toBeLessThan(50);
  });

  it('tells answers apart by their index, whatever their order', async () => {
    await server({ change: (rows) => rows.reverse() });
    expect(await (await embedder()).embed(TEXTS, 'document')).toEqual(WELL);
  });

  it('waits after a 429 as long as it is told, by retry-after-ms or retry-after', async () => {
    const error = { message: 'Rate limit reached' };
    await server(
      { status: 429, headers: { 'retry-after-ms': '80', 'retry-after': '9' }, error },
      { status: 429, headers: { 'retry-after': '0.12' }, error },
      { status: 429, headers: { 'retry-after': new Date(Date.now() - 5000).toUTCString() }, error },
    );
    const one = await embedder({ backoffMs: 60_000 });
    expect(await one.embed(TEXTS, 'document')).toEqual(WELL);
    const [first, second, third] = stub.times as [number, number, number];
    expect(second - first).toBeGreaterThanOrEqual(78);
    expect(third - second).toBeGreaterThanOrEqual(118);
    expect(one.report()).toEqual({
      requests: 4,
      retries: 3,
      texts: 7,
      tokens: stubTokens(TEXTS),
      dollars: 0,
      truncated: 0,
    });
    expect(stub.paid).toEqual(TEXTS);
  });

  it.each<[string, Reply]>([
    ['a 500', { status: 500, error: { message: 'oops' } }],
    ['a 503', { status: 503, error: { message: 'overloaded' } }],
    ['a connection dropped before the answer', { drop: 'before' }],
    ['a connection dropped in the middle of the answer', { drop: 'within' }],
    ['an answer that does not come in time', { never: true }],
    ['an answer that stops half way', { drop: 'stall' }],
  ])('asks again after %s, and for that batch alone', async (_, reply) => {
    await server(undefined, reply);
    const one = await embedder({ batchTexts: 3, timeoutMs: 150 });
    expect(await one.embed(TEXTS, 'document')).toEqual(WELL);
    expect(stub.asked.map((texts) => texts[0])).toEqual([
      'zero',
      'three three three',
      'three three three',
      'six',
    ]);
    expect(one.report()).toMatchObject({ requests: 4, retries: 1 });
    expect(stub.paid).toEqual(TEXTS);
  });

  it('gives up after so many attempts', async () => {
    const reply = { status: 500, error: { message: 'oops' } };
    await server(reply, reply, reply);
    await expect((await embedder({ maxRetries: 2 })).embed(TEXTS, 'document')).rejects.toThrow(
      `${where()}: failed in 3 attempts (last: 500 oops), wanted an answer; check that the server runs at this address, then try again`,
    );
    expect(stub.asked.length).toBe(3);
  });

  it('gives up where no answer comes in time', async () => {
    await server({ never: true });
    const one = await embedder({ maxRetries: 0, timeoutMs: 60 });
    await expect(one.embed(TEXTS, 'document')).rejects.toThrow(
      `${where()}: failed in 1 attempt (last: no answer within 60 ms), wanted an answer; check that the server runs at this address, then try again`,
    );
  });

  it('does not wait longer than the cap', async () => {
    await server({ status: 429, headers: { 'retry-after': '3600' }, error: { message: 'Slow down' } });
    await expect((await embedder()).embed(TEXTS, 'document')).rejects.toThrow(
      `${where()}: asks to wait 3600 s (429 Slow down), longer than maxWaitMs; try again then, or raise maxWaitMs`,
    );
    expect(stub.asked.length).toBe(1);
  });

  it('does not ask again where the account is empty', async () => {
    await server({ status: 429, error: { message: 'You exceeded your quota', code: 'insufficient_quota' } });
    await expect((await embedder()).embed(TEXTS, 'document')).rejects.toThrow(
      `${where()}: refused the request (429 You exceeded your quota), wanted one it can answer; check the account, model, dimensions and baseURL`,
    );
    expect(stub.asked.length).toBe(1);
  });

  it('says that a key was refused, without the key', async () => {
    await server({ status: 401, error: { message: 'Incorrect API key provided: secret-key-1234.' } });
    await expect((await embedder()).embed(TEXTS, 'document')).rejects.toThrow(
      `${where()}: refused the key (401 Incorrect API key provided: [key].), wanted one that is valid there; set OPENAI_API_KEY or pass apiKey`,
    );
    expect(stub.asked.length).toBe(1);
  });

  it('says that nothing listens there, at once', async () => {
    await server();
    await opened.pop()!.close();
    const one = await embedder({ backoffMs: 60_000 });
    await expect(one.embed(TEXTS, 'document')).rejects.toThrow(/failed in 1 attempt \(last: .*ECONNREFUSED/);
  });

  it.each<[string, Reply, string]>([
    [
      'a vector of another dimension',
      { change: ([row, ...rest]) => [{ ...row, embedding: base64Of([1, 2, 3]) }, ...rest] },
      'stub answered for "zero" a vector with 3 dimensions, wanted 8 (1 of the 7 vectors of an answer cannot be used; the others are kept)',
    ],
    [
      'not a number',
      {
        change: (rows) => [
          ...rows.slice(0, 6),
          { index: 6, embedding: base64Of([1, NaN, 1, 1, 1, 1, 1, 1]) },
        ],
      },
      'stub answered for "six" a vector with NaN at place 1, wanted a finite number (1 of the 7 vectors of an answer cannot be used; the others are kept)',
    ],
    [
      'null for a number',
      { change: (rows) => [...rows.slice(0, 6), { index: 6, embedding: [1, null, 1, 1, 1, 1, 1, 1] }] },
      'stub answered for "six" a vector with NaN at place 1, wanted a finite number (1 of',
    ],
    [
      'nothing but zeros',
      { change: (rows) => rows.map((row) => ({ ...row, embedding: base64Of([0, 0, 0, 0, 0, 0, 0, 0]) })) },
      'stub answered for "zero" a vector with nothing but zeros, wanted a direction (7 of the 7 vectors',
    ],
    [
      'fewer vectors than texts',
      { change: (rows) => rows.slice(0, 5) },
      'stub answered no vector for "five" (2 of the 7 vectors',
    ],
    [
      'two vectors for one text',
      { change: (rows) => rows.map((row, i) => (i === 6 ? { ...row, index: 0 } : row)) },
      'stub answered no vector for "zero" (2 of the 7 vectors',
    ],
    [
      'fewer vectors than texts and no index',
      { change: (rows) => rows.slice(1).map(({ embedding }) => ({ embedding })) },
      'stub answered no vector for "zero" (7 of the 7 vectors',
    ],
    [
      'no list',
      { body: { hello: 'world' } },
      'stub answered no list of embeddings, wanted one; check that baseURL',
    ],
  ])('refuses an answer with %s, and does not ask again', async (_, reply, message) => {
    await server(reply);
    await expect((await embedder()).embed(TEXTS, 'document')).rejects.toThrow(`${where()}: ${message}`);
    expect(stub.asked.length).toBe(1);
  });

  it('halves a batch that is too large for the server, and names the one text that is', async () => {
    const tooLarge = { status: 413, error: { message: 'batch size 7 > maximum allowed batch size 2' } };
    stub = await embeddingsStub((_, texts) => (texts.length > 2 ? tooLarge : undefined));
    opened.push(stub);
    expect(await (await embedder()).embed(TEXTS, 'document')).toEqual(WELL);
    expect(stub.paid).toEqual(TEXTS);
    const tooLong = { status: 413, error: { message: 'inputs must have less than 3 tokens' } };
    stub = await embeddingsStub((_, texts) => (texts.join(' ').includes('three') ? tooLong : undefined));
    opened.push(stub);
    await expect((await embedder()).embed(TEXTS, 'document')).rejects.toThrow(
      `${where()}: stub refused "three three three" (413 inputs must have less than 3 tokens), wanted a text that it takes; cut smaller chunks`,
    );
    expect(stub.paid).toEqual(['zero', 'one one', 'two']);
  });

  it('is named by its model, and by its dimensions where they were asked for', async () => {
    expect((await openaiEmbedder()).name).toBe('openai/text-embedding-3-small');
    expect((await openaiEmbedder({ dimensions: 512 })).name).toBe('openai/text-embedding-3-small@512');
  });

  it('finds the dimensions of a model that is not known, and sends no dimensions for it', async () => {
    await server();
    const one = await openaiEmbedder({ baseURL: stub.baseURL, model: 'nomic-embed-text' });
    expect(one.dimensions).toBe(STUB_DIMENSIONS);
    expect(stub.asked).toEqual([['dimensions']]);
    expect(one.dollarsPerMillionTokens).toBe(0);
    expect(one.maxTokens).toBeNull();
  });

  it('is sent elsewhere by OPENAI_BASE_URL, with no key', async () => {
    await server();
    vi.stubEnv('OPENAI_BASE_URL', stub.baseURL);
    const one = await openaiEmbedder({ model: 'stub' });
    expect(await one.embed(TEXTS, 'document')).toEqual(WELL);
    expect(one.config).toMatchObject({ server: stub.baseURL });
  });

  it('asks for fewer dimensions where that is wanted', async () => {
    await server();
    const one = await openaiEmbedder({ baseURL: stub.baseURL, dimensions: 4 });
    expect((await one.embed(['a'], 'query'))[0]).toEqual(unit(stubVector('a', 4)));
    expect(stub.bodies).toEqual([
      { model: 'text-embedding-3-small', dimensions: 4, encoding_format: 'base64' },
    ]);
  });
});

describe("OpenAI's own models", () => {
  it('are known with dimensions, limit and a price that says when and where it was taken', async () => {
    const small = await openaiEmbedder();
    expect(small).toMatchObject({ dimensions: 1536, maxTokens: 8191, dollarsPerMillionTokens: 0.02 });
    expect(small.config).toEqual({
      provider: 'openai',
      model: 'text-embedding-3-small',
      dimensions: 1536,
      normalisation: 'l2',
      prefixes: {},
      truncate: false,
      server: 'https://api.openai.com/v1',
      prices: {
        taken: '2026-05',
        source: 'https://embeddingcost.com/openai',
        perMillionTokens: 0.02,
      },
    });
    const large = await openaiEmbedder({ model: 'text-embedding-3-large' });
    expect(large).toMatchObject({ dimensions: 3072, dollarsPerMillionTokens: 0.13 });
  });

  it('want a key at the first request, not before', async () => {
    await expect((await openaiEmbedder()).embed(['a'], 'query')).rejects.toThrow(
      'openai: no key was found, wanted one from platform.openai.com; set OPENAI_API_KEY or pass apiKey, or name a server that wants none by OPENAI_BASE_URL',
    );
  });

  it('keep secrets out of the configuration', async () => {
    const { batched: _, ...one } = await openaiEmbedder({ apiKey: 'sk-very-secret-very-secret' });
    expect(JSON.stringify(one)).not.toContain('very-secret');
    await expect(openaiEmbedder({ baseURL: 'https://me:very-secret@host/v1' })).rejects.toThrow(
      'baseURL: holds a user or password, wanted an address without; pass it as apiKey',
    );
    await expect(openaiEmbedder({ baseURL: 'localhost' })).rejects.toThrow(
      'baseURL: is no web address, wanted one like http://localhost:11434/v1; correct it',
    );
  });

  it('name a text over the limit before anything is sent', async () => {
    await server();
    const one = await openaiEmbedder({ baseURL: stub.baseURL, dimensions: STUB_DIMENSIONS });
    const long = 'An apple a day. '.repeat(2000);
    await expect(one.embed(['short', long], 'document')).rejects.toThrow(
      'text-embedding-3-small: document 2 of 2, "An apple a day. An apple a day. An apple a day. …", has more than 8191 tokens, wanted at most that many; cut smaller chunks, or pass truncate: true to lose its end',
    );
    expect(stub.asked).toEqual([]);
  });

  it('cut it to the limit with truncate, and count it', async () => {
    await server();
    const options = { baseURL: stub.baseURL, dimensions: STUB_DIMENSIONS, truncate: true };
    const one = await openaiEmbedder(options);
    const long = 'An apple a day. '.repeat(2000);
    await one.embed(['short', long], 'document');
    const sent = stub.asked[0]![1]!;
    expect(long.startsWith(sent)).toBe(true);
    const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base');
    expect(countTokens(sent)).toBe(8191);
    expect(one.report()).toMatchObject({ truncated: 1, texts: 2 });
  });

  it('refuse options that make no sense', async () => {
    await expect(openaiEmbedder({ dimensions: 0 })).rejects.toThrow(
      'openaiEmbedder: dimensions is 0, wanted a whole number of at least 1; correct it',
    );
    await expect(openaiEmbedder({ batchTexts: 4000 })).rejects.toThrow(
      'openaiEmbedder: a batch of 4000 texts and 1 tokens, wanted at most 2048 and 300000, the limits of the API; lower batchTexts or batchTokens',
    );
  });
});
