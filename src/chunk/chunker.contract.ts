import { describe, expect, it } from 'vitest';
import type { Chunk, ChunkSet, Doc, Json } from '../types.js';

export const TEXTS: Readonly<Record<string, string>> = {
  plain: '# Title\n\nBefore.\n\n## One\n\nText.\n\n## Two\n\nMore.\n',
  crlf: '# T\r\n\r\n## One\r\n\r\nText. More of it.\r\nAnd a line.\r\n## Two\r\nEnd',
  emoji: '## 👩‍👩‍👧 family\n\n😀😀\n\n## e\u0301 combining\n\nà la carte\n\n🇩🇪🇫🇷 flags. 👍🏽 tone!\n',
  rightToLeft: '## שלום\n\nעולם\n\n## مرحبا\n\nالعالم. كيف الحال؟ بخير.\n',
  fences:
    '# T\n\n```md\n## not a heading\n```\n\n~~~\n## nor this\n~~~\n\n## Real\n\n> ```\n> a. b. c\n> ```\n\n- ~~~\n  a? b\n  ~~~\n',
  nested: '> ## quoted\n\n- ## in a list\n\n<div>\n## in html\n</div>\n\n## Real\n',
  table: '# T\n\n| a | b |\n|---|---|\n| one. two | three? four |\n| x | y |\n\nAfter.\n',
  special: 'Before <|endoftext|> after. <|fim_prefix|>\n\n## <|im_start|>\n\nText.\n',
  japanese: '## 見出し\n\n吾輩は猫である。名前はまだ無い。どこで生れたか頓と見当がつかぬ。\n\nが\u3099 ﾊﾞ\n',
  long: `# Long\n\n${'One sentence with some words. Another one, which is longer, follows it! Is this a third? '.repeat(20)}\n\n## End\n\n${'word '.repeat(300)}\n`,
  unbroken: `${'x'.repeat(700)}\n\n${'猫'.repeat(300)}\n`,
  oneLine: 'no heading at all',
  onlyHeading: '## x',
  empty: '',
  blank: ' \n\t\n',
  loneSurrogate: '## \ud83d broken\n\ntext\n',
};

/** What is held by a chunker beyond what all hold. */
export type Promises = {
  /** Every character of a page but blank ones is in a chunk (true). */
  readonly covers?: boolean;
  /** Chunks of a page share characters (false). */
  readonly overlaps?: boolean;
};

/** A chunker that is asked at once or waited for. */
export type AnyChunker = {
  readonly name: string;
  readonly config: Json;
  readonly chunk: (docs: readonly Doc[]) => ChunkSet | Promise<ChunkSet>;
};

export function docsOf(texts: Readonly<Record<string, string>>): readonly Doc[] {
  return Object.entries(texts).map(([id, text]) => ({ id, title: id, text, fields: {} }));
}

/** What every chunker must hold: exact offsets, order, unique ids, whole characters, no blank chunk, the same cuts again, for each page alone. */
export function chunkerContract(name: string, chunker: AnyChunker, promises: Promises = {}): void {
  const docs = docsOf(TEXTS);

  describe(`the chunker ${name}`, () => {
    it('holds what every chunker holds, on every page', async () => {
      const { chunks } = await chunker.chunk(docs);
      for (const doc of docs)
        holds(
          doc,
          chunks.filter((chunk) => chunk.docId === doc.id),
          promises,
        );
      const pages = chunks.map((chunk) => docs.findIndex((doc) => doc.id === chunk.docId));
      expect(pages).toEqual([...pages].sort((a, b) => a - b));
    });

    it('makes nothing of an empty or a blank page', async () => {
      const { chunks } = await chunker.chunk(docs);
      expect(chunks.filter((chunk) => ['empty', 'blank'].includes(chunk.docId))).toEqual([]);
    });

    it('cuts the same way again, and each page as if it were alone', async () => {
      const { chunks } = await chunker.chunk(docs);
      expect((await chunker.chunk(docs)).chunks).toEqual(chunks);
      for (const doc of docs)
        expect((await chunker.chunk([doc])).chunks).toEqual(chunks.filter(({ docId }) => docId === doc.id));
    });

    it('names what it searched and what it is, as plain data', async () => {
      const set = await chunker.chunk(docs);
      expect(Object.keys(set.corpus.pages)).toHaveLength(docs.length);
      expect([set.name, set.config]).toEqual([chunker.name, chunker.config]);
      expect(JSON.parse(JSON.stringify(set.config))).toEqual(set.config);
    });
  });
}

/** Fails unless the chunks, which are all of this page, keep the promises. */
export function holds(
  doc: Doc,
  chunks: readonly Chunk[],
  { covers = true, overlaps = false }: Promises,
): void {
  chunks.forEach((chunk, i) => {
    const before = chunks[i - 1];
    expect(doc.text.slice(chunk.start, chunk.end)).toBe(chunk.text);
    expect(chunk.text.trim()).not.toBe('');
    expect(chunk.id).toMatch(new RegExp(`^${chunk.docId}#\\d+$`));
    for (const text of chunk.indexed ?? []) expect(text.trim()).not.toBe('');
    expect(chunk.indexed).not.toEqual([]);
    if (before === undefined) return;
    if (overlaps) expect([before.start <= chunk.start, before.end <= chunk.end]).toEqual([true, true]);
    else expect(before.end).toBeLessThanOrEqual(chunk.start);
  });
  expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(chunks.length);
  expect(chunks.flatMap(({ start, end }) => [start, end]).filter((at) => !wholeAt(doc.text, at))).toEqual([]);
  if (covers) expect(outside(doc.text, chunks).trim()).toBe('');
}

/** The oracle for whole characters: all boundaries of the page, by the segmenter. */
const boundaries = new Map<string, ReadonlySet<number>>();
function wholeAt(text: string, at: number): boolean {
  let known = boundaries.get(text);
  if (known === undefined) {
    const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
    known = new Set([...[...segments].map(({ index }) => index), text.length]);
    boundaries.set(text, known);
  }
  return known.has(at);
}

function outside(text: string, chunks: readonly Chunk[]): string {
  const covered = new Uint8Array(text.length);
  for (const { start, end } of chunks) covered.fill(1, start, end);
  return text
    .split('')
    .filter((_, at) => covered[at] === 0)
    .join('');
}
