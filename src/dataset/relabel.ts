import fs from 'node:fs';
import path from 'node:path';
import type { Case } from '../types.js';
import { isFolder } from './where.js';

/** A case file with its chunk labels turned into spans; `changed` counts the cases that had any. */
export type Relabelled = { readonly file: string; readonly text: string; readonly changed: number };

/**
 * The case files of a dataset's folder with `relevant_chunk_ids` written as pages with offsets, which outlive the next chunker. The cases are those that were
 * loaded, so every chunk has been found; all other lines stay as they are, to the byte.
 */
export function relabelled(folder: string, cases: readonly Case[]): readonly Relabelled[] {
  const root = path.join(folder, 'eval');
  const byId = new Map(cases.map((item) => [item.id, item]));
  const files = isFolder(root)
    ? fs
        .readdirSync(root)
        .filter((name) => name.endsWith('.jsonl'))
        .sort()
    : [];
  return files.map((name) => {
    const file = path.join(root, name);
    let changed = 0;
    const text = fs
      .readFileSync(file, 'utf8')
      .split(/(?<=\n)/)
      .map((line) => {
        const next = relabelledLine(line, byId);
        if (next !== line) changed++;
        return next;
      })
      .join('');
    return { file, text, changed };
  });
}

function relabelledLine(line: string, cases: ReadonlyMap<string, Case>): string {
  if (!line.includes('"relevant_chunk_ids"')) return line;
  const end = /\s*$/.exec(line)![0];
  const mark = line.startsWith('\uFEFF') ? '\uFEFF' : '';
  const row = JSON.parse(line.slice(mark.length)) as Record<string, unknown>;
  const item = cases.get(row['id'] as string);
  if (item === undefined) return line;
  const relevant = item.labels.map(({ doc, grade, start, end: last }) => ({ doc, grade, start, end: last }));
  const entries = Object.entries(row).map(([key, value]) =>
    key === 'relevant_chunk_ids' ? ['relevant', relevant] : [key, value],
  );
  return `${mark}${JSON.stringify(Object.fromEntries(entries))}${end}`;
}
