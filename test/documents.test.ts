import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './examples.js';
import { ROOT, read, run } from './repository.js';

const DOCUMENTS = [
  'README.md',
  'DESIGN.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'datasets/README.md',
  'src/judge/README.md',
  'src/retrieve/README.md',
  'src/view/judge/README.md',
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
