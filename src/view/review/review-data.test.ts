import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseOf } from '../../../test/examples.js';
import { compare } from '../../compare/compare.js';
import { compareAll } from '../../compare/compare-all.js';
import { madeRun } from '../../compare/made-run.contract.js';
import { summarizeStages } from '../../measure/stage-summary.js';
import type { Run } from '../../types.js';
import { crowd, examplePages, exampleSections } from '../example.contract.js';
import { expectGolden } from '../golden.contract.js';
import { ageText } from './card.js';
import { configDigest } from './config-digest.js';
import { columnsOf, numbersOf } from './pair-numbers.js';
import { reviewData } from './review-data.js';
import { reviewMarkdown } from './review-markdown.js';
import { settingsThatDiffer, stagesOfBoth } from './settings.js';
import { ShownTexts } from './shown-texts.js';

const runs = [examplePages, exampleSections] as const;
const one = () => reviewData(runs, [compare(...runs, 'recall@5')]);

/** The card's line on what nobody judged, of six queries whose label is the page y. */
function judgedLine(name: string, pages: readonly [readonly string[], readonly string[]], k: number): string {
  const cases = Array.from({ length: 6 }, (_, i) => caseOf(`q${i}`, ['y']));
  const [a, b] = pages.map((shown, i) =>
    madeRun({ name: `run ${i}`, cases, rankings: cases.map(() => shown), metrics: [name], k, depth: 3 }),
  ) as [Run, Run];
  const { facts } = reviewData([a, b], [compare(a, b, name)]).pairs[0]!.card;
  return facts.find((line) => line.startsWith('Judged'))!;
}

describe('reviewData', () => {
  it('is plain JSON that the same runs always give', () => {
    const data = one();
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
    expectGolden('review-data.json', `${JSON.stringify(data, null, 1)}\n`);
  });

  it('says the verdict, means, counts, errors and what could be shown in the first five lines', () => {
    expect(one().pairs[0]!.card.lines).toEqual([
      "CAN'T TELL whether sections differs from pages on recall@5",
      expect.stringMatching(/^Mean 0\.\d{3} → 0\.\d{3}, difference .* p = .*, n = 14\)$/),
      expect.stringMatching(/^Queries: \d+ worse, \d+ better, \d+ same \(within 1e-9\)/),
      expect.stringMatching(/^Errors: 0 in pages, 1 in sections; 1 query is left out/),
      expect.stringMatching(/^This pair could have shown: a true difference of 0\.\d{3} or more/),
    ]);
  });

  it('has every pair once, failed ones first, then the worst', () => {
    const { rows } = one().pairs[0]!;
    expect(rows.map(({ case: at }) => at).sort((x, y) => x - y)).toEqual(examplePages.cases.map((_, i) => i));
    const deltas = rows.map(({ delta }) => delta ?? Number.NEGATIVE_INFINITY);
    expect(deltas).toEqual([...deltas].sort((x, y) => x - y));
  });

  it('keeps hits of cases that moved beyond k and of others up to it', () => {
    const { rows } = one().pairs[0]!;
    const { rankings } = one().runs[1]!;
    for (const { case: at, status } of rows) {
      const { hits, more } = rankings[at]!;
      const all = exampleSections.results[at]!.hits.length;
      expect(hits.length + more).toBe(all);
      expect(hits.length).toBe(status === 'same' ? Math.min(5, all) : all);
    }
  });

  it('says that a page which both show at other ranks could change the difference', () => {
    expect(
      judgedLine(
        'mrr',
        [
          ['x', 'y'],
          ['y', 'x'],
        ],
        2,
      ),
    ).toMatch(
      /With all unjudged pages labelled as is best for the baseline, the difference would be 0\.000; as is best for the other run, \+0\.500: they could not turn the sign of the difference$/,
    );
    expect(
      judgedLine(
        'recall@2',
        [
          ['y', 'x'],
          ['y', 'z'],
        ],
        2,
      ),
    ).toContain('they COULD turn the sign');
  });

  it('does not take for judged what the metric sees below k', () => {
    expect(
      judgedLine(
        'recall@2',
        [
          ['y', 'x'],
          ['y', 'z'],
        ],
        1,
      ),
    ).toMatch(/^Judged \(judged@1\): 100 % .* they COULD turn the sign of the difference$/);
    expect(
      judgedLine(
        'recall@1',
        [
          ['y', 'x'],
          ['y', 'z'],
        ],
        1,
      ),
    ).toMatch(/so nothing unjudged could change the verdict$/);
  });

  it('refuses comparisons of other runs', () => {
    const comparison = compare(exampleSections, examplePages, 'recall@5');
    expect(() => reviewData(runs, [comparison])).toThrow(
      'reviewData: found 2 runs and 1 comparisons of others, wanted a comparison of each run with the first, in order; pass compareAll([a], [b, c])',
    );
  });

  it('takes hits of the worst queries first where there are too many', () => {
    const few = reviewData(runs, [compare(...runs, 'recall@5')], { mostHits: 12 });
    const shown = few.runs.map(({ rankings }) => rankings.filter((one) => one !== null).length);
    expect(Math.max(...shown)).toBeLessThan(4);
    expect(few.runs[0]!.rankings[few.pairs[0]!.rows[0]!.case]).not.toBeNull();
  });
});

describe('the numbers of a pair', () => {
  it('are those of compare where nothing is left out', () => {
    const comparison = compare(...runs, 'recall@5');
    const [again] = numbersOf(columnsOf(one().pairs, one().cases, new Set()), 42);
    expect(again!.verdict).toBe(comparison.verdict);
    for (const key of ['n', 'meanA', 'meanB', 'delta', 'interval', 'pValue', 'better', 'failed'] as const)
      expect(again!.numbers[key]).toEqual(comparison[key]);
  });

  it('are those of compareAll for several runs', () => {
    const [a, ...others] = crowd(['a', 'b', 'c'], 40, ['x', 'y']).map((run, r) => ({
      ...run,
      results: run.results.map((result, i) => ({
        ...result,
        metrics: { ...result.metrics, 'mrr@10': ((i * i * (r + 3) + 5 * i) % 11) / (10 + r) },
      })),
    })) as readonly Run[] as [Run, ...Run[]];
    const comparisons = compareAll([a], others, 'mrr@10');
    const data = reviewData([a, ...others], comparisons);
    const again = numbersOf(columnsOf(data.pairs, data.cases, new Set()), 42);
    expect(comparisons[0]!.pValue).not.toBe(comparisons[1]!.pValue);
    comparisons.forEach((comparison, i) => {
      expect(again[i]!.verdict).toBe(comparison.verdict);
      for (const key of ['delta', 'interval', 'pValue', 'family'] as const)
        expect(again[i]!.numbers[key]).toEqual(comparison[key]);
    });
  });

  it('without disputed cases are those of runs that never had them', () => {
    const digest = one().cases[2]!.digest;
    const review = {
      caseId: 'q03',
      caseDigest: digest,
      query: '',
      metric: 'recall@5',
      configA: 'x',
      configB: 'y',
      runA: 'r',
      runB: 's',
      verdict: 'bad label',
      note: '',
      reviewedAt: '2026-01-01T00:00:00Z',
    } as const;
    const without = (run: Run): Run => ({
      ...run,
      casesVersion: 'fewer',
      cases: run.cases.filter(({ id }) => id !== 'q03'),
      results: run.results.filter(({ caseId }) => caseId !== 'q03'),
    });
    const fewer = compare(without(examplePages), without(exampleSections), 'recall@5');
    const read = (reviews: readonly (typeof review)[]) =>
      reviewData(runs, [compare(...runs, 'recall@5')], { reviews }).pairs[0]!.card.withoutDisputed;
    expect(read([review])!.left).toBe(1);
    expect(read([review])!.numbers.delta).toBe(fewer.delta);
    expect(read([review])!.numbers.pValue).toBe(fewer.pValue);
    expect(read([review])!.line).toContain(`difference ${fewer.delta! < 0 ? '−' : '+'}`);
    expect(read([{ ...review, caseDigest: 'edited' }] as never)).toBeNull();
    expect(
      read([review, { ...review, verdict: 'real', reviewedAt: '2026-02-01T00:00:00Z' }] as never),
    ).toBeNull();
  });
});

describe('the settings that differ', () => {
  it('are named by their path, a dash where one lacks it, and lists as one value', () => {
    const b: Run = {
      ...examplePages,
      depth: 50,
      config: { retriever: 'bm25', k1: 1.2, b: 0.75, chunks: { chunker: 'x', cuts: ['\n', ' '] } },
    };
    expect(settingsThatDiffer(examplePages, b)).toEqual([
      { name: 'depth', a: '20', b: '50' },
      { name: 'k1', a: '1.5', b: '1.2' },
      { name: 'chunks.chunker', a: 'pages', b: 'x' },
      { name: 'chunks.cuts', a: '–', b: '["\\n"," "]' },
    ]);
  });

  it('come with what each stage found, where a retriever is composed of others', () => {
    const staged: Run = {
      ...exampleSections,
      results: exampleSections.results.map((result) =>
        result.status === 'error'
          ? result
          : { ...result, stages: [{ name: 'words', hits: result.hits.slice(0, 1) }] },
      ),
    };
    const summary = summarizeStages(staged);
    const text = (at: number) =>
      `${summary[at]!.recallAtK.toFixed(3)} within k = 5, ${summary[at]!.recallOfAll.toFixed(3)} of all ${summary[at]!.hits.toFixed(0)} hits (n = 14)`;
    expect(stagesOfBoth(examplePages, staged)).toEqual([
      { name: 'words', a: '–', b: text(0) },
      { name: 'final', a: '–', b: text(1) },
    ]);
    expect(stagesOfBoth(examplePages, exampleSections)).toEqual([]);
  });

  it('have one digest whatever the order of their keys', () => {
    const digest = (config: Run['config']) => configDigest({ retriever: 'r', config });
    expect(digest({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(digest({ b: { d: [1, 2], c: 2 }, a: 1 }));
    expect(digest({ a: [1, 2] })).not.toBe(digest({ a: [2, 1] }));
  });

  it('say the age of a baseline beside the other run', () => {
    expect(ageText('2026-01-01T00:00:00Z', '2026-01-04T01:00:00Z')).toBe('3 days before the other');
    expect(ageText('2026-01-01T00:01:00Z', '2026-01-01T00:00:00Z')).toBe('1 minute after the other');
    expect(ageText('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')).toBe('together with the other');
  });
});

describe('the texts of a page', () => {
  it('hold each character that is shown once, and no other', () => {
    const text = Array.from({ length: 60 }, (_, i) => String.fromCharCode(65 + i)).join('');
    const range = fc.tuple(fc.nat(60), fc.nat(60));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), (ranges) => {
        const shown = new ShownTexts(new Map([[0, text]]), 1000);
        for (const [from, to] of ranges) shown.add(0, from, to);
        const stretches = shown.end().pages['0'] ?? [];
        const places = stretches.flatMap(([start, part]) => [...part].map((_, i) => start + i));
        const wanted = [...text]
          .map((_, i) => i)
          .filter((i) => ranges.some(([from, to]) => i >= from && i < to));
        expect(places).toEqual(wanted);
        for (const [start, part] of stretches) expect(text.slice(start, start + part.length)).toBe(part);
      }),
    );
  });

  it('end at the limit, which is said', () => {
    const shown = new ShownTexts(new Map([[0, 'x'.repeat(100)]]), 60);
    shown.add(0, 0, 50);
    shown.add(0, 50, 100);
    expect(shown.end()).toEqual({
      pages: { 0: [[0, 'x'.repeat(50)]] },
      note: 'The page holds 50 characters of page text, at most 60, those of the worst queries first: 1 passages are shown by id and offsets alone.',
    });
  });
});

describe('the comment', () => {
  it('begins with its marker and the five lines of the card', () => {
    expectGolden('review.md', reviewMarkdown(one()));
  });

  it('is short enough for GitHub whatever the texts are', () => {
    const long = 'x|<b>`'.repeat(20_000);
    const name = (run: Run, id: string): Run => ({
      ...run,
      name: `${id}${long}`,
      dataset: long,
      cases: run.cases.map((item) => ({ ...item, query: long })),
      results: run.results.map((result) => ({ ...result, query: long, message: long })),
      config: Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`${id}${i}${long}`, long])),
    });
    const [a, b] = [name(examplePages, 'a'), name(exampleSections, 'b')];
    const text = reviewMarkdown(reviewData([a, b], [compare(a, b, 'recall@5')]));
    expect(text.length).toBeLessThan(65_536);
    expect(text.startsWith('<!-- retrieval-lab review -->\n')).toBe(true);
    expect(text).toContain("CAN'T TELL");
    expect(text).not.toContain('<b>');
  });
});
