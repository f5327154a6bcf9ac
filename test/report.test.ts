import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../src/sqlite.js';
import { folderWith } from './examples.js';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const MAIN = path.join(ROOT, 'dist/cli/main.js');

const pages = (text: (i: number) => string) =>
  Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}.md`, `# Page ${i}\n\n${text(i)}\n`]));
const cases = (n: number) =>
  Array.from({ length: n }, (_, i) =>
    JSON.stringify({
      id: `c-${i}`,
      query: `word${i}`,
      kind: i % 2 ? 'odd' : 'even',
      relevant_doc_ids: [`p${i}`],
    }),
  ).join('\n');
const dataset = (name: string, files: Readonly<Record<string, string>>, n: number) => ({
  ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`datasets/${name}/docs/${file}`, text])),
  [`datasets/${name}/eval/cases.jsonl`]: cases(n),
});

/** An experiment of BM25, which finds its words, against arms that answer without looking. */
const experiment = (data: string, arms: string, depth = 20) => `
import { bm25, wholePages } from '${path.join(ROOT, 'dist/index.js')}';
const fixed = (name, config, search) => ({ name, config, build: (chunkSet) => ({ name, config, chunkSet, search }) });
const nothing = { name: 'nothing', chunker: wholePages(), retriever: fixed('nothing', { retriever: 'nothing' }, () => []) };
const bm = { name: 'bm25', chunker: wholePages(), retriever: bm25() };
const twin = { name: 'twin', chunker: wholePages(), retriever: bm25({ k1: 1.4 }) };
const keyed = { name: 'keyed', chunker: wholePages(), retriever: { name: 'keyed', config: {}, build: () => { throw new Error('SOME_API_KEY is not set'); } } };
const other = { name: 'other', chunker: wholePages(), retriever: bm25() };
export default { question: 'q', dataset: '${data}', arms: [${arms}], baseline: '${data === 'small' ? 'bm25' : 'other'}', k: 5, depth: ${depth}, primary: 'recall@5' };
`;

const REPORT = `---
experiments: [experiments/small.ts, experiments/second.ts]
---

# Found

BM25 finds {{ recall@5 of bm25 with interval }}; nothing is worse: {{ delta recall@5 of nothing over bm25 }}. The twin differs by {{ delta recall@5 of twin over bm25 }}.

{{ table metrics recall@5, mrr of bm25, twin }}

{{ figure recall-by-kind of small }}

\`\`\`
{{ recall@5 of bm25 }}
\`\`\`
`;

const RECORD = `
import { loadExperiment } from '${ROOT}/dist/cli/load-experiment.js';
import { openDataset, openStore } from '${ROOT}/dist/index.js';
import { runArms } from '${ROOT}/dist/sweep/run-experiment.js';
const experiment = await loadExperiment(process.argv[1]);
await runArms(experiment, await openDataset(experiment.dataset), { store: openStore() });
`;

function project() {
  const folder = folderWith({
    'package.json': '{"type":"module"}',
    ...dataset(
      'small',
      pages((i) => `word${i} and more`),
      12,
    ),
    ...dataset(
      'second',
      pages((i) => `word${i} and less`),
      10,
    ),
    'experiments/small.ts': experiment('small', 'bm, nothing, twin'),
    'experiments/second.ts': experiment('second', 'other'),
    'experiments/keyed.ts': experiment('second', 'other, keyed')
      .replace("name: 'other'", "name: 'third'")
      .replace("baseline: 'other'", "baseline: 'third'"),
    'reports/found.md': REPORT,
  });
  const at = (file: string) => path.join(folder, file);
  const node = (...args: readonly string[]) => {
    const env: Record<string, string | undefined> = { ...process.env, LAB_STORE: at('lab.sqlite') };
    delete env['LAB_DATA'];
    return spawnSync(process.execPath, [...args], { cwd: folder, encoding: 'utf8', env });
  };
  const rlab = (...args: readonly string[]) => node(MAIN, ...args);
  /** As rlab run, without a report of its own, whose pictures take long to draw. */
  const record = (name: string) => node('--input-type=module', '-e', RECORD, `experiments/${name}.ts`);
  const read = () => fs.readFileSync(at('reports/found.md'), 'utf8');
  return { at, rlab, record, read };
}

describe('rlab report', { timeout: 120_000 }, () => {
  const { at, rlab, record, read } = project();
  let filled = '';

  it('says which runs the store lacks', () => {
    const { status, stderr } = rlab('report', 'reports/found.md');
    expect(status).toBe(2);
    expect(stderr).toBe(
      [
        'rlab: reports/found.md: the store lacks runs that the report speaks of',
        '  small has no finished run of bm25, nothing, twin with the settings of experiments/small.ts; run rlab run experiments/small.ts',
        '  second has no finished run of other with the settings of experiments/second.ts; run rlab run experiments/second.ts',
        '',
      ].join('\n'),
    );
  });

  it('fills in Markdown, pictures and a page, the same each time', () => {
    for (const name of ['small', 'second']) expect(record(name).stderr).toBe('');
    const { status, stdout, stderr } = rlab('report', 'reports/found.md');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toBe('reports/found.md: 6 placeholders, 6 changed\nPage: reports/found.html\n');
    filled = read();
    expect(filled).toContain(
      'finds 1.000 (95 % interval 0.758 to 1.000 by Wilson, since all values are equal, n = 12)<!-- ',
    );
    expect(filled).toContain('worse: −1.000 (95 % interval −1.000 to −1.000, p = ');
    expect(filled).toContain('by 0.000 (identical on all 12)<!-- ');
    expect(filled).toContain('\n```\n{{ recall@5 of bm25 }}\n```\n');
    const page = fs.readFileSync(at('reports/found.html'), 'utf8');
    expect(page).toContain('<title>Found</title>');
    expect(page).toContain(fs.readFileSync(at('reports/found-recall-by-kind.svg'), 'utf8').trim());
    expect(page).not.toMatch(/experiments: \[|<!-- /);
    expect(rlab('report', 'reports/found.md').stdout).toMatch(/6 placeholders, none changed/);
    expect(read()).toBe(filled);
  });

  /** Each reason to fail: what is done to the report, and what is said. */
  const doctored: Readonly<Record<string, readonly [(text: string) => string, RegExp]>> = {
    drifted: [
      (text) => text.replaceAll('1.000 (95 % interval 0.758', '0.900 (95 % interval 0.758'),
      /:7: \{\{ recall@5 of bm25 with interval \}\} was 0\.900 \(.*\), is 1\.000 \(/,
    ],
    edited: [
      (text) => text.replace('finds 1.000', 'finds 0.900'),
      /:7: \{\{ recall@5 of bm25 with interval \}\} was edited by hand/,
    ],
    claim: [
      (text) => text.replace('The twin differs by', 'The twin wins by'),
      /:7: "wins" is said of \{\{ delta recall@5 of twin over bm25 \}\}, which the one rule calls "identical"/,
    ],
    'mixed versions': [
      (text) => text.replace('mrr of bm25, twin', 'mrr of bm25, other'),
      /:9: \{\{ table metrics recall@5, mrr of bm25, other \}\} mixes versions of cases/,
    ],
    dirty: [
      (text) => text.replace(/^(Made .*)\.$/m, '$1, with changes that were not committed.'),
      /the report was filled in from runs made with changes that were in no commit/,
    ],
    'cannot be remade': [
      (text) =>
        text
          .replace('second.ts]', 'second.ts, experiments/keyed.ts]')
          .replace('{{ methods }}', '{{ methods of small, second }}'),
      /: the run keyed\/keyed cannot be remade \(SOME_API_KEY is not set\)/,
    ],
  };
  const places = Object.keys(doctored).map((name) => `${name.replaceAll(' ', '-')}/found.md`);

  it('holds with the runs of the store, and fails with one sentence for each reason not to', () => {
    for (const [i, [change]] of Object.values(doctored).entries()) {
      fs.mkdirSync(path.dirname(at(places[i]!)));
      fs.writeFileSync(at(places[i]!), change(filled));
      const picture = 'found-recall-by-kind.svg';
      fs.copyFileSync(at(`reports/${picture}`), path.join(path.dirname(at(places[i]!)), picture));
    }
    const { status, stdout, stderr } = rlab('report', '--check', 'reports/found.md', ...places, '--json');
    expect(stderr).toBe('');
    expect(status).toBe(1);
    const [whole, ...others] = JSON.parse(stdout) as {
      problems: { reason: string; message: string; line: number | null }[];
    }[];
    expect(whole).toEqual({ file: 'reports/found.md', placeholders: 6, unchecked: 0, problems: [] });
    for (const [i, [reason, [, message]]] of Object.entries(doctored).entries()) {
      expect(others[i]!.problems.map((one) => one.reason)).toEqual([reason]);
      const [{ line, message: said }] = others[i]!.problems as unknown as [
        { line: number | null; message: string },
      ];
      expect(`${line === null ? '' : `:${line}`}: ${said}`).toMatch(message);
    }
  });

  it('holds with runs made again where there is no store, and makes none', () => {
    const none = at('none.sqlite');
    expect(rlab('report', '--check', 'reports/found.md', '--store', none)).toMatchObject({
      status: 0,
      stdout: 'reports/found.md: 6 placeholders, all as the runs have them\n',
    });
    expect(fs.existsSync(none)).toBe(false);
  });

  it('fails for a run that a later one of its name supersedes, and for one made of files in no commit', () => {
    const before = fs.readFileSync(at('experiments/second.ts'), 'utf8');
    fs.writeFileSync(at('experiments/second.ts'), experiment('second', 'other', 50));
    expect(record('second').stderr).toBe('');
    fs.writeFileSync(at('experiments/second.ts'), before);
    const db = openSqlite(at('lab.sqlite'));
    db.prepare("UPDATE runs SET git_dirty = 1 WHERE name = 'twin'").run();
    db.close();
    const { status, stdout } = rlab('report', '--check', 'reports/found.md');
    expect(status).toBe(1);
    expect(stdout).toMatch(/: the run twin \(\w+\) was made with changes that were in no commit/);
    expect(stdout).toMatch(
      /: the run other \(\w+\) of [\d-]+ is superseded by \w+ of [\d-]+, which has another depth/,
    );
    expect(stdout).toMatch(/\nreports\/found\.md: 2 problems in 6 placeholders\n$/);
  });

  it.each([
    [
      '---\nexperiments: [experiments/smal.ts]\n---\n',
      'rlab: reports/bad.md:1: experiment experiments/smal.ts: no such file',
    ],
    [
      '---\nexperiments: [experiments/small.ts]\n---\n\n{{ recall@5 of bm52 }}\n',
      'rlab: reports/bad.md: 1 placeholder cannot be filled in\n  reports/bad.md:5: {{ recall@5 of bm52 }} names the arm "bm52", wanted one of bm25, nothing, twin; did you mean "bm25"?\n',
    ],
  ])('says what is wrong with a report, and leaves it alone: %j', (text, message) => {
    fs.writeFileSync(at('reports/bad.md'), text);
    const { status, stderr } = rlab('report', 'reports/bad.md');
    expect(stderr.slice(0, message.length)).toBe(message);
    expect(status).toBe(2);
    expect(fs.readFileSync(at('reports/bad.md'), 'utf8')).toBe(text);
  });
});
