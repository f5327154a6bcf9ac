import { describe, expect, it } from 'vitest';
import type { Chunker, Doc } from '../types.js';

const TEXTS: Readonly<Record<string, string>> = {
  plain: '# Title\n\nBefore.\n\n## One\n\nText.\n\n## Two\n\nMore.\n',
  crlf: '# T\r\n\r\n## One\r\n\r\nText.\r\n## Two\r\nEnd',
  emoji: '## 👩‍👩‍👧 family\n\n😀😀\n\n## e\u0301 combining\n\nà la carte\n',
  rightToLeft: '## שלום\n\nעולם\n\n## مرحبا\n\nالعالم\n',
  fences: '# T\n\n```md\n## not a heading\n```\n\n~~~\n## nor this\n~~~\n\n## Real\n',
  nested: '> ## quoted\n\n- ## in a list\n\n<div>\n## in html\n</div>\n\n## Real\n',
  oneLine: 'no heading at all',
  onlyHeading: '## x',
  empty: '',
  blank: ' \n\t\n',
  loneSurrogate: '## \ud83d broken\n\ntext\n',
};

/** What every chunker must hold: exact offsets, order, unique ids, no blank chunk that stands alone, the same cuts again. */
export function chunkerContract(name: string, chunker: Chunker): void {
  const docs: readonly Doc[] = Object.entries(TEXTS).map(([id, text]) => ({
    id,
    title: id,
    text,
    fields: {},
  }));

  describe(`the chunker ${name}`, () => {
    const { chunks, corpus } = chunker.chunk(docs);

    it('gives chunks that are exact slices of their page', () => {
      for (const chunk of chunks) expect(TEXTS[chunk.docId]!.slice(chunk.start, chunk.end)).toBe(chunk.text);
    });

    it('gives chunks in the order of pages and offsets, none of them empty', () => {
      const order = chunks.map(
        (chunk) => [docs.findIndex((doc) => doc.id === chunk.docId), chunk.start] as const,
      );
      expect(order).toEqual([...order].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
      for (const chunk of chunks) expect(chunk.end).toBeGreaterThan(chunk.start);
    });

    it('gives each chunk the id docId#index, once', () => {
      expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(chunks.length);
      for (const chunk of chunks) expect(chunk.id).toMatch(new RegExp(`^${chunk.docId}#\\d+$`));
    });

    it('covers every character of a page but blank ones', () => {
      for (const doc of docs) {
        const covered = chunks.filter((chunk) => chunk.docId === doc.id);
        const rest = [...doc.text].length === 0 ? '' : outside(doc.text, covered);
        expect(rest.trim()).toBe('');
      }
    });

    it('makes nothing of an empty or a blank page', () => {
      expect(chunks.filter((chunk) => ['empty', 'blank'].includes(chunk.docId))).toEqual([]);
    });

    it('cuts the same way again, and names what it searched', () => {
      expect(chunker.chunk(docs).chunks).toEqual(chunks);
      expect(Object.keys(corpus.pages)).toHaveLength(docs.length);
    });
  });
}

function outside(text: string, chunks: readonly { start: number; end: number }[]): string {
  return text
    .split('')
    .filter((_, at) => !chunks.some(({ start, end }) => at >= start && at < end))
    .join('');
}
