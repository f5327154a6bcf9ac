import { describe, expect, it } from 'vitest';
import { compare } from '../compare/compare.js';
import { compareAll } from '../compare/compare-all.js';
import type { Run } from '../types.js';
import { crowd, exampleComparison, examplePages, exampleSections } from './example.contract.js';
import { expectGolden } from './golden.contract.js';
import { pairedDifferences } from './paired-differences.js';
import { recallByKind } from './recall-by-kind.js';
import { markdownReport, type ReportInput } from './report.js';

const runs = [examplePages, exampleSections];
const input: ReportInput = {
  title: 'Pages or sections',
  question: 'Do sections beat whole pages?',
  dataset: 'example',
  runs,
  comparisons: [exampleComparison],
  figures: [
    { figure: recallByKind(runs), file: 'figures/recall-by-kind.svg' },
    { figure: pairedDifferences(exampleComparison), file: 'figures/paired differences (1).svg' },
  ],
};

describe('a report', () => {
  const report = markdownReport(input);

  it('reads like this', () => {
    expectGolden('report.md', report);
  });

  it('begins with the verdict in words', () => {
    expect(report.split('\n\n')[1]).toMatch(
      /^Do sections beat whole pages\? \*\*Can't tell sections from pages on recall@5: /,
    );
  });

  it('says beneath the verdict what was thought beforehand', () => {
    const parts = markdownReport({ ...input, expected: 'No: *fewer* are found' }).split('\n\n');
    expect(parts[2]).toBe('Expected beforehand: No: \\*fewer\\* are found');
    expect(report).not.toContain('Expected');
  });

  it('is the same bytes where only clocks, latencies and ids differ', () => {
    const later = (run: Run): Run => ({
      ...run,
      id: `${run.id}-again`,
      startedAt: '2031-01-01T00:00:00.000Z',
      finishedAt: null,
      results: run.results.map((row) => ({ ...row, latencyMs: row.latencyMs! * 7 })),
    });
    const again = runs.map(later);
    const comparisons = [compare(again[0]!, again[1]!, 'recall@5')];
    expect(markdownReport({ ...input, runs: again, comparisons })).toBe(report);
    expect(report).not.toMatch(/run-pages|2026|latency/);
  });

  it('orders runs by their mean, with n, both means, intervals and counts', () => {
    expect(report).toContain('| sections | 15 | 14 | 0.750 | 0.700 | 0.536 to 0.929 | 10 of 14 at k = 5 |');
    expect(report.indexOf('| pages | 15 |')).toBeLessThan(report.indexOf('| sections | 15 |'));
    const swapped = markdownReport({ ...input, runs: [exampleSections, examplePages] });
    expect(swapped.indexOf('| pages | 15 |')).toBeLessThan(swapped.indexOf('| sections | 15 |'));
  });

  it('says how much one query weighs', () => {
    expect(report).toContain('At n = 15 one query is 6.7 points.');
    expect(report).toContain('At n = 14 one query is 7.1 points.');
  });

  it('flags kinds of fewer than 10 queries', () => {
    expect(report).toContain('| multi\\_hop (n < 10) | 2 | 1.000 | 2 of 2 | 0.750 | 1 of 2 |');
  });

  it('shows what was missing and at which rank', () => {
    expect(report).toContain(
      '| q04 | what happens \\| when a stream ends \\*early\\* | semantic | 1.000 | 0.000 | −1.000 | d.md (rank 7) |',
    );
    expect(report).toContain('e.md (not in the first 20 chunks)');
  });

  it('shows at most ten worst and ten best, and says of how many', () => {
    const [a, b] = crowd(['a', 'b'], 108, ['semantic', 'exact_term']);
    const text = markdownReport({
      ...input,
      runs: [a!, b!],
      comparisons: [compare(a!, b!, 'mrr@10')],
      figures: [],
    });
    const better = text.slice(text.indexOf('### Better'), text.indexOf('## Failed'));
    expect(better).toMatch(/^### Better: 10 of \d+/);
    expect(better.split('\n').filter((line) => line.startsWith('| query-'))).toHaveLength(10);
  });

  it('says of a pair without a change that there is nothing to draw, and what the words mean that it uses', () => {
    const twins = ['one', 'two'].map((name) => ({ ...examplePages, id: name, name }));
    const text = markdownReport({
      ...input,
      runs: [examplePages, ...twins],
      comparisons: compareAll([examplePages], twins, 'recall@5'),
      figures: [],
    });
    expect(text.match(/Identical on all 15, so there is nothing to draw\./g)).toHaveLength(2);
    expect(text).toContain('| recall@5 | the share of what a query needs that the first 5 pages hold |');
    expect(text).toContain('| max-T | a correction for 2 comparisons: ');
    expect(text).not.toContain('| arm |');
    expect(markdownReport({ ...input, question: 'Is one arm better?' })).toContain(
      '| arm | one configured retriever',
    );
  });

  it('always says what failed, or that nothing did', () => {
    expect(report).toContain(
      '| sections | q09 | semantic | error | the index answered 503 | hide secrets from logs |',
    );
    expect(markdownReport({ ...input, runs: [examplePages], comparisons: [], figures: [] })).toContain(
      'None: every query was answered in every run.',
    );
  });

  it('names the ceiling only where labels keep it below 1', () => {
    expect(report).not.toContain('| ceiling |');
    const capped: Run = {
      ...examplePages,
      metrics: ['recall@1'],
      results: examplePages.results.map((row) => ({ ...row, metrics: { 'recall@1': 0.5 } })),
    };
    expect(markdownReport({ ...input, runs: [capped], comparisons: [], figures: [] })).toContain('| 0.933 |');
  });

  it('gives pictures their words and a path that Markdown can read', () => {
    expect(report).toMatch(/!\[Bar chart[^\n]*\]\(figures\/paired%20differences%20%281%29\.svg\)/);
  });

  it('names the runs where they differ', () => {
    const deeper = { ...exampleSections, depth: 50 };
    expect(markdownReport({ ...input, runs: [examplePages, deeper] })).toContain(
      '| depth, in chunks | 20 (pages); 50 (sections) |',
    );
  });

  it('refuses a picture outside its folder, and runs that are not alike', () => {
    const figure = input.figures[0]!.figure;
    expect(() => markdownReport({ ...input, figures: [{ figure, file: '/tmp/a.svg' }] })).toThrow(
      'markdownReport: the figure "recall-by-kind" has the file "/tmp/a.svg", wanted a path from the report on; name it like figures/recall-by-kind.svg',
    );
    expect(() =>
      markdownReport({ ...input, runs: [examplePages, { ...exampleSections, casesVersion: 'x' }] }),
    ).toThrow('wanted the same');
  });
});
