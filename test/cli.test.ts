import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { folderWith, temporaryFolder } from './examples.js';
import { commandOver, ROOT } from './repository.js';
import { hasSharedData, sharedPath } from './shared-data.js';

const store = path.join(temporaryFolder(), 'lab.sqlite');

const rlab = commandOver(store);

const jsonl = (n: number) =>
  Array.from({ length: n }, (_, i) =>
    JSON.stringify({ id: `c-${i + 1}`, query: `word${i}`, kind: 'exact_term', relevant_doc_ids: [`p${i}`] }),
  ).join('\n');
const pages = Object.fromEntries(
  Array.from({ length: 45 }, (_, i) => [`docs/p${i}.md`, `# P\n\nword${i} and more\n`]),
);
const forty = folderWith({ ...pages, 'eval/cases.jsonl': jsonl(40) });
const full = folderWith({
  ...pages,
  'eval/cases.jsonl': jsonl(45),
  'eval/qa.jsonl': '{"id":"qa-1","question":"word1","answer":"x","citations":["p1"]}',
});

describe('rlab', () => {
  it('records, lists, shows, compares and removes', () => {
    expect(rlab('baseline', '--data', full, '--name', 'one').stdout).toMatch(
      /^Corpus: 45 chunks \| Cases: 45 \| k=5\n/,
    );
    rlab('baseline', '--data', full, '--name', 'two');
    expect(rlab('ls').stdout).toMatch(/one/);
    expect(rlab('show', 'one').stdout).toMatch(
      /45 of 45 answered · recall@5 1\.000 · all found in 45 of 45 within k = 5 pages/,
    );
    const compared = rlab('compare', 'one', 'two', '--metric', 'recall@5', '--json');
    expect(compared.status).toBe(0);
    expect(JSON.parse(compared.stdout)).toMatchObject({
      metric: 'recall@5',
      n: 45,
      better: 0,
      worse: 0,
      same: 45,
      meanA: 1,
      meanB: 1,
      delta: 0,
      pValue: 1,
      verdict: 'identical',
    });
    expect(rlab('rm', 'two').stdout).toMatch(/^Removed run /);
    expect(rlab('show', 'two').stderr).toMatch(
      /^rlab: run "two" is in the store by no id, prefix or name; did you mean "one"\?|^rlab: run "two" is in the store by no id, prefix or name; the store holds one/,
    );
  });

  it('refuses to compare 40 cases with 45 in one sentence that names the five, with exit code 2', () => {
    rlab('baseline', '--data', forty, '--name', 'forty');
    rlab('baseline', '--data', full, '--name', 'full');
    const { status, stderr, stdout } = rlab('compare', 'forty', 'full');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^rlab: forty \(40 cases · sha1 \w{8}\) and full \(45 cases · sha1 \w{8}\) have different cases: 5 only in full \(c-41, c-42, c-43, c-44, c-45\); run both over the same, or add --on-shared-cases to compare what they share\n$/,
    );
    expect(JSON.parse(rlab('compare', 'forty', 'full', '--on-shared-cases', '--json').stdout)).toMatchObject({
      n: 40,
    });
  });

  it('says what changed for the queries that moved, as text and as JSON', () => {
    const run = (first: string, second: string) =>
      `c-1 Q0 ${first} 1 9.0 t\nc-1 Q0 ${second} 2 8.0 t\nc-2 Q0 p1 1 9.0 t\n`;
    const files = folderWith({ 'a.run': run('p0', 'p9'), 'b.run': run('p9', 'p0') });
    for (const name of ['a', 'b'])
      rlab('import', path.join(files, `${name}.run`), '--data', full, '--name', `moved-${name}`, '--k', '1');
    const text = rlab('compare', 'moved-a', 'moved-b', '--metric', 'recall@1').stdout;
    expect(text).toContain('\nWhat changed, by recall@1: 1 worse, 0 better (k = 1 pages)\n');
    expect(text).toMatch(/\nc-1 +p0 +1 +2 +below k +p9 \(unjudged\)\n/);
    const { changes } = JSON.parse(
      rlab('compare', 'moved-a', 'moved-b', '--metric', 'recall@1', '--json').stdout,
    );
    expect(changes.cases).toHaveLength(1);
    expect(changes.cases[0]).toMatchObject({
      caseId: 'c-1',
      happened: [{ what: 'below k', in: 'b', label: 0 }, { what: 'unjudged' }],
    });
    expect(changes.transitions[0]).toMatchObject({ slice: 'all', n: 45 });
    expect(text).toContain(
      '\nunjudged, counted as not relevant: moved-a 0 of 2 pages within k = 1 (0 %) · moved-b 1 of 2 pages within k = 1 (50 %, judged@1 0.022)\n',
    );
    for (const name of ['a', 'b']) rlab('rm', `moved-${name}`);
  });

  it.each<[string, readonly string[], RegExp]>([
    [
      'an unknown verb',
      ['comapre'],
      /^rlab: the verb "comapre" is unknown, wanted one of .*; did you mean "compare"\?\n$/,
    ],
    [
      'an unknown option',
      ['ls', '--jsn'],
      /^rlab ls: the option --jsn is unknown, wanted one of --store, --json, --help; did you mean "--json"\?\n$/,
    ],
    [
      'an option without its value',
      ['baseline', '--data'],
      /^rlab baseline: --data has no value, wanted --data DIR; add it\n$/,
    ],
    [
      'a value that is no number',
      ['baseline', '--data', full, '--k', 'five'],
      /^rlab baseline: --k is "five", wanted a whole number of at least 1; correct it\n$/,
    ],
    [
      'a missing operand',
      ['compare', 'one'],
      /^rlab compare: found 1 operand, wanted A B…; see rlab compare --help\n$/,
    ],
    [
      'no dataset',
      ['baseline'],
      /^rlab: no dataset was named, wanted a path or a name; give one, or set LAB_DATA\n$/,
    ],
    [
      'an unknown split',
      ['baseline', '--data', full, '--split', 'tset'],
      /^rlab baseline: --split is "tset", wanted dev, test or all; correct it\n$/,
    ],
    [
      'an experiment that is not there',
      ['run', 'nowhere.ts'],
      /^rlab: experiment nowhere.ts: no such file, wanted a .ts or .js file with a default export; check the path\n$/,
    ],
    [
      'a context that is no number',
      ['diagnose', '--data', full, '--context', '3;6'],
      /^rlab diagnose: --context is "3;6", wanted whole numbers of at least 1, parted by commas; write 3,6, say\n$/,
    ],
  ])('answers %s with one sentence and exit code 2', (_, args, sentence) => {
    const { status, stderr } = rlab(...args);
    expect(stderr).toMatch(sentence);
    expect(status).toBe(2);
  });

  it('turns a quote into offsets', () => {
    expect(rlab('quote', 'p3', 'word3 and', '--data', full).stdout).toBe(
      '"doc": "p3", "start": 5, "end": 14\n',
    );
    expect(rlab('quote', 'p3', 'nothing', '--data', full).stderr).toBe(
      'rlab: page "p3" does not hold the quote, wanted its exact characters; copy them again, with \\n for a line break\n',
    );
  });

  it('writes a report with the keys of the reference', () => {
    const file = path.join(temporaryFolder(), 'deep', 'r.json');
    rlab('baseline', '--data', full, '--report', file);
    expect(Object.keys(JSON.parse(fs.readFileSync(file, 'utf8')) as object)).toEqual(
      expect.arrayContaining([
        'k',
        'n',
        'recall',
        'mrr',
        'hit_rate',
        'by_kind',
        'misses',
        'name',
        'cases_version',
        'results',
      ]),
    );
  });

  it('helps without loading a library', () => {
    const { stdout } = rlab('--help');
    for (const verb of ['run', 'baseline', 'compare', 'diagnose', 'ls', 'show', 'rm', 'notebook', 'quote'])
      expect(stdout).toContain(`  ${verb} `);
    expect(rlab('compare', '--help').stdout).toContain('--metric METRIC');
  });

  test.skipIf(!hasSharedData)('diagnoses the reference questions at several contexts', () => {
    const { stdout } = rlab('diagnose', '--data', sharedPath('orbit-layout'), '--context', '1,3,6,10');
    expect(stdout.match(/^Context of \d+ chunks?, 20 retrieved: 100 questions/gm)).toHaveLength(4);
  });

  it('says what an experiment would take without running it, and after a run what was paid', () => {
    const folder = folderWith({
      'package.json': '{"type":"module"}',
      'dense.ts': `import { cached, experiment, grid, hashing, headings, vector } from ${JSON.stringify(path.join(ROOT, 'dist/index.js'))};
const { name, model, dimensions, config, embed } = hashing({ dimensions: 8 });
const paid = { name, model, dimensions, config, embed, maxTokens: 4, dollarsPerMillionTokens: 10 };
const embedder = [cached(paid, ${JSON.stringify(path.join(temporaryFolder(), 'cache.sqlite'))})];
const retriever = [(one) => vector({ embedder: one })];
const arms = grid({ chunker: [headings()], embedder, retriever });
export default experiment({ question: 'q', dataset: ${JSON.stringify(full)}, arms, baseline: arms[0].name, k: 5, depth: 20, primary: 'mrr' });`,
    });
    const file = path.join(folder, 'dense.ts');
    const own = ['--store', path.join(folder, 'own.sqlite')];
    const before = JSON.parse(rlab('run', file, '--estimate', '--json', ...own).stdout);
    expect(before).toMatchObject({ searches: { all: 45, left: 45 }, total: { left: { texts: 90 } } });
    expect(fs.existsSync(own[1]!)).toBe(false);
    const { dollars, tokens } = before.total.left;
    expect(rlab('run', file, '--report', folder, ...own).stdout).toContain(
      `\nEmbedded by hashing/words-and-trigrams: 90 texts, ${tokens} tokens, for ${dollars.toPrecision(2)} dollars; 0 more were in the cache or came twice\nReport: `,
    );
    const again = rlab('run', file, '--estimate', ...own).stdout;
    expect(again).toContain('Searches: 45 (cases × repeats × arms), 0 with --resume: 1 of 1 arms are done');
    expect(rlab('run', file, '--estimate', '--resume').stderr).toBe(
      'rlab run: --estimate runs nothing and goes not with --resume, found both, wanted one of them; the estimate says what --resume would leave out\n',
    );
    expect(rlab('doctor', file, ...own).stdout).toContain(
      'texts over the limit: 45 of the 45 texts of headings are estimated at more than the 4 tokens',
    );
  }, 120_000);
});

describe('rlab gate', () => {
  const rules = path.join(temporaryFolder(), 'gate.json');
  const accepted = path.join(temporaryFolder(), 'baseline.json');
  const ask = (candidate: string, ...more: readonly string[]) =>
    rlab('gate', '--baseline', accepted, '--candidate', candidate, '--rules', rules, ...more);

  it('passes a run that is no worse, fails one that is, and says so by its exit code', () => {
    rlab('baseline', '--data', full, '--name', 'shipped');
    rlab('baseline', '--data', full, '--name', 'again');
    // A ranking that is cut at one chunk finds the page of each query still; one that searches other pages does not.
    const broken = folderWith({
      ...Object.fromEntries(Object.keys(pages).map((file) => [file, '# P\n\nnothing\n'])),
      'eval/cases.jsonl': jsonl(45),
    });
    rlab('baseline', '--data', broken, '--name', 'broken');
    expect(rlab('baseline', '--accept', 'shipped', '--note', 'first', '--out', accepted).stdout).toMatch(
      /^Accepted shipped \(\w{12}\) as the baseline: .*baseline\.json; commit it$/m,
    );
    fs.writeFileSync(rules, JSON.stringify({ metric: 'recall@5', margin: 0.02, mustPass: ['c-3'] }));
    expect(ask('again')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^PASS · again against/m),
    });
    const failed = ask('broken', '--json');
    expect(failed.status).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({ verdict: 'fail', checks: [{}, { cases: ['c-3'] }] });
    expect(JSON.parse(failed.stdout).notes[0]).toMatch(/searched different pages: 45 edited/);
    expect(ask('again', '--markdown').stdout).toMatch(/^<!-- retrieval-lab gate -->\n/);
  });

  it('replaces a baseline by name alone, with a note, and says what was there', () => {
    expect(rlab('baseline', '--accept', 'again').stderr).toMatch(
      /^rlab baseline: --accept has no --note, wanted the reason why this run is the new baseline; say it in a few words$/m,
    );
    expect(rlab('baseline', '--accept', 'again', '--note', 'second', '--out', accepted).stdout).toMatch(
      /^It replaces shipped, accepted \d{4}-\d\d-\d\d \(first\)\. /m,
    );
  });

  it('that lacks what it needs ends with 2 and a sentence', () => {
    expect(rlab('gate', '--candidate', 'x')).toMatchObject({
      status: 2,
      stderr: 'rlab gate: --baseline is missing, wanted reports/retrieval_baseline.json; name it\n',
    });
    fs.writeFileSync(rules, '{"metric": "recall@5"');
    expect(ask('again').stderr).toMatch(/gate\.json: is no JSON \(.*\), wanted rules such as /);
  });
});
