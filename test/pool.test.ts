import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPool } from '../src/judge/pool-file.js';
import { folderWith, temporaryFolder } from './examples.js';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const store = path.join(temporaryFolder(), 'lab.sqlite');
const data = folderWith({
  'docs/log.md': '# Logging\n\nhow to log\n',
  'docs/pipe.md': '# Pipes\n\nhow to pipe\n',
  'docs/hook.md': '# Hooks\n\nwhen hooks run\n',
  'eval/cases.jsonl': '{"id":"c-1","query":"When hooks run","relevant_doc_ids":["hook"]}\n',
});
const work = folderWith({
  'package.json': '{"type":"module"}',
  'arms.ts': `import { bm25, experiment, headings } from ${JSON.stringify(path.join(ROOT, 'dist/index.js'))};
const search = (query) => {
  if (query.includes('pipe')) throw new Error('the index is shut');
  return query.includes('log') ? [{ chunkId: 'pipe', docId: 'pipe', score: 1 }, { chunkId: 'old', docId: 'old', score: 0 }] : [];
};
const own = (name, search) => ({ name, chunker: headings(), retriever: { name, config: {}, build: () => ({ search }) } });
const arms = [
  { name: 'keyword', chunker: headings(), retriever: bm25() },
  own('own, shy', search),
  own('down', () => { throw new Error('no network'); }),
];
export default experiment({ question: 'q', dataset: ${JSON.stringify(data)}, arms, baseline: 'keyword', k: 5, depth: 20, primary: 'mrr' });`,
  'queries.txt': 'how to log\nhow to pipe\nwhen hooks run\nHow to LOG\nxyzzy\n',
});
const out = path.join(work, 'pool.jsonl');

function rlab(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'dist/cli/main.js'), ...args],
    { encoding: 'utf8', env: { ...process.env, LAB_STORE: store }, cwd: work },
  );
  return { status, stdout, stderr };
}

const live = ['pool', '--queries', 'queries.txt', '--experiment', 'arms.ts'];

describe('rlab pool over queries', () => {
  it('asks the arms of an experiment, and says what failed, was merged, unknown, or not found', () => {
    const { status, stdout, stderr } = rlab(...live, '--out', out, '--arms', 'keyword,own, shy,down');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      new RegExp(
        [
          `^\\d pages for 3 queries \\(\\d\\.\\d a query\\), the first 10 pages of each arm, are in ${out}\\.`,
          'down failed on every query, and is no arm of the pool\\.',
          "5 searches failed; the other arms' pages are there:",
          '  q-\\w{8} by own, shy: error: the index is shut',
          '(?:  q-\\w{8} by down: error: no network\\n){4}1 query not in the pool, since no arm found anything:',
          '  q-\\w{8}: xyzzy',
          '1 page left out that \\S+ does not have:',
          '  old, of own, shy for q-\\w{8}',
          '1 query is a case of \\S+ already, with labels:',
          '  q-\\w{8} is c-1',
          '1 query came again and merged with the first of the text:',
          '  queries\\.txt:4 with q-\\w{8}',
          `To judge them: rlab judge ${out}\n$`,
        ].join('\\n'),
      ),
    );
    const pool = readPool(out);
    expect([pool.arms, pool.depth]).toEqual([['keyword', 'own, shy'], 10]);
    expect(pool.queries.map(({ query }) => query)).toEqual(['how to log', 'how to pipe', 'when hooks run']);
    expect([...pool.queries[0]!.pages].sort()).toEqual(['log', 'pipe']);
  });

  it('takes in what users were shown, as one more arm', () => {
    fs.writeFileSync(
      path.join(work, 'shown.jsonl'),
      '{"id":"f-1","query":"how to log","kind":"failure","times":3,"shown":["hook#0","gone"]}\n',
    );
    const args = ['pool', '--queries', 'shown.jsonl', '--experiment', 'arms.ts', '--arms', 'keyword'];
    const { stdout } = rlab(...args, '--data', data, '--out', out, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      queries: 1,
      arms: ['keyword', 'shown to users'],
      failures: [],
      unknownPages: [{ arm: 'shown to users', id: 'f-1', page: 'gone' }],
    });
    const [query] = readPool(out).queries;
    expect(query).toMatchObject({ id: 'f-1', kind: 'failure', fields: { times: 3 } });
    expect([...query!.pages].sort()).toContain('hook');
  });

  it('still pools recorded runs', () => {
    rlab('baseline', '--data', data, '--name', 'recorded', '--depth', '10');
    expect(rlab('pool', '--arms', 'recorded', '--out', out, '--depth', '5', '--with-judged').stdout).toMatch(
      /^\d pages? for 1 query .*, the first 5 pages of each arm(?: and all pages that have a label)?, (?:is|are) in .*\nTo judge them: rlab judge /,
    );
    expect(readPool(out).arms).toEqual(['recorded']);
  });

  it.each<[string, readonly string[], string]>([
    [
      'no experiment',
      ['pool', '--queries', 'queries.txt'],
      'rlab pool: --queries has no --experiment, wanted the file whose arms are to search for them, since recorded runs hold no answers to new queries; add --experiment FILE\n',
    ],
    [
      'no queries',
      ['pool', '--experiment', 'arms.ts', '--arms', 'keyword'],
      'rlab pool: --experiment says nothing beside --arms, wanted it with --queries; drop it\n',
    ],
    [
      'an arm that is none',
      [...live, '--arms', 'keywrd'],
      'rlab pool: --arms names "keywrd", wanted arms of the experiment (keyword, own, shy, down), parted by commas; did you mean "keyword"?\n',
    ],
    [
      'labels that queries cannot have',
      [...live, '--with-judged'],
      'rlab pool: --with-judged says nothing beside --queries, wanted it with --arms; drop it\n',
    ],
    [
      'a pool in the place of its queries',
      [...live, '--out', './queries.txt'],
      'rlab pool: --out and --queries are both ./queries.txt, wanted another file for the pool; name one\n',
    ],
    [
      'arms that all fail',
      [...live, '--arms', 'down'],
      'rlab pool: each of 4 searches failed (the first: no network), wanted some that is answered; nothing was written\n',
    ],
    [
      'a file that is not there',
      ['pool', '--queries', 'nowhere.txt', '--experiment', 'arms.ts'],
      'rlab: nowhere.txt: no such file, wanted one that can be read; check the path\n',
    ],
  ])('answers %s with one sentence and exit code 2', (_, args, sentence) => {
    expect(rlab(...args)).toEqual({ status: 2, stdout: '', stderr: sentence });
  });
});
