import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, it } from 'vitest';
import { caseOf, tableRetriever, temporaryFolder } from '../../test/examples.js';
import { compare } from '../compare/compare.js';
import { changes } from '../diagnose/changes.js';
import { evaluate } from '../measure/evaluate.js';
import { openStore } from '../store/open-store.js';
import type { MimeBundle } from '../tslab.js';
import type { Comparison, Run } from '../types.js';
import { bundleOf, bundlesOf } from './show.js';

const ROOT = path.join(import.meta.dirname, '..', '..');

/** Each in a query, a kind, a name, a page and a message. */
const HOSTILE = [
  '<script>globalThis.ran = true</script>',
  '"><img src=x onerror="globalThis.ran = true">',
  "</title></svg><svg onload='globalThis.ran = true'>",
  '\u001b[2J\u001b]0;owned\u0007\u001b[31mred\u009b31m',
  'abc\u202Efdp.exe\u202C\u2066x\u2069\u200F',
  '$$\\href{javascript:alert(1)}{x}$$',
  '[x](javascript:alert(1)) `code` | bar',
  'line\nbreak\r\nand\ttab\u2028end',
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come out
const MOVES = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

let a: Run;
let b: Run;
let comparison: Comparison;
const file = path.join(temporaryFolder(), 'lab.sqlite');

beforeAll(async () => {
  const cases = HOSTILE.map((text, i) => caseOf(`c${i} ${text}`, [`page ${text}`], text, `query ${text}`));
  const all = Object.fromEntries(
    cases.map((item) => [item.query, [`other ${item.kind}`, `page ${item.kind}`]]),
  );
  const base = tableRetriever(`base ${HOSTILE[0]}`, all);
  const search = (query: string, depth: number) => {
    if (query === cases[3]!.query) throw new Error(`down ${HOSTILE.join(' ')}`);
    return base.search(query, depth);
  };
  const store = openStore(file);
  const options = { k: 1, depth: 3, metrics: ['recall@1', 'mrr'], store };
  a = await evaluate({ ...base, search }, cases, { ...options, name: `a ${HOSTILE.join(' ')}` });
  const better = Object.fromEntries(
    cases.map((item, i) => [item.query, i % 3 === 0 ? [] : [`page ${item.kind}`]]),
  );
  b = await evaluate(tableRetriever('b', better), cases, { ...options, name: `b ${HOSTILE.join(' ')}` });
  comparison = compare(a, b, 'mrr');
  store.close();
});

const textsOf = (bundle: MimeBundle) => String(bundle['text/plain']);

/** The HTML in a page that runs what scripts it finds. */
function ran(html: string): { readonly ran: unknown; readonly elements: readonly string[] } {
  const options = { runScripts: 'dangerously' } as unknown as {
    runScripts: 'outside-only';
    virtualConsole: object;
  };
  const { window } = new JSDOM(`<!doctype html><body>${html}</body>`, options);
  const { body } = window['document'] as {
    body: { querySelectorAll(all: string): ArrayLike<{ tagName: string }> };
  };
  const elements = Array.from(body.querySelectorAll('*'));
  return { ran: window['ran'], elements: [...new Set(elements.map(({ tagName }) => tagName.toLowerCase()))] };
}

describe('text that somebody else wrote, in a notebook', () => {
  it.each([
    ['show(run)', () => bundleOf(a).then((bundle) => [bundle])],
    ['show(comparison)', () => bundlesOf(comparison)],
    ['show(comparisons)', () => bundleOf([comparison, comparison]).then((bundle) => [bundle])],
    ['show(changes)', () => bundleOf(changes(a, b, 'mrr')).then((bundle) => [bundle])],
  ])('runs nothing and breaks out of nothing: %s', async (_, make) => {
    for (const bundle of await make()) {
      expect(textsOf(bundle)).not.toMatch(MOVES);
      for (const mime of ['text/html', 'image/svg+xml']) {
        const html = bundle[mime] as string | undefined;
        if (html === undefined) continue;
        const found = ran(html);
        expect(found.ran).toBeUndefined();
        for (const name of ['script', 'img', 'a', 'iframe']) expect(found.elements).not.toContain(name);
        expect(html).not.toMatch(/\son\w+\s*=\s*["']?globalThis[^&]*>/);
        if (mime === 'text/html') expect(html).not.toMatch(MOVES);
      }
    }
  });

  it('would be found to run', () => {
    expect(ran(HOSTILE[0]!)).toMatchObject({ ran: true, elements: ['script'] });
    expect('\u001b').toMatch(MOVES);
  });
});

describe('text that somebody else wrote, at a terminal', () => {
  it.each([
    ['rlab show', () => ['show', a.id]],
    ['rlab compare', () => ['compare', a.id, b.id, '-m', 'mrr']],
    ['rlab ls', () => ['ls']],
    ['rlab table', () => ['table', a.id, b.id]],
  ])(
    'moves no cursor and turns no line: %s',
    (_, words) => {
      const main = [path.join(ROOT, 'node_modules/tsx/dist/cli.mjs'), path.join(ROOT, 'src/cli/main.ts')];
      const { status, stdout, stderr } = spawnSync(process.execPath, [...main, ...words(), '--store', file], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(stdout.length).toBeGreaterThan(100);
      expect(stdout).not.toMatch(MOVES);
    },
    60_000,
  );
});
