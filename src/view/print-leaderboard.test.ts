import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import { compareAll } from '../compare/compare-all.js';
import { pText, rangeText } from '../compare/verdict.js';
import { evaluate } from '../measure/evaluate.js';
import type { Retriever, Run } from '../types.js';
import { costsMarkdown, costsText, dollarsText } from './print-costs.js';
import { leaderboardText } from './print-leaderboard.js';

const cases = Array.from({ length: 12 }, (_, i) => caseOf(`c-${i}`, ['a']));
const finding = (name: string, found: (i: number) => boolean): Retriever =>
  tableRetriever(name, Object.fromEntries(cases.map((item, i) => [item.query, found(i) ? ['a'] : ['x']])));
const made = (retriever: Retriever) => evaluate(retriever, cases, { metrics: ['recall@1'] });

describe('a leaderboard', () => {
  it('has the best first, each with its difference, corrected, and a word for the verdict', async () => {
    const base = await made(finding('base', (i) => i < 4));
    const all = await made(finding('all', () => true));
    const same = await made(finding('same', (i) => i < 4));
    const none = await made(finding('none', () => false));
    const comparisons = compareAll([base], [none, all, same], 'recall@1');
    const lines = leaderboardText([base, none, all, same], comparisons).split('\n');
    expect(lines[0]).toBe(
      'Leaderboard by recall@1; baseline base, differences corrected for 3 comparisons together',
    );
    expect(lines.slice(8)).toEqual([
      '(95 % intervals of a mean: Wilson where all values are 1, or all are 0)',
    ]);
    expect(lines.slice(4, 8).map((line) => line.split(/ {2,}/))).toEqual([
      [
        'all',
        '12',
        '1.000',
        '0.758 to 1.000',
        '+0.667',
        range(comparisons[1]!),
        p(comparisons[1]!),
        'BETTER',
      ],
      ['base', '12', '0.333', expect.any(String), 'baseline', '–', '–', '–'],
      ['same', '12', '0.333', expect.any(String), '0.000', '–', '1.000', 'identical'],
      [
        'none',
        '12',
        '0.000',
        expect.any(String),
        '−0.333',
        range(comparisons[0]!),
        p(comparisons[0]!),
        "can't tell",
      ],
    ]);
  });

  it('says how many answered where some failed, and is nothing without comparisons', async () => {
    const base = await made(finding('base', (i) => i < 4));
    const failing = await evaluate(
      {
        name: 'failing',
        search: (query) => {
          if (query === cases[0]!.query) throw new Error('down');
          return [];
        },
      },
      cases,
      { metrics: ['recall@1'] },
    );
    const text = leaderboardText([base, failing], compareAll([base], [failing], 'recall@1'));
    expect(text).toMatch(/failing {2,}11 of 12/);
    expect(text).not.toContain('corrected');
    expect(leaderboardText([base], [])).toBe('');
  });
});

describe('what runs cost, as a table', () => {
  it('has a column for what is known of any, and a dash for the others', async () => {
    const run = await made(finding('plain', () => true));
    const embedding = { texts: 3, tokens: 1234, exact: true, dollars: null };
    const dense: Run = {
      ...run,
      name: 'dense|2',
      chunkCount: 3,
      costs: { indexBytes: 2_500_000, chunkTokens: { mean: 41.5, of: 3 }, embedding },
      results: run.results.map((one) => ({ ...one, contextTokens: 100, latencyMs: 2 })),
    };
    const lines = costsText([{ ...run, results: dense.results }, dense]).split('\n');
    expect(lines.map((line) => line.trim().split(/ {2,}/)).filter((_, i) => i !== 1)).toEqual([
      [
        'run',
        'n',
        'chunks',
        'tokens a chunk',
        'tokens in the first 5 chunks',
        'index',
        'tokens to embed',
        'dollars',
        'median ms',
        'p95 ms',
      ],
      ['plain', '12', '–', '–', '100', '–', '–', '–', '2.0', '2.0'],
      ['dense|2', '12', '3', '42', '100', '2.5 MB', '1234', 'unknown', '2.0', '2.0'],
    ]);
    expect(costsMarkdown([dense])).toContain('| dense\\|2 | 12 | 3 | 42 | 100 | 2.5 MB | 1234 | unknown |');
    expect(costsMarkdown([run])).toBe('| run | n | chunks |\n| --- | ---: | ---: |\n| plain | 12 | – |');
  });

  it('gives dollars to the cent, and less than a cent to two digits', () => {
    expect([0, 12.345, 0.01, 0.0012345, 0.00000456].map(dollarsText)).toEqual([
      '0.00',
      '12.35',
      '0.01',
      '0.0012',
      '0.0000046',
    ]);
  });
});

function range({ interval }: { readonly interval: readonly [number | null, number | null] | null }): string {
  return rangeText(interval!);
}

function p({ pValue }: { readonly pValue: number | null }): string {
  return pText(pValue!);
}
