import { describe, expect, it } from 'vitest';
import type { Embedder } from '../types.js';

const TEXTS = ['How do I retry?', 'Retries are counted.', 'x', 'Ünïcode — 漢字 🙂', 'How do I retry?'];

/** What every embedder must hold: a vector for each text in order, of unit length, the same again; and a configuration that can be stored. */
export function embedderContract(name: string, make: () => Promise<Embedder>): void {
  describe(`the embedder ${name}`, () => {
    it('gives one vector of unit length for each text, in their order', async () => {
      const embedder = await make();
      const vectors = await embedder.embed(TEXTS, 'document');
      expect(vectors.length).toBe(TEXTS.length);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector.length).toBe(embedder.dimensions);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      }
      expect(vectors[4]).toEqual(vectors[0]);
      expect(vectors[1]).not.toEqual(vectors[0]);
      const [alone] = await embedder.embed([TEXTS[1]!], 'document');
      expect(Math.hypot(...alone!.map((value, i) => value - vectors[1]![i]!))).toBeLessThan(1e-5);
    });

    it('gives the same digits again, from another one', async () => {
      const [a, b] = [await make(), await make()];
      expect(await a.embed(TEXTS, 'query')).toEqual(await b.embed(TEXTS, 'query'));
      expect(a.config).toEqual(b.config);
    });

    it('gives nothing for nothing', async () => {
      expect(await (await make()).embed([], 'document')).toEqual([]);
    });

    it('tells of each answer, up to all texts', async () => {
      const seen: (readonly [number, number | null])[] = [];
      await (await make()).embed(TEXTS, 'document', (done, total) => seen.push([done, total]));
      expect(seen.at(-1)).toEqual([TEXTS.length, TEXTS.length]);
    });

    it('has a configuration that names model, dimensions, prefixes and normalisation, as plain JSON', async () => {
      const { config, model, dimensions } = await make();
      expect(JSON.parse(JSON.stringify(config))).toEqual(config);
      expect(config).toMatchObject({ model, dimensions, normalisation: 'l2', prefixes: expect.any(Object) });
    });

    it('names an empty text rather than embed it', async () => {
      const embedder = await make();
      await expect(embedder.embed(['a', ''], 'query')).rejects.toThrow(
        `${embedder.model}: query 2 of 2 is empty, wanted at least one character; leave it out or give it a text`,
      );
    });
  });
}
