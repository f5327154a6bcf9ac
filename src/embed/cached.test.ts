import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqlite } from '../sqlite.js';
import type { Embedder } from '../types.js';
import { type CachedEmbedder, cached } from './cached.js';
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
import { hashing } from './hashing.js';
import { type OpenAiEmbedderOptions, openaiEmbedder } from './openai-embedder.js';
import { unit } from './vectors.js';

const TEXTS = ['zero', 'one one', 'two', 'three three three', 'four', 'five', 'six'];
const WELL = TEXTS.map((text) => unit(stubVector(text)));

let folder: string;
let file: string;
let stub: EmbeddingsStub;
let replies: (Reply | undefined)[];
const caches: CachedEmbedder[] = [];

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'embeddings-'));
  file = path.join(folder, 'embeddings.sqlite');
  replies = [];
  stub = await embeddingsStub((request) => replies[request - 1]);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const cache of caches.splice(0)) cache.close();
  await stub.close();
  fs.rmSync(folder, { recursive: true });
});

function keep(embedder: Embedder, at = file): CachedEmbedder {
  const cache = cached(embedder, at);
  caches.push(cache);
  return cache;
}

/** A cache before the stub; `batchTexts` 2 makes four requests of the texts. */
async function overStub(options: OpenAiEmbedderOptions = {}): Promise<CachedEmbedder> {
  const embedder = await openaiEmbedder({
    baseURL: stub.baseURL,
    model: 'stub',
    nativeDimensions: STUB_DIMENSIONS,
    dollarsPerMillionTokens: 10,
    batchTexts: 2,
    atOnce: 1,
    backoffMs: 5,
    timeoutMs: 2000,
    ...options,
  });
  return keep(embedder);
}

const each = (texts: readonly string[]) => [...texts].sort();

let contracts = 0;
embedderContract('in a cache', async () => {
  contracts++;
  return keep(hashing(), path.join(folder, `${contracts}.sqlite`));
});

describe('a cache of embeddings', () => {
  it('says what it wants where it is given no path', () => {
    expect(() => cached(hashing(), { file } as unknown as string)).toThrow(
      /^cached: the file is \{"file":".*"\}, wanted its path as text; write 'lab\.sqlite', say$/,
    );
  });

  it('pays for a text once, in this process and the next', async () => {
    const first = await overStub();
    expect(await first.embed(TEXTS, 'document')).toEqual(WELL);
    expect(await first.embed(TEXTS, 'document')).toEqual(WELL);
    const tokens = stubTokens(TEXTS);
    const ever = { tokens, dollars: (tokens * 10) / 1e6 };
    expect(first.report()).toEqual({
      file,
      hits: 7,
      misses: 7,
      duplicates: 0,
      damaged: 0,
      truncated: 0,
      ...ever,
      ever,
    });
    const second = await overStub();
    expect(await second.embed(TEXTS, 'document')).toEqual(WELL);
    expect(second.report()).toMatchObject({ hits: 7, misses: 0, tokens: 0, dollars: 0, ever });
    expect(stub.paid).toEqual(TEXTS);
  });

  it('needs no key and no server for what it has', async () => {
    await (await overStub()).embed(TEXTS, 'document');
    await stub.close();
    expect(await (await overStub({ apiKey: '' })).embed(TEXTS, 'document')).toEqual(WELL);
    stub = await embeddingsStub();
  });

  it('asks only for what is missing, and for a text that comes twice once', async () => {
    const cache = await overStub();
    await cache.embed(['two', 'four'], 'document');
    const texts = [...TEXTS, 'zero', 'two'];
    expect(await cache.embed(texts, 'document')).toEqual([...WELL, WELL[0], WELL[2]]);
    expect(each(stub.paid)).toEqual(each(TEXTS));
    expect(cache.report()).toMatchObject({ hits: 2, misses: 7, duplicates: 2 });
  });

  it('shares what two calls want at the same time', async () => {
    const cache = await overStub();
    const both = await Promise.all([
      cache.embed(TEXTS, 'document'),
      cache.embed([...TEXTS].reverse(), 'document'),
    ]);
    expect(both).toEqual([WELL, [...WELL].reverse()]);
    expect(stub.paid).toEqual(TEXTS);
  });

  it('tells apart prefixes, models and dimensions, but not the names of roles or what does not change a vector', async () => {
    const asked = async (options: OpenAiEmbedderOptions, role: 'query' | 'document') => {
      const before = stub.paid.length;
      await (await overStub(options)).embed(['a'], role);
      return stub.paid.length - before;
    };
    expect(await asked({}, 'document')).toBe(1);
    expect(await asked({}, 'query')).toBe(0);
    expect(await asked({ prefixes: { query: 'q: ', document: 'd: ' } }, 'query')).toBe(1);
    expect(await asked({ prefixes: { query: 'q: ', document: 'd: ' } }, 'document')).toBe(1);
    expect(await asked({ prefixes: { document: 'd: ' } }, 'query')).toBe(0);
    expect(await asked({ model: 'other' }, 'document')).toBe(1);
    expect(await asked({ dimensions: 4 }, 'document')).toBe(1);
    expect(await asked({ truncate: true, timeoutMs: 99, batchTexts: 1, apiKey: 'k' }, 'document')).toBe(0);
  });

  it('tells roles and configurations of an embedder that is not ours apart', async () => {
    const calls: string[] = [];
    const own = (config: { temperature: number }): Embedder => ({
      name: 'own',
      model: 'own',
      dimensions: 2,
      config,
      maxTokens: null,
      dollarsPerMillionTokens: null,
      embed: async (texts, role) => {
        calls.push(`${role} ${texts.join(' ')}`);
        return texts.map(() => Float32Array.of(3, 4));
      },
    });
    const cache = keep(own({ temperature: 0 }));
    await cache.embed(['a', 'a', 'b'], 'query');
    await cache.embed(['a', 'b'], 'document');
    await keep(own({ temperature: 1 })).embed(['a'], 'query');
    await keep(own({ temperature: 0 })).embed(['a'], 'query');
    expect(calls).toEqual(['query a b', 'document a b', 'query a']);
    expect((await cache.embed(['a'], 'query'))[0]).toEqual(Float32Array.of(0.6, 0.8));
    expect(cache.report()).toMatchObject({ dollars: null, ever: { dollars: null } });
    const wrong = keep({ ...own({ temperature: 2 }), dimensions: 3 });
    await expect(wrong.embed(['a'], 'query')).rejects.toThrow(
      'embedder own: gave for "a" a vector with 2 dimensions, wanted 3; correct the embedder',
    );
  });

  it('says before a run what is missing, and what it costs', async () => {
    const countTokens = (text: string) => stubTokens([text]);
    const cache = await overStub({ countTokens });
    await cache.embed(TEXTS.slice(0, 3), 'document');
    const rest = stubTokens(TEXTS.slice(3));
    const estimate = { texts: 9, missing: 4, tokens: rest, dollars: (rest * 10) / 1e6, exact: true };
    expect(await cache.estimate([...TEXTS, 'six', 'zero'])).toEqual(estimate);
    expect(stub.asked.length).toBe(2);
    await cache.embed(TEXTS, 'document');
    expect(await cache.estimate(TEXTS)).toMatchObject({ missing: 0, tokens: 0, dollars: 0 });
    expect(cache.report().tokens).toBe(stubTokens(TEXTS));
  });

  it('tells how far it is, the texts it has first', async () => {
    const cache = await overStub();
    await cache.embed(['two'], 'document');
    const seen: (readonly [number, number | null])[] = [];
    await cache.embed([...TEXTS, 'six'], 'document', (done, total) => seen.push([done, total]));
    expect(seen[0]).toEqual([1, 8]);
    expect(seen.at(-1)).toEqual([8, 8]);
    expect(seen.map(([done]) => done)).toEqual(seen.map(([done]) => done).sort((a, b) => a - b));
  });
});

describe('a cache of embeddings loses nothing and pays nothing twice', () => {
  it.each<[string, Reply]>([
    ['a 401', { status: 401, error: { message: 'Incorrect API key' } }],
    ['a refusal', { status: 404, error: { message: 'No such model' } }],
    ['a 500', { status: 500, error: { message: 'oops' } }],
    ['a dropped connection', { drop: 'before' }],
  ])('where the third request ends in %s', async (_, reply) => {
    replies = [undefined, undefined, reply];
    await expect((await overStub({ maxRetries: 0 })).embed(TEXTS, 'document')).rejects.toThrow('wanted');
    expect(stub.paid).toEqual(TEXTS.slice(0, 4));
    expect(await (await overStub()).embed(TEXTS, 'document')).toEqual(WELL);
    expect(stub.paid).toEqual(TEXTS);
  });

  it('where an answer has a bad vector: the good ones of it are kept', async () => {
    const bad = base64Of([1, 2, NaN, 4, 5, 6, 7, 8]);
    replies = [undefined, { change: ([a, b]) => [a, { ...b, embedding: bad }] }];
    await expect((await overStub()).embed(TEXTS, 'document')).rejects.toThrow(
      'stub answered for "three three three" a vector with NaN at place 2, wanted a finite number (1 of the 2 vectors',
    );
    const second = await overStub();
    expect(await second.embed(TEXTS, 'document')).toEqual(WELL);
    expect(second.report()).toMatchObject({ hits: 3, misses: 4 });
    expect(each(stub.paid)).toEqual(each([...TEXTS, 'three three three']));
  });

  it('where an answer is short', async () => {
    replies = [{ change: ([, b]) => [b] }];
    await expect((await overStub()).embed(TEXTS, 'document')).rejects.toThrow('no vector for "zero"');
    await (await overStub()).embed(TEXTS, 'document');
    expect(stub.asked.slice(1).flat()).toEqual(['zero', ...TEXTS.slice(2)]);
  });

  it('where one of several requests under way fails: the others are still taken', async () => {
    replies = [{ status: 401, error: { message: 'no' } }, { delayMs: 80 }, { delayMs: 40 }];
    await expect((await overStub({ atOnce: 3 })).embed(TEXTS, 'document')).rejects.toThrow('refused the key');
    expect(stub.asked.length).toBe(3);
    const second = await overStub();
    await second.embed(TEXTS, 'document');
    expect(second.report()).toMatchObject({ hits: 4, misses: 3 });
    expect(each(stub.paid)).toEqual(each(TEXTS));
  });

  it('where the process is killed half way', async () => {
    replies = [undefined, undefined, undefined, { never: true }];
    const here = path.dirname(fileURLToPath(import.meta.url));
    const from = (name: string) => JSON.stringify(pathToFileURL(path.join(here, name)).href);
    const script = path.join(folder, 'run.mts');
    const options = { baseURL: stub.baseURL, model: 'stub', nativeDimensions: STUB_DIMENSIONS };
    fs.writeFileSync(
      script,
      `import { cached } from ${from('cached.ts')};
       import { openaiEmbedder } from ${from('openai-embedder.ts')};
       const embedder = await openaiEmbedder(${JSON.stringify({ ...options, batchTexts: 2, atOnce: 1 })});
       await cached(embedder, ${JSON.stringify(file)}).embed(${JSON.stringify(TEXTS)}, 'document');`,
    );
    const root = path.join(here, '..', '..');
    const child = spawn(process.execPath, ['--import', 'tsx', script], { cwd: root, stdio: 'inherit' });
    const exit = once(child, 'exit');
    await vi.waitFor(() => expect(stub.asked.length).toBe(4), { timeout: 20_000, interval: 10 });
    child.kill('SIGKILL');
    expect(await exit).toEqual([null, 'SIGKILL']);
    expect(stub.paid).toEqual(TEXTS.slice(0, 6));
    const second = await overStub();
    expect(await second.estimate(TEXTS)).toMatchObject({ missing: 1 });
    expect(await second.embed(TEXTS, 'document')).toEqual(WELL);
    expect(stub.asked.at(-1)).toEqual(['six']);
    expect(stub.paid).toEqual(TEXTS);
    expect(second.report().ever.tokens).toBe(stubTokens(TEXTS));
  });

  it('where two write the same file at once, and both see the vector that was first', async () => {
    const [a, b] = [await overStub(), await overStub()];
    const both = await Promise.all([a.embed(TEXTS, 'document'), b.embed(TEXTS, 'document')]);
    expect(both).toEqual([WELL, WELL]);
    const db = openSqlite(file);
    expect(db.prepare('SELECT count(*) FROM embeddings').pluck().get()).toBe(7);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  });
});

describe('a cache file', () => {
  it.each([
    ['flipped bits', "UPDATE embeddings SET vector = CAST(x'ff' || substr(vector, 2) AS BLOB)", 7],
    ['too few bytes', 'UPDATE embeddings SET vector = substr(vector, 1, 12) WHERE rowid < 3', 2],
    ['no bytes', "UPDATE embeddings SET vector = x'' WHERE rowid = 1", 1],
  ])('with %s in a vector has it embedded anew, and says so', async (_, sql, damaged) => {
    await (await overStub()).embed(TEXTS, 'document');
    const db = openSqlite(file);
    db.exec(sql);
    db.close();
    const cache = await overStub();
    expect(await cache.estimate(TEXTS)).toMatchObject({ missing: damaged });
    expect(await cache.embed(TEXTS, 'document')).toEqual(WELL);
    expect(cache.report()).toMatchObject({ damaged, misses: damaged, hits: 7 - damaged });
    expect(await (await overStub()).estimate(TEXTS)).toMatchObject({ missing: 0 });
  });

  it('that is no database is refused by name', () => {
    fs.writeFileSync(file, 'not a database, but long enough to be looked at as one '.repeat(40));
    expect(() => keep(hashing())).toThrow(
      `cache ${file}: cannot be read or written (file is not a database), wanted an SQLite file in a folder that can be written; name another, or delete it with its -wal and -shm to embed anew`,
    );
  });

  it('is made when it is first needed, and asked for before anything is paid', async () => {
    const cache = await overStub();
    expect(await cache.estimate(TEXTS)).toMatchObject({ missing: 7 });
    expect(cache.report()).toMatchObject({ ever: { tokens: 0, dollars: 0 } });
    expect(fs.readdirSync(folder)).toEqual([]);
    fs.writeFileSync(path.join(folder, 'in-the-way'), '');
    const nowhere = keep(cache.behind, path.join(folder, 'in-the-way', 'embeddings.sqlite'));
    await expect(nowhere.embed(TEXTS, 'document')).rejects.toThrow('cannot be read or written');
    expect(stub.asked).toEqual([]);
    await cache.embed(TEXTS, 'document');
    expect(fs.existsSync(file)).toBe(true);
  });

  it('that holds other tables is left alone', () => {
    const db = openSqlite(file);
    db.exec('CREATE TABLE runs (id TEXT)');
    db.close();
    expect(() => keep(hashing())).toThrow(
      `cache ${file}: holds other tables than embeddings, wanted a file of its own; name another`,
    );
  });

  it('of a later release is refused', () => {
    keep(hashing()).close();
    const db = openSqlite(file);
    db.pragma('user_version = 9');
    db.close();
    expect(() => keep(hashing())).toThrow(
      `cache ${file}: has the version 9, wanted at most 1; it was made by a later release, so update retrieval-lab or name another file`,
    );
  });

  it('is embeddings.sqlite beside the store where none is named', () => {
    vi.stubEnv('LAB_STORE', path.join(folder, 'deep', 'lab.sqlite'));
    const cache = cached(hashing());
    caches.push(cache);
    expect(cache.file).toBe(path.join(folder, 'deep', 'embeddings.sqlite'));
  });
});
