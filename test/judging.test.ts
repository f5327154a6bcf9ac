import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDataset, openStore, readPool } from '../src/index.js';
import { folderWith, temporaryFolder } from './examples.js';
import { commandOver } from './repository.js';

const folder = temporaryFolder();
const store = path.join(folder, 'lab.sqlite');
const inFolder = (name: string) => path.join(folder, name);

const rlab = commandOver(store);

const COLOURS = ['red', 'green', 'blue', 'grey'];
const pages = Object.fromEntries(
  COLOURS.flatMap((colour) =>
    ['paint', 'light', 'cloth'].map((thing) => [
      `docs/${colour}-${thing}.md`,
      `# ${thing}\n\nAll about ${colour} ${thing}: ${colour} is the colour of this ${thing}.\n`,
    ]),
  ),
);
const caseLine = (colour: string) =>
  JSON.stringify({
    id: colour,
    query: `${colour} paint`,
    kind: 'k',
    tone: 'plain',
    relevant_doc_ids: [`${colour}-paint`],
  });
const data = folderWith({ ...pages, 'eval/cases.jsonl': COLOURS.map(caseLine).join('\n') });
const cases = path.join(data, 'eval', 'cases.jsonl');

/** What a judge writes into the grade column, who finds light of the right colour useful. */
function judged(file: string, gradeOf: (caseId: string, doc: string) => string): void {
  const text = fs.readFileSync(file, 'utf8');
  const filled = text.replace(
    /^([a-z]+),([a-z ]+),([a-z-]+),,/gm,
    (_, id, query, doc) => `${id},${query},${doc},${gradeOf(id, doc)},`,
  );
  fs.writeFileSync(file, filled);
}
const grade = (id: string, doc: string) => (doc === `${id}-paint` ? '2' : doc === `${id}-light` ? '1' : '0');

describe('judging by the command line', () => {
  const pool = inFolder('pool.jsonl');

  it('pools a run, judges twice by CSV, says how far the passes agree', () => {
    expect(rlab('baseline', '--data', data, '--name', 'first', '--k', '2').status).toBe(0);
    const pooled = rlab('pool', '--arms', 'first', '--depth', '3', '--with-judged', '--out', pool);
    expect(pooled.stdout).toMatch(
      /^12 pages for 4 queries \(3\.0 a query\), the first 3 pages of each arm and all pages that have a label, are in/,
    );
    for (const pass of ['1', '2']) {
      const file = inFolder(`pass${pass}.csv`);
      const who = ['--data', data, '--judge', 'ann', '--pass', pass];
      expect(rlab('judgments', 'csv', pool, ...who, '--out', file).status).toBe(0);
      judged(file, pass === '1' ? grade : (id, doc) => (doc === 'red-light' ? '0' : grade(id, doc)));
      expect(rlab('judgments', 'import', pool, file, ...who).stdout).toMatch(
        /^Took 12 judgments of ann, pass [12]/,
      );
      expect(rlab('judgments', 'import', pool, file, ...who).stdout).toMatch(
        /^Took 0 judgments .* 12 were in the store already/,
      );
    }
    expect(rlab('judgments', 'ls', pool, '--data', data).stdout).toMatch(/ann +1 +12 +12 +0 +4 +4 +4/);
    const { stdout } = rlab('judgments', 'agreement', pool, '--data', data);
    // 1 of 12 a grade apart, 1/12 in the mean; by chance (44 + 36 + 52) / 144 of grades 4, 4, 4 and 5, 3, 4: 1 - (1/12) / (132/144) = 0.909.
    expect(stdout).toMatch(
      /^ann, pass 1 and ann, pass 2, 12 pages judged by both: weighted kappa 0\.91 \(intra-judge\); the same grade for 92 %, 1 apart/,
    );
    expect(stdout).toMatch(/red +1 of 3 +0 +red paint/);
  });

  it('writes labels that load, says what changed, and scores recorded answers by them as a new run would be', async () => {
    const made = rlab('labels', 'export', pool, '--data', data, '--out', cases);
    expect(made.stderr).toBe('');
    expect(made.stdout).toMatch(
      /^4 cases are in .*: 12 pages of the pool judged, 0 not; weighted kappa 0\.91 over 12 pages \(intra-judge\)\./,
    );
    expect(made.stdout).toMatch(/red: red-paint 1 -> 2\n/);
    expect(made.stdout).toMatch(/blue: blue-light unjudged -> 1\n/);
    const loaded = await openDataset(data);
    expect(
      loaded.cases.map(({ id, fields, labels }) => [id, fields, labels.map(({ grade: of }) => of)]),
    ).toEqual(COLOURS.map((colour) => [colour, { tone: 'plain' }, colour === 'red' ? [2, 0, 0] : [2, 1, 0]]));
    expect(rlab('rescore', 'first', '--data', data, '--name', 'again').stdout).toMatch(
      /labels before 4 cases .*, now 4 cases/,
    );
    expect(rlab('baseline', '--data', data, '--name', 'anew', '--k', '2').status).toBe(0);
    const opened = openStore(store);
    const [again, anew] = [opened.run('again'), opened.run('anew')];
    opened.close();
    const bare = (run: typeof again) =>
      run.results.map(({ caseId, metrics, ranks, hits }) => ({ caseId, metrics, ranks, hits }));
    expect(bare(again)).toEqual(bare(anew));
    expect(again.casesVersion).toBe(anew.casesVersion);
  });

  it('loses no label that a pool left out, wherever the new ones are written', async () => {
    const set = folderWith({
      ...pages,
      'eval/cases.jsonl': COLOURS.map(caseLine).join('\n'),
      'eval/more.jsonl': '',
    });
    rlab('baseline', '--data', set, '--name', 'left', '--k', '2');
    const rest = inFolder('rest.jsonl');
    rlab('pool', '--arms', 'left', '--depth', '3', '--out', rest);
    const file = inFolder('rest.csv');
    const who = ['--data', set, '--judge', 'ann'];
    rlab('judgments', 'csv', rest, ...who, '--out', file);
    judged(file, () => '0');
    expect(rlab('judgments', 'import', rest, file, ...who).stdout).toMatch(/^Took 8 judgments/);
    const out = inFolder('labels.jsonl');
    const made = rlab('labels', 'export', rest, '--data', set, '--out', out);
    expect([made.status, made.stderr]).toEqual([0, '']);
    const rows = fs
      .readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line));
    expect(rows.map(({ relevant }) => relevant.map(({ grade: of }: { grade: number }) => of))).toEqual(
      COLOURS.map(() => [1, 0, 0]),
    );
    expect(
      rlab('labels', 'export', rest, '--data', set, '--out', path.join(set, 'eval', 'more.jsonl')).stderr,
    ).toMatch(
      /more\.jsonl does not hold 4 queries of the pool \("red", …\), which another file of .* does, wanted each query in one file/,
    );
    // By the same labels nothing is scored again, and labels pass for nobody's own judgments.
    expect(rlab('rescore', 'left', '--data', set).stderr).toMatch(
      /was measured by the labels of .* as they are, wanted newer ones/,
    );
    const labels = (...more: readonly string[]) =>
      rlab('judgments', 'from-labels', rest, '--data', set, ...more).stderr;
    expect(labels()).toMatch(/from-labels has no --judge, wanted a name for whoever made the labels/);
    expect(labels('--judge', 'before', '--rest-is-0')).toMatch(/this pool left the labelled pages out/);
    expect(labels('--judge', 'before')).toMatch(/no page of the pool has a label in /);
    expect(labels('--judge', 'ann')).toMatch(
      /ann has judged 8 pages in pass 1, wanted a judge or a pass of its own/,
    );
    expect(rlab('judgments', 'csv', rest, ...who, '--out', file).stderr).toMatch(
      /exists, and may hold what somebody filled in/,
    );
    // Pages that changed since were not those that were searched.
    fs.appendFileSync(path.join(set, 'docs', 'red-paint.md'), 'more\n');
    expect(rlab('rescore', 'left', '--data', set, '--k', '3').stderr).toMatch(
      /^rlab: rescore: run left .* searched 12 pages · sha1 .*, and the pages here are 12 pages · sha1 .*, wanted the same/,
    );
  });

  it('pools what could most change a verdict between two runs', () => {
    const bare = folderWith({ ...pages, 'eval/cases.jsonl': COLOURS.map(caseLine).join('\n') });
    const hits = COLOURS.flatMap((colour) =>
      ['light', 'paint'].map((thing, i) => `${colour} Q0 ${colour}-${thing} ${i + 1} ${9 - i} other`),
    );
    fs.writeFileSync(inFolder('other.trec'), hits.join('\n'));
    const theirs = ['--data', bare, '--name', 'theirs', '--k', '2', '--metric', 'precision@2'];
    expect(rlab('import', inFolder('other.trec'), ...theirs).status).toBe(0);
    expect(rlab('baseline', '--data', bare, '--name', 'ours', '--k', '2').status).toBe(0);
    const pair = ['--active', 'ours,theirs', '--metric', 'precision@2', '--most', '3'];
    const { stderr, stdout } = rlab('pool', ...pair, '--out', inFolder('active.jsonl'));
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^3 pages for \d queries .*the 3 pages that could most change precision@2 between two runs, are in/,
    );
    expect(stdout).toMatch(
      /\n0 pages were judged since the labels were made, 8 pages that count are open: not settled\.\n/,
    );
    expect(readPool(inFolder('active.jsonl')).queries.flatMap(({ pages: open }) => open)).toHaveLength(3);
    expect(rlab('pool', '--active', 'ours,ours').stderr).toMatch(
      /^rlab pool: no page without a label could change /,
    );
    expect(rlab('pool', '--active', 'ours').stderr).toMatch(/^rlab pool: --active names one run, wanted two/);
  });

  it('refuses what it cannot do in a sentence', () => {
    const sentence = (...args: readonly string[]) => {
      const { status, stdout, stderr } = rlab(...args);
      expect([status, stdout]).toEqual([2, '']);
      return stderr.trimEnd();
    };
    expect(sentence('pool')).toBe(
      'rlab pool: found no --arms, wanted the names of recorded runs, parted by commas; see rlab ls',
    );
    expect(sentence('pool', '--arms', 'first,first')).toMatch(
      /^rlab pool: --arms names run .* twice, wanted each arm once; drop one$/,
    );
    expect(sentence('pool', '--arms', 'first', '--most', '3')).toBe(
      'rlab pool: --most says nothing beside --arms, wanted it with --active; drop it',
    );
    expect(sentence('pool', '--active', 'first,again', '--depth', '3')).toBe(
      'rlab pool: --depth says nothing beside --active, wanted it with --queries or --arms; drop it',
    );
    expect(sentence('judgments', 'agreement', pool, '--data', data, '--between', 'ann:1', 'ann:1')).toMatch(
      /names ann:1 twice, wanted two passes/,
    );
    expect(sentence('judgments', 'agree', pool)).toMatch(
      /^rlab judgments: found "agree .*", wanted ls POOL, .*; did you mean "agreement"\?/,
    );
    expect(sentence('judgments', 'agreement', pool, '--data', data, '--between', 'ann:1', 'ann:3')).toBe(
      'rlab judgments: --between names "ann:3", wanted one of ann:1, ann:2; did you mean "ann:1"?',
    );
    expect(sentence('labels', 'export', pool, '--data', data)).toBe(
      'rlab labels: found no --out, wanted the file of cases to write; add --out FILE',
    );
    expect(sentence('labels', 'import', pool, '--data', data)).toMatch(
      /^rlab labels: found "import .*", wanted export POOL; see rlab labels --help$/,
    );
    expect(sentence('rescore', 'nowhere')).toMatch(/^rlab: run "nowhere" is in the store by no id/);
  });
});
