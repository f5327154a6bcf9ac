import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/examples.js';
import { randomInt, randomWords } from '../measure/random.js';
import type { Chunk } from '../types.js';
import { type AnnOptions, ann } from './ann.js';
import { hashEmbedder } from './hash-embedder.contract.js';

const WORDS = 300;

/** Texts of ten words each, the same on every machine. */
function chunksOf(n: number, seed = 5): readonly Chunk[] {
  const words = randomWords(seed);
  return Array.from({ length: n }, (_, i) => {
    const text = Array.from({ length: 10 }, () => `t${randomInt(words, WORDS)}`).join(' ');
    return { id: `d${i}#0`, docId: `d${i}`, start: 0, end: text.length, text };
  });
}

const chunks = chunksOf(600);
const embedder = hashEmbedder(16);
const queries = ['t1 t2 t3', 't10 t20', 't299', 't7 t7 t8'];
const hits = async (options: Partial<AnnOptions> = {}, over = chunks) => {
  const { search } = await ann(over, { embedder, ...options });
  return Promise.all(queries.map((query) => search(query, 10)));
};
const kept = (folder: string) => fs.readdirSync(folder).filter((name) => name.endsWith('.usearch'));

describe('a graph that is kept', () => {
  it('gives the hits that it gave when it was built, and is read rather than built again', async () => {
    const folder = path.join(temporaryFolder(), 'deep');
    const first = await hits({ folder });
    expect(first).toEqual(await hits());
    const [file] = kept(folder);
    const { mtimeMs, ino } = fs.statSync(path.join(folder, file!));
    expect(await hits({ folder })).toEqual(first);
    expect(fs.statSync(path.join(folder, file!))).toMatchObject({ mtimeMs, ino });
    expect(fs.readdirSync(folder)).toEqual([file]);
  });

  it('is searched with the settings of who reads it', async () => {
    const folder = temporaryFolder();
    await hits({ folder, expansionSearch: 200 });
    expect(await hits({ folder, expansionSearch: 10 })).toEqual(await hits({ expansionSearch: 10 }));
    expect(kept(folder)).toHaveLength(1);
  });

  it('has a file of its own for other vectors and for whatever else it is built by', async () => {
    const folder = temporaryFolder();
    await hits({ folder });
    await hits({ folder, connectivity: 8 });
    await hits({ folder, expansionAdd: 64 });
    await hits({ folder }, chunksOf(600, 6));
    await hits({ folder }, chunks.slice(1));
    await hits({ folder, embedder: hashEmbedder(12) });
    expect(new Set(kept(folder)).size).toBe(6);
    expect(await hits({ folder, connectivity: 8 })).toEqual(await hits({ connectivity: 8 }));
  });

  it.each<[string, (whole: Buffer) => Buffer]>([
    ['is empty', () => Buffer.alloc(0)],
    ['is cut short', (whole) => whole.subarray(0, whole.length / 2)],
    ['has lost its last bytes', (whole) => whole.subarray(0, whole.length - 100)],
    ['is another file', () => Buffer.from('no graph at all '.repeat(100))],
    ['has other bytes', (whole) => Buffer.from(whole.map((byte, i) => (i % 997 === 0 ? byte ^ 0xff : byte)))],
  ])('is built again where it %s', async (_, damage) => {
    const folder = temporaryFolder();
    const first = await hits({ folder });
    const [name] = kept(folder);
    const file = path.join(folder, name!);
    const whole = fs.readFileSync(file);
    fs.writeFileSync(file, damage(whole));
    expect(await hits({ folder })).toEqual(first);
    expect(kept(folder)).toEqual([name]);
    expect(fs.readFileSync(file).equals(whole)).toBe(true);
  });

  it('says how large it is, and nothing where it is not there', async () => {
    const folder = temporaryFolder();
    const retriever = await ann({ embedder, folder }).build({
      name: 'c',
      config: null,
      chunks,
      corpus: { version: 'v', pages: {} },
    });
    const { size } = fs.statSync(path.join(folder, kept(folder)[0]!));
    expect(await retriever.indexCosts!()).toMatchObject({ bytes: size });
    fs.rmSync(folder, { recursive: true });
    expect(await retriever.indexCosts!()).toMatchObject({ bytes: null });
  });

  it('is refused in a place where nothing can be kept', async () => {
    const folder = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(folder, '');
    await expect(hits({ folder })).rejects.toThrow(
      /^ann: a graph can be neither read nor kept in .*file \(.*\), wanted a folder that can be written; name another, or delete its file ann-[0-9a-f]{16}-….usearch$/,
    );
  });

  it('is kept once and whole where two processes build it at the same time', async () => {
    const folder = temporaryFolder();
    const here = path.dirname(fileURLToPath(import.meta.url));
    const from = (name: string) => JSON.stringify(pathToFileURL(path.join(here, name)).href);
    const script = path.join(temporaryFolder(), 'keep.mts');
    fs.writeFileSync(
      script,
      `import { ann } from ${from('ann.ts')};
       import { hashEmbedder } from ${from('hash-embedder.contract.ts')};
       const chunks = JSON.parse(process.env.CHUNKS!);
       const { search } = await ann(chunks, { embedder: hashEmbedder(16), folder: ${JSON.stringify(folder)} });
       console.log(JSON.stringify(await Promise.all(${JSON.stringify(queries)}.map((query) => search(query, 10)))));`,
    );
    const both = await Promise.all([0, 1].map(() => output(script, path.join(here, '..', '..'))));
    const alone = await hits();
    expect(both.map((text) => JSON.parse(text))).toEqual([alone, alone]);
    expect(fs.readdirSync(folder)).toEqual(kept(folder));
    expect(kept(folder)).toHaveLength(1);
    expect(await hits({ folder })).toEqual(alone);
  }, 60_000);
});

async function output(script: string, cwd: string): Promise<string> {
  const env = { ...process.env, CHUNKS: JSON.stringify(chunks) };
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  await once(child, 'close');
  return Buffer.concat(parts).toString();
}
