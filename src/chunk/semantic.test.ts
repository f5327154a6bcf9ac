import { describe, expect, it } from 'vitest';
import type { Embedder } from '../types.js';
import { chunkerContract, docsOf, TEXTS } from './chunker.contract.js';
import { headings } from './headings.js';
import { semantic } from './semantic.js';
import { countTokens } from './tokens.js';
import { withHeaders } from './with-headers.js';

/** Words as directions: texts that share none are at right angles, but for collisions. */
function hashed(texts: readonly string[]): readonly Float32Array[] {
  return texts.map((text) => {
    const vector = new Float32Array(64);
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? ['']) {
      let hash = 7;
      for (const character of word) hash = (hash * 31 + character.codePointAt(0)!) >>> 0;
      vector[hash % 64]! += 1;
    }
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}

const embedder: Embedder = {
  name: 'words',
  model: 'words',
  dimensions: 64,
  config: { embedder: 'words' },
  maxTokens: null,
  dollarsPerMillionTokens: 0,
  embed: async (texts) => hashed(texts),
};

chunkerContract('semantic', semantic({ embedder }));
chunkerContract('semantic by threshold', semantic({ embedder, threshold: 0.4, maxTokens: 24 }));
chunkerContract('semantic with headers', withHeaders(semantic({ embedder, percentile: 50 })));

const TEXT = 'Cats purr. Cats purr and sleep. Cats sleep. Ships sail. Ships sail far. Far ships sail.';
const texts = async (options: object) =>
  (await semantic(docsOf({ p: TEXT }), { embedder, ...options })).chunks.map((chunk) => chunk.text);

describe('semantic chunks', () => {
  it('end where the next sentences are about something else', async () => {
    const expected = [
      'Cats purr. Cats purr and sleep. Cats sleep.',
      'Ships sail. Ships sail far. Far ships sail.',
    ];
    expect(await texts({ threshold: 0.9, buffer: 0 })).toEqual(expected);
    expect(await texts({ percentile: 80, buffer: 0 })).toEqual(expected);
  });

  it('are the whole page where nothing is above the last percentile, and sentences where all but sameness is', async () => {
    expect(await texts({ percentile: 100 })).toEqual([TEXT]);
    expect(await texts({ threshold: 0, buffer: 0 })).toHaveLength(5);
  });

  it('are cut further where they are too large', async () => {
    for (const text of await texts({ percentile: 100, maxTokens: 8 }))
      expect(countTokens(text)).toBeLessThanOrEqual(8);
  });

  it('embed all pages in one call, as documents', async () => {
    const calls: [number, string][] = [];
    const counted: Embedder = {
      ...embedder,
      embed: async (list, role) => {
        calls.push([list.length, role]);
        return hashed(list);
      },
    };
    await semantic(docsOf({ a: 'One. Two.', b: 'Three.', c: '' }), { embedder: counted });
    await semantic(docsOf({ c: TEXTS['blank']! }), { embedder: counted });
    expect(calls).toEqual([[3, 'document']]);
  });

  it('name their setting, the embedder’s with it', () => {
    const { name, config } = semantic({ embedder });
    expect(name).toBe('semantic words p95');
    expect(config).toEqual({
      chunker: 'semantic',
      embedder: { embedder: 'words' },
      percentile: 95,
      threshold: null,
      buffer: 1,
      maxTokens: null,
      locale: 'en',
      encoding: 'cl100k_base',
    });
  });

  it('are refused where the setting or the embedder makes no sense', async () => {
    expect(() => semantic({ embedder, percentile: 95, threshold: 1 })).toThrow(
      'semantic: both percentile and threshold are given, wanted one; drop one of them',
    );
    expect(() => semantic({ embedder, percentile: 101 })).toThrow(
      'semantic: percentile is 101, wanted a number from 0 to 100; correct it',
    );
    expect(() => semantic({ embeder: embedder } as never)).toThrow('did you mean "embedder"?');
    expect(() => semantic({ embedder: headings() } as never)).toThrow('wanted an embedder; correct it');
    await expect(texts({ embedder: { ...embedder, embed: async () => [] } })).rejects.toThrow(
      'semantic: the embedder "words" gave 0 vectors for 6 texts, wanted one for each; correct the embedder',
    );
  });
});
