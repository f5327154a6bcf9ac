import { describe, expect, it } from 'vitest';
import { headings } from '../chunk/headings.js';
import type { ChunkSet, Doc, Hit, Retriever } from '../types.js';
import { hitsOf, stagesOf } from './answer.js';

const DOCS: readonly Doc[] = [
  'alpha beta',
  'beta gamma gamma',
  'gamma delta',
  'beta beta alpha',
  'alpha beta',
].map((text, i) => ({
  id: `page-${i + 1}`,
  title: '',
  text: `## ${text}\n`,
  fields: {},
}));

/** What every retriever must hold, whatever it ranks by: known chunks, each once, best first, at most `depth`, the same again. */
export function retrieverContract(
  name: string,
  build: (chunks: ChunkSet) => Retriever | Promise<Retriever>,
): void {
  describe(`the retriever ${name}`, () => {
    const chunkSet = headings(DOCS);
    const known = new Map(chunkSet.chunks.map((chunk) => [chunk.id, chunk.docId]));
    const search = async (query: string, depth: number): Promise<readonly Hit[]> =>
      hitsOf(await (await build(chunkSet)).search(query, depth));

    const check = (hits: readonly Hit[], depth: number) => {
      expect(hits.length).toBeLessThanOrEqual(depth);
      for (const hit of hits) expect(known.get(hit.chunkId)).toBe(hit.docId);
      expect(new Set(hits.map((hit) => hit.chunkId)).size).toBe(hits.length);
      const scores = hits.map((hit) => hit.score);
      expect(scores.every(Number.isFinite)).toBe(true);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    };

    it('gives known chunks with their pages, each once, the best first, no more than were asked for', async () => {
      expect((await search('alpha beta gamma', 10)).length).toBeGreaterThan(0);
      for (const query of ['alpha', 'alpha beta gamma', 'beta beta', 'omega', '', ' ?! ', '##'])
        for (const depth of [1, 2, 3, 10]) check(await search(query, depth), depth);
    });

    it('gives a longer list that begins with the shorter', async () => {
      const long = await search('beta gamma', 10);
      for (let depth = 1; depth <= long.length; depth++)
        expect(await search('beta gamma', depth)).toEqual(long.slice(0, depth));
    });

    it('gives the same again, and the same from a retriever built again', async () => {
      const retriever = await build(chunkSet);
      const first = hitsOf(await retriever.search('beta', 4));
      await retriever.search('delta', 4);
      expect(hitsOf(await retriever.search('beta', 4))).toEqual(first);
      expect(await search('beta', 4)).toEqual(first);
    });

    it('answers several queries at a time as it answers one', async () => {
      const retriever = await build(chunkSet);
      const queries = ['beta', 'delta gamma', 'alpha', 'beta'];
      const together = await Promise.all(queries.map((query) => retriever.search(query, 4)));
      for (const [i, query] of queries.entries())
        expect(hitsOf(together[i]!)).toEqual(await search(query, 4));
    });

    it('calls what it is made of stages, each with known hits', async () => {
      for (const stage of stagesOf(await (await build(chunkSet)).search('beta gamma', 4))) {
        expect(stage.name).toBeTruthy();
        check(stage.hits, Number.POSITIVE_INFINITY);
      }
    });

    it('takes an empty corpus for no fault', async () => {
      expect(hitsOf(await (await build(headings([]))).search('beta', 3))).toEqual([]);
    });

    it('says its name, its configuration and what it searches', async () => {
      const { name: own, config, chunkSet: searched } = await build(chunkSet);
      expect(own).toBeTruthy();
      expect(JSON.parse(JSON.stringify(config))).toEqual(config);
      expect(searched?.corpus.version).toBe(chunkSet.corpus.version);
    });
  });
}
