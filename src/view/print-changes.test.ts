import { describe, expect, it } from 'vitest';
import { tableRetriever } from '../../test/examples.js';
import { changes } from '../diagnose/changes.js';
import { evaluate } from '../measure/evaluate.js';
import { hybrid } from '../retrieve/hybrid.js';
import type { Case, Retriever } from '../types.js';
import { blocksHtml, blocksText, NOTEBOOK_HTML, TERMINAL } from './blocks.js';
import { examplePages, exampleSections } from './example.contract.js';
import { changesBlocks } from './print-changes.js';

const text = (found: Parameters<typeof changesBlocks>[0]) => blocksText(changesBlocks(found, TERMINAL));

describe('what changed as text', () => {
  it('counts what happened, then where needs went, then a line for each failed and each worse query', () => {
    expect(
      text(changes(examplePages, exampleSections, 'recall@5')),
    ).toBe(`What changed, by recall@5: 4 worse, 3 better, 1 failed (k = 5 pages)
what           worse  better  failed  in the run that is lower
─────────────  ─────  ──────  ──────  ────────────────────────────────────
failed             0       0       1  gave no answer
not retrieved      1       0       0  a label is not among the hits
below k            3       3       0  a label came after the first k
unjudged           3       3       0  pages without a label took the place
(queries; several things may have happened to one)

Needs of all queries (17): rows where they are in pages, columns in sections
               in the top k  below k  not retrieved  failed
─────────────  ────────────  ───────  ─────────────  ──────
in the top k              9        3              1       1
below k                   3        0              0       0
not retrieved             0        0              0       0
failed                    0        0              0       0
(a need: a page or passage that a query asks for; of alternatives the best counts)

failed  what happened
──────  ──────────────────────────────────────────────────────
q09     sections gave no answer: error, the index answered 503

worse  label  a  b     what happened  took its place
─────  ─────  ─  ────  ─────────────  ───────────────
q04    d.md   1  7     below k        a.md (unjudged)
q12    d.md   1  8     below k        a.md (unjudged)
q13    e.md   1  none  not retrieved  –
q14    b.md   5  6     below k        f.md (unjudged)`);
  });

  it('says so where no query moved', () => {
    expect(text(changes(examplePages, examplePages, 'recall@5'))).toBe(
      'What changed: no query moved by recall@5',
    );
  });

  it('stays within a hundred columns whatever pages are called, and says which step lost a label', async () => {
    const cases = Array.from({ length: 12 }, (_, i): Case => {
      const doc = `a/very/long/path/to/the/page/that/nobody/would/call/so/${i}`;
      return { id: `c-${i}`, query: `q ${i}`, kind: 'k', fields: {}, labels: [{ doc, grade: 1 }] };
    });
    const leg = (name: string, first: string) =>
      tableRetriever(
        name,
        Object.fromEntries(
          cases.map(({ query, labels }) => {
            const pages = [first, 'another/very/long/path/to/some/page/without/a/label'];
            return [query, first === '' ? [labels[0]!.doc, pages[1]!] : [pages[1]!, labels[0]!.doc]];
          }),
        ),
      );
    const run = (name: string, retriever: Retriever) =>
      evaluate(retriever, cases, { name, k: 1, depth: 5, metrics: ['recall@1'] });
    const fused = hybrid([leg('good', ''), leg('bad', 'x')], { weights: [1, 2] });
    const lines = text(changes(await run('a', leg('good', '')), await run('b', fused))).split('\n');
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(100);
    expect(lines.find((line) => line.startsWith('c-3 '))).toBe(
      'c-3    …that/nobody/would/call/so/3  1  2  below k (fusion)  …/page/without/a/label (unjudged)',
    );
    expect(lines.filter((line) => /below k \(fusion\)/.test(line))).toHaveLength(10);
    expect(lines).toContain('and 2 more (--json lists all)');
  });

  it('is escaped in a notebook', () => {
    const found = changes(examplePages, exampleSections, 'recall@5');
    const spoilt = { ...found, metric: '<b>' };
    expect(blocksHtml(changesBlocks(spoilt, NOTEBOOK_HTML))).toContain('What changed, by &lt;b&gt;:');
  });
});
