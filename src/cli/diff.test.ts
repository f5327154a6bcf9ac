import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retrieval-lab-diff-'));
const store = path.join(folder, 'lab.sqlite');
const at = (name: string) => path.join(folder, name);

function rlab(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'dist/cli/main.js'), ...words],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, LAB_STORE: store, LAB_DATA: at('data') },
    },
  );
  return { status, stdout, stderr };
}

const PAGES = {
  alpha: 'stop a request that takes too long',
  beta: 'where log lines go',
  gamma: 'keep sockets open',
};

beforeAll(() => {
  fs.mkdirSync(at('data/docs'), { recursive: true });
  fs.mkdirSync(at('data/eval'));
  fs.writeFileSync(at('data/dataset.json'), JSON.stringify({ name: 'data' }));
  for (const [id, text] of Object.entries(PAGES))
    fs.writeFileSync(at(`data/docs/${id}.md`), `# ${id}\n\n${text}\n`);
  const cases = Object.entries(PAGES).map(([id, query]) =>
    JSON.stringify({ id: `q-${id}`, query, relevant_doc_ids: [id] }),
  );
  fs.writeFileSync(at('data/eval/cases.jsonl'), `${cases.join('\n')}\n`);
  fs.writeFileSync(at('qrels.txt'), 'q-alpha 0 alpha 1\nq-beta 0 beta 1\nq-gamma 0 gamma 1\n');
  fs.writeFileSync(
    at('queries.tsv'),
    Object.entries(PAGES)
      .map(([id, text]) => `q-${id}\t${text}\n`)
      .join(''),
  );
  const run = (rankings: readonly string[]) =>
    rankings.flatMap((ranking) => {
      const [topic, ...docs] = ranking.split(' ');
      return docs.map((doc, i) => `q-${topic} Q0 ${doc} ${i + 1} ${9 - i} t\n`);
    });
  fs.writeFileSync(at('a.run'), run(['alpha alpha beta', 'beta beta', 'gamma gamma alpha']).join(''));
  fs.writeFileSync(at('b.run'), run(['alpha alpha beta', 'beta beta', 'gamma alpha gamma']).join(''));
  for (const name of ['a', 'b'])
    expect(
      rlab(
        'import',
        `${name}.run`,
        '--data',
        'data',
        '--k',
        '1',
        '-m',
        'recall@1',
        '-m',
        'mrr',
        '--depth',
        '2',
      ).status,
    ).toBe(0);
});

/** The data inside a page. */
function dataIn(page: string) {
  const json = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(
    fs.readFileSync(at(page), 'utf8'),
  );
  return JSON.parse(json![1]!);
}

describe('rlab diff', () => {
  it('writes the page and prints the five lines of the card', () => {
    const { status, stdout, stderr } = rlab('diff', 'a', 'b', '--out', 'one.html');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n').slice(0, 7)).toEqual([
      "CAN'T TELL whether b differs from a on recall@1",
      'Mean 1.000 → 0.667, difference −0.333 (95 % interval unbounded to unbounded, p = 1.000 of this pair alone, n = 3)',
      'Queries: 1 worse, 0 better, 2 same (within 1e-9); all needed pages found in the first page: 3 → 2 of 3',
      'Errors: none in either run',
      'This pair could have shown: not known, since too few queries moved to tell their spread',
      '',
      'Page: one.html',
    ]);
  });

  it('shows the texts of the dataset that the runs searched', () => {
    rlab('diff', 'a', 'b', '--data', 'data', '--out', 'texts.html');
    const { texts, docs } = dataIn('texts.html');
    expect(texts.pages[docs.indexOf('gamma')][0][1]).toContain('keep sockets open');
  });

  it('refuses a dataset whose pages are others than those that were searched', () => {
    fs.cpSync(at('data'), at('edited'), { recursive: true });
    fs.writeFileSync(at('edited/docs/beta.md'), '# beta\n\nedited\n');
    const { status, stderr } = rlab('diff', 'a', 'b', '--data', at('edited'));
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^rlab diff: the pages of .*edited are 3 pages · sha1 \w+, wanted 3 pages · sha1 \w+, which a \(\w+\) searched; name that dataset, or leave --data out\n$/,
    );
  });

  it('compares run files without a store', () => {
    const { status, stdout } = rlab(
      'diff',
      'a.run',
      'b.run',
      '--qrels',
      'qrels.txt',
      '--queries',
      'queries.tsv',
      '--store',
      at('never.sqlite'),
      '-m',
      'mrr',
      '--out',
      'files.html',
    );
    expect(status).toBe(0);
    expect(stdout).toContain("CAN'T TELL whether b differs from a on mrr");
    expect(fs.existsSync(at('never.sqlite'))).toBe(false);
    const data = dataIn('files.html');
    expect(data.cases.map((item: { query: string }) => item.query)).toContain('where log lines go');
    expect(data.texts.note).toMatch(/^Run files hold no texts/);
  });

  it('prints a comment whose first line is its marker, and writes no page unless asked', () => {
    const { stdout } = rlab('diff', 'a', 'b', '--md');
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      '<!-- retrieval-lab review -->',
      '',
      "**CAN'T TELL whether b differs from a on recall@1**  ",
    ]);
    expect(fs.existsSync(at('diff.html'))).toBe(false);
  });

  it('refuses a run that is named twice, and a file that cannot be written', () => {
    expect(rlab('diff', 'a', 'a').stderr).toMatch(
      /^rlab diff: a \(\w+\) is named twice, wanted each run once; drop one\n$/,
    );
    expect(rlab('diff', 'a', 'b', '--out', at('qrels.txt/x.html')).stderr).toMatch(
      /^rlab diff: --out .* cannot be written \(.*\), wanted a file in a folder that can be written; name another\n$/,
    );
  });
});

describe('rlab review', () => {
  it('takes what a page exported, shows it at the next diff, and leaves out bad labels there', () => {
    rlab('diff', 'a', 'b', '--out', 'before.html');
    const { cases, runs, metric } = dataIn('before.html');
    const item = cases.find(({ id }: { id: string }) => id === 'q-gamma');
    const review = {
      caseId: item.id,
      caseDigest: item.digest,
      query: item.query,
      metric,
      configA: runs[0].configDigest,
      configB: runs[1].configDigest,
      runA: runs[0].id,
      runB: runs[1].id,
      verdict: 'bad label',
      note: 'alpha answers it too',
      reviewedAt: '2026-01-02T03:04:05Z',
    };
    fs.writeFileSync(
      at('reviews.json'),
      JSON.stringify({ format: 'retrieval-lab reviews', version: 1, reviews: [review] }),
    );
    expect(rlab('review', 'import', 'reviews.json').stdout).toBe('Took 1 of 1 review into lab.sqlite\n');
    expect(rlab('review', 'ls').stdout).toContain('alpha answers it too');
    rlab('diff', 'a', 'b', '--out', 'after.html');
    const after = dataIn('after.html');
    expect(after.reviews).toEqual([review]);
    expect(after.pairs[0].card.withoutDisputed.line).toBe(
      'Without the query whose labels are disputed: IDENTICAL. Mean 1.000 → 1.000, difference 0.000 (identical on all of them, n = 2); 0 worse, 0 better, 2 same',
    );
  });

  it('says what it takes', () => {
    expect(rlab('review', 'improt', 'x.json').stderr).toBe(
      'rlab review: found "improt x.json", wanted import FILE, or ls; did you mean "import"?; see rlab review --help\n',
    );
  });
});
