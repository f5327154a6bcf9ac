import path from 'node:path';
import { madePool } from '../src/judge/judge-work.contract.js';
import { poolText } from '../src/judge/pool-file.js';
import type { Judgment } from '../src/store/judgment.js';
import { openStore } from '../src/store/open-store.js';
import { folderWith } from './examples.js';

/** A dataset and a pool of so many queries, as files; a store beside them. */
export function filesOf(queries: number) {
  const { pool, data } = madePool(queries);
  const pages = data.docs.map(({ id, text }) => [`set/docs/${id}.md`, text]);
  const cases = data.cases.map((item) =>
    JSON.stringify({ id: item.id, query: item.query, kind: item.kind, relevant: item.labels }),
  );
  const folder = folderWith({
    'pool.jsonl': poolText({ ...pool, dataset: 'set' }),
    'set/eval/cases.jsonl': `${cases.join('\n')}\n`,
    ...Object.fromEntries(pages),
  });
  return { folder, data };
}

export function inStore(folder: string, judge = 'ana'): readonly Judgment[] {
  const store = openStore(path.join(folder, 'lab.sqlite'));
  try {
    return store.judgments({ judge });
  } finally {
    store.close();
  }
}
