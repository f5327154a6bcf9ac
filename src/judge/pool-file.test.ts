import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/examples.js';
import type { Dataset } from '../types.js';
import { checkPool, type Pool, poolText, readPool } from './pool-file.js';

const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const write = (name: string, text: string) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
};
const POOL: Pool = {
  name: 'p',
  made: '2026-01-01T00:00:00Z',
  dataset: 'd',
  corpusVersion: '2 pages · sha1 00000000',
  arms: ['x'],
  depth: 2,
  how: 'the first 2 pages of each arm',
  queries: [
    { id: 'c-1', query: 'one', kind: 'k', fields: { part: 'docs' }, pages: ['a', 'b'] },
    { id: 'c-2', query: 'two', kind: 'k', fields: {}, pages: ['b'] },
  ],
};

describe("a pool's file", () => {
  it('comes back as it was', () => {
    expect(readPool(write('pool.jsonl', poolText(POOL)))).toEqual(POOL);
  });

  it('holds which arms there were, and of no page which one brought it', () => {
    const [header, ...rows] = poolText(POOL)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(header.arms).toEqual(['x']);
    expect(rows.map((row) => Object.keys(row).sort())).toEqual([
      ['fields', 'id', 'kind', 'pages', 'query'],
      ['id', 'kind', 'pages', 'query'],
    ]);
  });

  it('is refused with every fault by its line', () => {
    const [header] = poolText(POOL).split('\n');
    const bad = write(
      'bad.jsonl',
      [header, '{"id":"c-1","query":"q","pages":["a","a"]}', '{"id":"c-2","pages":["a"]}', '{'].join('\n'),
    );
    expect(() => readPool(bad)).toThrow(/bad\.jsonl:4: is not JSON/);
    const worse = write(
      'worse.jsonl',
      [
        header,
        '{"id":"c-1","query":"q","pages":["a","a"]}',
        '{"id":"c-2","pages":["a"]}',
        '{"id":"c-1","query":"other","pages":["b"]}',
      ].join('\n'),
    );
    expect(() => readPool(worse)).toThrow(/worse\.jsonl:3: "query" is missing, wanted a string; correct it/);
    expect(() => readPool(worse)).toThrow(/query "c-1" names the page "a" twice, wanted it once; drop one/);
    expect(() => readPool(worse)).toThrow(/query "c-1" has two texts, wanted one/);
    expect(() => readPool(write('none.jsonl', `${header}\n`))).toThrow('it holds no query');
    expect(() => readPool(write('cases.jsonl', '{"id":"c-1","query":"q"}\n'))).toThrow(
      /is no header of a pool/,
    );
    expect(() => readPool(path.join(folder, 'nowhere.jsonl'))).toThrow(/no such file/);
  });

  it('is held to the pages at hand', () => {
    const data = {
      name: 'd',
      docs: [{ id: 'a' }, { id: 'b' }],
      corpusVersion: POOL.corpusVersion,
    } as unknown as Dataset;
    expect(checkPool(POOL, data)).toBeNull();
    expect(checkPool(POOL, { ...data, corpusVersion: 'other' })).toMatch(/was made over 2 pages/);
    expect(() => checkPool(POOL, { ...data, docs: data.docs.slice(0, 1) })).toThrow(
      /names a page that is not in d/,
    );
  });
});
