import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashing } from '../src/embed/hashing.js';
import { type Asked, engineStub } from './engine-stub.js';
import { temporaryFolder } from './examples.js';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const DOCUMENTS = [
  'README.md',
  'DESIGN.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'datasets/README.md',
  'src/retrieve/README.md',
  'src/view/findings/README.md',
  'reports/first-baseline.md',
  'reports/chunk-sizes.md',
  'reports/chunk-overlap.md',
  'reports/contextual-headers.md',
  'reports/keyword-vector-hybrid.md',
  'reports/use-lite.md',
  'reports/findings.md',
  ...fs
    .readdirSync(path.join(ROOT, 'notebooks'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `notebooks/${file}`),
];
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');
const run = (args: readonly string[], store: string) =>
  spawnSync(process.execPath, [...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, LAB_STORE: store },
  });

/** What the query of the engines' test is embedded as. */
const [query] = await hashing({ dimensions: 4 }).embed(['a query'], 'query');
const VECTOR = Array.from(query!);

/** Anchors as GitHub makes them from headings. */
function anchors(file: string): readonly string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the documents', () => {
  it.each(DOCUMENTS)('%s links only to what is there', (file) => {
    const links = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [target, anchor] = link.split('#');
      const full = path.join(path.dirname(file), decodeURI(target!));
      if (!fs.existsSync(path.join(ROOT, target === '' ? file : full))) return true;
      return anchor !== undefined && !anchors(target === '' ? file : full).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('README: its ten lines run as they stand', () => {
    const code = /```ts\n([\s\S]*?)```/.exec(read('README.md'))![1]!;
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(10);
    const file = path.join(ROOT, 'test', `readme-example-${process.pid}.ts`);
    fs.writeFileSync(file, code);
    try {
      const { stdout, stderr, status } = run(
        ['node_modules/tsx/dist/cli.mjs', file],
        path.join(temporaryFolder(), 'lab.sqlite'),
      );
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(stdout).toMatch(
        /^WORSE · sections is worse than pages on recall@5: 0\.528 against 0\.570, −0\.042/,
      );
    } finally {
      fs.rmSync(file);
    }
  }, 60_000);

  it('README: its commands run one after the other as they stand', () => {
    const block = /## At a terminal\n\n```sh\n([\s\S]*?)```/.exec(read('README.md'))![1]!;
    const store = path.join(temporaryFolder(), 'lab.sqlite');
    const reports = temporaryFolder();
    for (const line of block.trim().split('\n')) {
      const [command, ...words] = line.split(' ');
      const args = words.map((word) => (word.endsWith('.html') ? path.join(reports, word) : word));
      expect(command).toBe('node_modules/.bin/rlab');
      const where = args[0] === 'run' ? ['--report', reports] : [];
      const { status, stderr } = spawnSync(path.join(ROOT, command!), [...args, ...where], {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, LAB_STORE: store },
      });
      expect(stderr).toBe('');
      expect(status).toBe(0);
    }
    expect(fs.existsSync(path.join(reports, 'diff.html'))).toBe(true);
  }, 240_000);

  it('README: its commands for other tools run after those, in an empty folder', () => {
    const block = (title: string) =>
      new RegExp(`## ${title}\\n[^#]*?\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(read('README.md'))![1]!;
    const folder = temporaryFolder();
    const env = {
      ...process.env,
      LAB_STORE: path.join(folder, 'lab.sqlite'),
      LAB_DATA: path.join(ROOT, 'datasets'),
    };
    const first = block('At a terminal').trim().split('\n')[0]!;
    const lines = [`${first} --report ${folder}`, ...block('With other tools').trim().split('\n')];
    for (const line of lines) {
      const [command, ...args] = line.split(' ');
      const absolute = args.map((arg) => (arg.startsWith('experiments/') ? path.join(ROOT, arg) : arg));
      const { status, stderr } = spawnSync(path.join(ROOT, command!), absolute, {
        cwd: folder,
        encoding: 'utf8',
        env,
      });
      expect(`${line}: ${status}`, stderr).toBe(`${line}: 0`);
    }
    expect(fs.readdirSync(folder)).toEqual(expect.arrayContaining(['pages.trec', 'qrels.txt']));
  }, 120_000);
});

describe('the page of retrievers', () => {
  // Inside the repository, so that its blocks find the package by name.
  const folder = path.join(ROOT, 'test', `retrievers-${process.pid}`);
  const blocks = [...read('src/retrieve/README.md').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code]) => code!,
  );
  const fileOf = (word: string) =>
    path.join(folder, `block-${blocks.findIndex((code) => code.includes(word))}.ts`);
  type SearchOf = (query: string, depth: number) => Promise<readonly object[]>;
  const load = async (word: string) =>
    (await import(pathToFileURL(fileOf(word)).href)) as Record<
      string,
      (url: string, embedder: unknown) => SearchOf
    >;

  beforeAll(() => {
    fs.mkdirSync(folder);
    blocks.forEach((code, i) => {
      fs.writeFileSync(path.join(folder, `block-${i}.ts`), code);
    });
    fs.writeFileSync(
      path.join(folder, 'tsconfig.json'),
      '{"extends":"../../tsconfig.json","compilerOptions":{"rootDir":"../.."},"include":[".","../lancedb.d.ts"]}',
    );
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('has code that fits the types', () => {
    expect(blocks.length).toBe(7);
    const { stdout, status } = run(['node_modules/typescript/bin/tsc', '-p', folder], '');
    expect(stdout).toBe('');
    expect(status).toBe(0);
  }, 60_000);

  it.each<[string, string, string, (asked: Asked) => void, object]>([
    [
      'OpenSearch',
      'openSearch',
      '/chunks/_search',
      ({ body }) =>
        expect(body).toEqual({
          size: 2,
          _source: ['docId', 'start', 'end'],
          query: { knn: { embedding: { vector: VECTOR, k: 2 } } },
        }),
      {
        took: 1,
        timed_out: false,
        _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
        hits: {
          total: { value: 2, relation: 'eq' },
          max_score: 0.9,
          hits: [
            { _index: 'chunks', _id: 'a#1', _score: 0.9, _source: { docId: 'a', start: 4, end: 9 } },
            { _index: 'chunks', _id: 'b#0', _score: 0.5, _source: { docId: 'b', start: 0, end: 7 } },
          ],
        },
      },
    ],
    [
      'Qdrant',
      'qdrant',
      '/collections/chunks/points/query',
      ({ body }) => expect(body).toEqual({ query: VECTOR, limit: 2, with_payload: true }),
      {
        time: 0.002,
        status: 'ok',
        result: {
          points: [
            { id: 7, version: 3, score: 0.9, payload: { chunkId: 'a#1', docId: 'a', start: 4, end: 9 } },
            { id: 2, version: 3, score: 0.5, payload: { chunkId: 'b#0', docId: 'b', start: 0, end: 7 } },
          ],
        },
      },
    ],
  ])(
    'searches %s as its documentation has it, and tells of an error',
    async (_, name, route, check, answer) => {
      const stub = await engineStub(answer);
      try {
        const search = (await load(`const ${name} =`))[name]!(stub.url, hashing({ dimensions: 4 }));
        expect(await search('a query', 2)).toEqual([
          { chunkId: 'a#1', docId: 'a', score: 0.9, start: 4, end: 9 },
          { chunkId: 'b#0', docId: 'b', score: 0.5, start: 0, end: 7 },
        ]);
        expect(stub.asked[0]).toMatchObject({ method: 'POST', route, type: 'application/json' });
        check(stub.asked[0]!);
        stub.fail();
        await expect(search('a query', 2)).rejects.toThrow(/answered 503: /);
      } finally {
        await stub.close();
      }
    },
  );
});

describe('the committed reports', () => {
  it.each([
    ['first-baseline', 4],
    ['chunk-sizes', 9],
    ['chunk-overlap', 7],
    ['contextual-headers', 9],
  ])(
    'are what their experiments make, to the byte: %s',
    (name, files) => {
      const folder = temporaryFolder();
      const { status, stdout } = run(
        ['dist/cli/main.js', 'run', `experiments/${name}.ts`, '--report', folder],
        path.join(folder, 'lab.sqlite'),
      );
      expect(status).toBe(0);
      expect(stdout).toMatch(/\nReport: .*\.md\nStore: .*lab\.sqlite\n$/);
      const made = fs.readdirSync(folder).filter((file) => /\.(md|svg)$/.test(file));
      expect(made).toHaveLength(files);
      for (const file of made)
        expect(fs.readFileSync(path.join(folder, file), 'utf8') === read(`reports/${file}`), file).toBe(true);
    },
    120_000,
  );
});

describe('the findings', () => {
  /** A copy with its picture, in a folder of its own: pictures are named after their report. */
  const copied = (folder: string, name: string, change: (text: string) => string) => {
    fs.mkdirSync(path.join(folder, name));
    const text = read('reports/findings.md');
    expect(change(text)).not.toBe(text);
    fs.writeFileSync(path.join(folder, name, 'findings.md'), change(text));
    for (const file of fs.readdirSync(path.join(ROOT, 'reports')))
      if (/^findings-.*\.svg$/.test(file))
        fs.copyFileSync(path.join(ROOT, 'reports', file), path.join(folder, name, file));
    return path.join(folder, name, 'findings.md');
  };

  it('hold: every number is what its runs give, made again; a doctored one does not', () => {
    const folder = temporaryFolder();
    const drifted = copied(folder, 'drifted', (text) => text.replaceAll('0.363 (', '0.463 ('));
    const claimed = copied(folder, 'claimed', (text) =>
      text.replace('cannot be told from bare ones:', 'are a gain over bare ones:'),
    );
    const { status, stdout } = run(
      ['dist/cli/main.js', 'report', '--check', 'reports/findings.md', drifted, claimed, '--json'],
      path.join(folder, 'lab.sqlite'),
    );
    const [whole, ...doctored] = JSON.parse(stdout) as {
      problems: { reason: string }[];
      placeholders: number;
    }[];
    expect(whole!.problems).toEqual([]);
    expect(whole!.placeholders).toBeGreaterThan(15);
    expect(doctored.map(({ problems }) => problems.map(({ reason }) => reason))).toEqual([
      ['drifted'],
      ['claim'],
    ]);
    expect(status).toBe(1);
  }, 300_000);
});

describe('the notebooks', () => {
  const notebooks = fs.readdirSync(path.join(ROOT, 'notebooks')).filter((file) => file.endsWith('.ipynb'));

  it.each(notebooks)('%s has its Markdown twin beside it', (file) => {
    const twin = file.replace('.ipynb', '.md');
    expect(fs.existsSync(path.join(ROOT, 'notebooks', twin)), twin).toBe(true);
  });

  it.each(notebooks)('%s ends in a finding whose numbers its cells print', (file) => {
    const parts = read(`notebooks/${file.replace('.ipynb', '.md')}`).split(/^## Finding$/m);
    expect(parts).toHaveLength(2);
    const [above, finding] = parts as [string, string];
    const printed = [...above.matchAll(/^(`{3,})text\n([\s\S]*?)^\1$/gm)]
      .map(([, , text]) => text)
      .join('\n');
    const digits = (text: string) =>
      new Set([...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([found]) => found.replaceAll(',', '')));
    // Names of metrics and arms are said, not measured.
    const said = finding.replace(/`[^`]*`/g, '').replace(/\bnh-\d+|\bqa-\d+|BM25/g, '');
    const known = [...digits(printed)];
    const unprinted = [...digits(said)].filter((number) => number.includes('.') && !known.includes(number));
    expect(unprinted).toEqual([]);
    expect(digits(said).size).toBeGreaterThan(3);
  });

  it.each(notebooks)(
    '%s runs, and its outputs and its twin are those committed',
    (file) => {
      const { status, stderr, stdout } = run(
        ['dist/cli/main.js', 'notebook', '--check', `notebooks/${file}`],
        path.join(temporaryFolder(), 'lab.sqlite'),
      );
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(stdout).toMatch(/cells run, outputs as in the file/);
    },
    180_000,
  );

  it('run in the real Jupyter kernel, where Jupyter is installed', () => {
    const { status, stdout, stderr } = run(
      ['scripts/real-kernel.mjs', `notebooks/${notebooks[0]}`],
      path.join(temporaryFolder(), 'lab.sqlite'),
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^(ok: |skipped: jupyter-nbconvert not found)/);
  }, 300_000);
});
