import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/examples.js';
import { headings } from '../chunk/headings.js';
import { wholePages } from '../chunk/whole-pages.js';
import { openFolder } from './open.js';
import { relabelled } from './relabel.js';

const PAGE = 'about\n## One\nfirst\n## Two\nsecond\n';
const HEADER = '{"version":"1"}\r\n';
const LINES = [
  '{"id":"c-1","query":"first","relevant_chunk_ids":["a#1"],"hard":true}\r\n',
  '{"id":"c-2", "query":"second", "relevant":[{"doc":"a","grade":2}]}\n',
  '{"id":"c-3","query":"both","relevant_chunk_ids":["a#1","a#2"]}',
];

describe('labels by chunk id', () => {
  it('become spans of the same text, and every other byte stays', async () => {
    const folder = folderWith({ 'docs/a.md': PAGE, 'eval/cases.jsonl': HEADER + LINES.join('') });
    const before = await openFolder(folder, { chunker: headings() });
    const [file] = relabelled(folder, before.cases);
    expect(file!.changed).toBe(2);
    const lines = file!.text.split(/(?<=\n)/);
    expect([lines[0], lines[2]]).toEqual([HEADER, LINES[1]]);
    expect(lines[1]).toBe(
      '{"id":"c-1","query":"first","relevant":[{"doc":"a","grade":1,"start":6,"end":19}],"hard":true}\r\n',
    );
    fs.writeFileSync(path.join(folder, 'eval/cases.jsonl'), file!.text);
    const after = await openFolder(folder, { chunker: wholePages() });
    const texts = after.cases.map((item) => item.labels.map(({ start, end }) => PAGE.slice(start, end)));
    expect(texts).toEqual([['## One\nfirst\n'], [PAGE], ['## One\nfirst\n', '## Two\nsecond\n']]);
    expect(relabelled(folder, after.cases)[0]!.changed).toBe(0);
  });
});
