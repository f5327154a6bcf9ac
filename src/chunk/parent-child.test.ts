import { describe, expect, it } from 'vitest';
import type { Embedder } from '../types.js';
import { chunkerContract } from './chunker.contract.js';
import { fixedTokens } from './fixed-tokens.js';
import { fromSplitter } from './from-splitter.js';
import { headings } from './headings.js';
import { parentChild } from './parent-child.js';
import { semantic } from './semantic.js';
import { sentences } from './sentences.js';
import { wholePages } from './whole-pages.js';
import { withHeaders } from './with-headers.js';

/** A direction for each first letter, and a list of the calls. */
function letters(): Embedder & { readonly calls: (readonly string[])[] } {
  const calls: (readonly string[])[] = [];
  const embed = async (texts: readonly string[]) => {
    calls.push(texts);
    return texts.map((text) => {
      const angle = text.replace(/^[^\p{L}]+/u, '').charCodeAt(0) || 0;
      return Float32Array.of(Math.cos(angle), Math.sin(angle));
    });
  };
  const known = { name: 'letters', model: 'letters', dimensions: 2, config: { embedder: 'letters' } };
  return { ...known, maxTokens: null, dollarsPerMillionTokens: 0, embed, calls };
}

const cut = (embedder: Embedder) => semantic({ embedder, threshold: 0.1, buffer: 0 });
const byWords = fromSplitter('words', async (text) => text.split(/\s+/).filter((word) => word !== ''));

chunkerContract('parent and child', parentChild({ parent: headings(), child: fixedTokens({ tokens: 12 }) }));
chunkerContract('a child to wait for', parentChild({ parent: headings(), child: cut(letters()) }));
chunkerContract(
  'a parent to wait for',
  parentChild({ parent: cut(letters()), child: sentences({ window: 1 }) }),
);

const docs = [{ id: 'p', title: 'Page', text: '# T\n\n## A\n\nOne. Two.\n\n## B\n\nThree.\n', fields: {} }];

describe('parent and child', () => {
  const setting = { parent: headings(), child: sentences({ window: 1 }) };

  it('are the chunks of the parent, found by the pieces that the child makes of each', () => {
    const { chunks } = parentChild(docs, setting);
    expect(chunks.map(({ indexed, ...chunk }) => chunk)).toEqual(headings(docs).chunks);
    expect(chunks.map(({ indexed }) => indexed)).toEqual([
      ['# T'],
      ['## A', 'One.', 'Two.'],
      ['## B', 'Three.'],
    ]);
  });

  it('have a header before each piece where one is put around them, or around the child', () => {
    expect(withHeaders(docs, parentChild(setting)).chunks[2]!.indexed).toEqual([
      'Page > T > B\n\n## B',
      'Page > T > B\n\nThree.',
    ]);
    const within = parentChild(docs, { ...setting, child: withHeaders(setting.child) });
    expect(within.chunks[2]!.indexed).toEqual(['Page > B\n\n## B', 'Page > B\n\nThree.']);
  });

  it('are waited for where one of them is, and are the same chunks', async () => {
    const embedder = letters();
    const { chunks } = await parentChild(docs, { parent: headings(), child: cut(embedder) });
    expect(chunks.map(({ indexed, ...chunk }) => chunk)).toEqual(headings(docs).chunks);
    expect(chunks.map(({ indexed }) => indexed)).toEqual([
      ['# T'],
      ['## A', 'One.', 'Two.'],
      ['## B', 'Three.'],
    ]);
    // All chunks of the parent in one call.
    expect(embedder.calls).toEqual([['# T', '## A', 'One.', 'Two.', '## B', 'Three.']]);
    const both = await parentChild(docs, { parent: cut(letters()), child: byWords });
    expect(both.chunks.map(({ indexed }) => indexed)).toEqual(
      (await cut(letters()).chunk(docs)).chunks.map(({ text }) => text.split(/\s+/)),
    );
    const headed = await withHeaders(parentChild({ parent: wholePages(), child: byWords })).chunk(docs);
    expect(headed.chunks[0]!.indexed!.slice(0, 2)).toEqual(['Page > T\n\n#', 'Page > T\n\nT']);
  });

  it('say what they embed to find their cuts, as far as that is known beforehand', async () => {
    const [a, b] = [letters(), letters()];
    const known = withHeaders(parentChild({ parent: headings(), child: cut(a) }));
    expect(known.embedders).toEqual([a]);
    const beforehand = known.toEmbed!(docs);
    await known.chunk(docs);
    expect(beforehand).toEqual(a.calls.map((texts) => ({ embedder: a, texts })));
    const nested = parentChild({ parent: cut(a), child: cut(b) });
    expect(nested.embedders).toEqual([a, b]);
    expect(nested.toEmbed!(docs)).toEqual([
      { embedder: a, texts: ['# T', '## A', 'One.', 'Two.', '## B', 'Three.'] },
      { embedder: b, texts: null },
    ]);
    expect(parentChild({ parent: byWords, child: cut(b) }).toEmbed!(docs)).toEqual([
      { embedder: b, texts: null },
    ]);
    expect(parentChild(setting)).not.toHaveProperty('embedders');
  });

  it('are refused where one is missing', () => {
    expect(() => parentChild({ parent: headings() } as never)).toThrow(
      'parentChild: child is undefined, wanted a chunker such as headings(); correct it',
    );
  });
});
