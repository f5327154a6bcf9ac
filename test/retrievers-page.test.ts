import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashing } from '../src/embed/hashing.js';
import { type Asked, engineStub } from './engine-stub.js';
import { ROOT, read, run } from './repository.js';

/** What the query of the engines' test is embedded as. */
const [query] = await hashing({ dimensions: 4 }).embed(['a query'], 'query');
const VECTOR = Array.from(query!);

describe('the page of retrievers', () => {
  // Inside the repository, so that its blocks find the package by name.
  const folder = path.join(ROOT, 'test', `retrievers-${process.pid}`);
  const blocks = [...read('src/retrieve/README.md').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code]) => code!,
  );
  const fileOf = (word: string) =>
    path.join(folder, `block-${blocks.findIndex((code) => code.includes(word))}.ts`);
  type SearchOf = (query: string, depth: number) => Promise<readonly object[]>;
  const load = async (word: string) =>
    (await import(pathToFileURL(fileOf(word)).href)) as Record<
      string,
      (url: string, embedder: unknown) => SearchOf
    >;

  beforeAll(() => {
    fs.mkdirSync(folder);
    blocks.forEach((code, i) => {
      fs.writeFileSync(path.join(folder, `block-${i}.ts`), code);
    });
    fs.writeFileSync(
      path.join(folder, 'tsconfig.json'),
      '{"extends":"../../tsconfig.json","compilerOptions":{"rootDir":"../.."},"include":[".","../lancedb.d.ts"]}',
    );
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('has code that fits the types', () => {
    expect(blocks.length).toBe(7);
    const { stdout, status } = run(['node_modules/typescript/bin/tsc', '-p', folder], '');
    expect(stdout).toBe('');
    expect(status).toBe(0);
  }, 60_000);

  it.each<[string, string, string, (asked: Asked) => void, object]>([
    [
      'OpenSearch',
      'openSearch',
      '/chunks/_search',
      ({ body }) =>
        expect(body).toEqual({
          size: 2,
          _source: ['docId', 'start', 'end'],
          query: { knn: { embedding: { vector: VECTOR, k: 2 } } },
        }),
      {
        took: 1,
        timed_out: false,
        _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
        hits: {
          total: { value: 2, relation: 'eq' },
          max_score: 0.9,
          hits: [
            { _index: 'chunks', _id: 'a#1', _score: 0.9, _source: { docId: 'a', start: 4, end: 9 } },
            { _index: 'chunks', _id: 'b#0', _score: 0.5, _source: { docId: 'b', start: 0, end: 7 } },
          ],
        },
      },
    ],
    [
      'Qdrant',
      'qdrant',
      '/collections/chunks/points/query',
      ({ body }) => expect(body).toEqual({ query: VECTOR, limit: 2, with_payload: true }),
      {
        time: 0.002,
        status: 'ok',
        result: {
          points: [
            { id: 7, version: 3, score: 0.9, payload: { chunkId: 'a#1', docId: 'a', start: 4, end: 9 } },
            { id: 2, version: 3, score: 0.5, payload: { chunkId: 'b#0', docId: 'b', start: 0, end: 7 } },
          ],
        },
      },
    ],
  ])(
    'searches %s as its documentation has it, and tells of an error',
    async (_, name, route, check, answer) => {
      const stub = await engineStub(answer);
      try {
        const search = (await load(`const ${name} =`))[name]!(stub.url, hashing({ dimensions: 4 }));
        expect(await search('a query', 2)).toEqual([
          { chunkId: 'a#1', docId: 'a', score: 0.9, start: 4, end: 9 },
          { chunkId: 'b#0', docId: 'b', score: 0.5, start: 0, end: 7 },
        ]);
        expect(stub.asked[0]).toMatchObject({ method: 'POST', route, type: 'application/json' });
        check(stub.asked[0]!);
        stub.fail();
        await expect(search('a query', 2)).rejects.toThrow(/answered 503: /);
      } finally {
        await stub.close();
      }
    },
  );
});
