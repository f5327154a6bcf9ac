import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseOf, hitsOf } from '../../test/examples.js';
import type { Case, Judged, Label } from '../types.js';
import { judged } from './judged.js';
import { METRIC_FORMS, metric } from './registry.js';

/** Each metric once more, from its definition and as slowly as it likes. */
const NAIVE: Readonly<Record<string, (judged: Judged, k: number) => number>> = {
  recall: ({ pages, needs }, k) => {
    let met = 0;
    for (const need of needs) {
      let there = false;
      for (let i = 0; i < k && i < pages.length; i++) if (need.has(pages[i]!)) there = true;
      if (there) met++;
    }
    return needs.length === 0 ? 0 : met / needs.length;
  },
  precision: ({ pages, grades }, k) => {
    let count = 0;
    for (let i = 0; i < k; i++) if ((grades.get(pages[i] ?? '') ?? 0) >= 1) count++;
    return count / k;
  },
  hit: (seen, k) => (NAIVE['precision']!(seen, k) > 0 ? 1 : 0),
  all: (seen, k) => (seen.needs.length > 0 && NAIVE['recall']!(seen, k) > 1 - 1e-9 ? 1 : 0),
  mrr: ({ pages, grades }, k) => {
    for (let i = 0; i < Math.min(k, pages.length); i++)
      if ((grades.get(pages[i]!) ?? 0) >= 1) return 1 / (i + 1);
    return 0;
  },
  f1: (seen, k) => {
    const [p, r] = [NAIVE['precision']!(seen, k), NAIVE['recall']!(seen, k)];
    return p === 0 || r === 0 ? 0 : 2 / (1 / p + 1 / r);
  },
  map: ({ pages, grades }, k) => {
    const relevant = [...grades].filter(([, grade]) => grade >= 1).map(([page]) => page);
    const precisionAt = (rank: number) =>
      pages.slice(0, rank).filter((page) => relevant.includes(page)).length / rank;
    const ranks = relevant.map((page) => pages.indexOf(page) + 1).filter((rank) => rank > 0 && rank <= k);
    return relevant.length === 0
      ? 0
      : ranks.reduce((sum, rank) => sum + precisionAt(rank), 0) / relevant.length;
  },
  judged: ({ pages, grades }, k) => {
    let count = 0;
    for (let i = 0; i < k && i < pages.length; i++) if ((grades.get(pages[i]!) ?? -1) >= 0) count++;
    return pages.length === 0 ? 0 : count / Math.min(k, pages.length);
  },
  ndcg_exp: ({ pages, grades }, k) => {
    const dcg = (gains: readonly number[]) =>
      gains
        .slice(0, k)
        .reduce((sum, gain, i) => sum + (2 ** Math.max(0, gain) - 1) / (Math.log(i + 2) / Math.log(2)), 0);
    const ideal = dcg([...grades.values()].sort((x, y) => y - x));
    return ideal === 0 ? 0 : dcg(pages.map((page) => grades.get(page) ?? 0)) / ideal;
  },
  ndcg: ({ pages, grades }, k) => {
    const dcg = (gains: readonly number[]) =>
      gains
        .slice(0, k)
        .reduce((sum, gain, i) => sum + Math.max(0, gain) / (Math.log(i + 2) / Math.log(2)), 0);
    const ideal = dcg([...grades.values()].sort((a, b) => b - a));
    return ideal === 0 ? 0 : dcg(pages.map((page) => grades.get(page) ?? 0)) / ideal;
  },
};

function naiveRprec({ pages, grades }: Judged): number {
  const relevant = [...grades].filter(([, grade]) => grade >= 1).map(([page]) => page);
  return relevant.length === 0
    ? 0
    : relevant.filter((page) => pages.indexOf(page) !== -1 && pages.indexOf(page) < relevant.length).length /
        relevant.length;
}

function naiveBpref({ pages, grades }: Judged): number {
  const relevant = [...grades].filter(([, grade]) => grade >= 1).map(([page]) => page);
  const not = [...grades].filter(([, grade]) => grade >= 0 && grade < 1).map(([page]) => page);
  const terms = relevant
    .filter((page) => pages.includes(page))
    .map((page) => {
      const above = not.filter(
        (other) => pages.includes(other) && pages.indexOf(other) < pages.indexOf(page),
      ).length;
      return above === 0 ? 1 : 1 - Math.min(above, relevant.length) / Math.min(relevant.length, not.length);
    });
  return relevant.length === 0 ? 0 : terms.reduce((sum, term) => sum + term, 0) / relevant.length;
}

/** Each once more for metrics without a cut, straight from the definition. */
const NAIVE_WHOLE: Readonly<Record<string, (judged: Judged) => number>> = {
  rprec: naiveRprec,
  bpref: naiveBpref,
  'rbp(0.8)': ({ pages, grades }) =>
    pages.reduce((sum, page, i) => sum + ((grades.get(page) ?? 0) >= 1 ? 0.2 * 0.8 ** i : 0), 0),
  'rbp_residual(0.5)': ({ pages, grades }) =>
    pages.reduce((sum, page, i) => sum + ((grades.get(page) ?? -1) < 0 ? 0.5 * 0.5 ** i : 0), 0) +
    0.5 ** pages.length,
  'iprec@0.25': ({ pages, grades }) => {
    const relevant = (page: string) => (grades.get(page) ?? 0) >= 1;
    const total = [...grades.keys()].filter(relevant).length;
    const precisions = pages.map((_, i) => {
      const count = pages.slice(0, i + 1).filter(relevant).length;
      return count >= Math.floor(0.25 * total + 0.5) ? count / (i + 1) : 0;
    });
    return Math.max(0, ...precisions);
  },
  num_ret: ({ pages }) => pages.length,
  num_rel: ({ grades }) => [...grades.values()].filter((grade) => grade >= 1).length,
  num_rel_ret: ({ pages, grades }) => pages.filter((page) => (grades.get(page) ?? 0) >= 1).length,
};

const PAGES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const label: fc.Arbitrary<Label> = fc
  .record({ doc: fc.constantFrom(...PAGES), grade: fc.integer({ min: -2, max: 3 }) })
  .chain((base) =>
    fc
      .option(fc.constantFrom('n1', 'n2'), { nil: undefined })
      .map((need) => (need === undefined ? base : { ...base, need })),
  );
const situation = fc.record({
  item: fc.array(label, { maxLength: 6 }).map((labels): Case => ({ ...caseOf('c', []), labels })),
  // Chunks, so pages come more than once.
  chunks: fc.array(fc.constantFrom(...PAGES, 'x', 'y', 'z'), { maxLength: 14 }),
  k: fc.integer({ min: 1, max: 12 }),
});

describe('every metric', () => {
  it('is what its definition says, for any labels and rankings', () => {
    fc.assert(
      fc.property(situation, ({ item, chunks, k }) => {
        const seen = judged(item, hitsOf(chunks));
        for (const [name, naive] of Object.entries(NAIVE))
          expect(metric(`${name}@${k}`).value(seen)).toBeCloseTo(naive(seen, k), 12);
        for (const name of ['mrr', 'map', 'ndcg'])
          expect(metric(name).value(seen)).toBeCloseTo(NAIVE[name]!(seen, 1000), 12);
        for (const [name, naive] of Object.entries(NAIVE_WHOLE))
          expect(metric(name).value(seen)).toBeCloseTo(naive(seen), 12);
      }),
      { numRuns: 1000 },
    );
  });

  it('stays within 0 and its ceiling, and the ceiling within 1', () => {
    fc.assert(
      fc.property(situation, ({ item, chunks, k }) => {
        const seen = judged(item, hitsOf(chunks));
        for (const name of Object.keys(NAIVE)) {
          const { value, ceiling } = metric(`${name}@${k}`);
          expect(value(seen)).toBeGreaterThanOrEqual(0);
          expect(value(seen)).toBeLessThanOrEqual(ceiling(seen) + 1e-12);
          expect(ceiling(seen)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('of recall has a ceiling that some k pages reach, and none exceeds', () => {
    const subsets = (pages: readonly string[], k: number): readonly (readonly string[])[] =>
      k === 0 || pages.length === 0
        ? [[]]
        : [
            ...subsets(pages.slice(1), k),
            ...subsets(pages.slice(1), k - 1).map((rest) => [pages[0]!, ...rest]),
          ];
    fc.assert(
      fc.property(situation, fc.integer({ min: 1, max: 4 }), ({ item }, k) => {
        const { value, ceiling } = metric(`recall@${k}`);
        const best = Math.max(...subsets(PAGES, k).map((pages) => value(judged(item, hitsOf(pages)))));
        expect(ceiling(judged(item, []))).toBeCloseTo(best, 12);
      }),
      { numRuns: 200 },
    );
  });

  it('but precision and ndcg never falls when k grows', () => {
    fc.assert(
      fc.property(situation, ({ item, chunks, k }) => {
        const seen = judged(item, hitsOf(chunks));
        for (const name of ['recall', 'hit', 'all', 'mrr']) {
          expect(metric(`${name}@${k + 1}`).value(seen)).toBeGreaterThanOrEqual(
            metric(`${name}@${k}`).value(seen),
          );
        }
      }),
    );
  });

  it('is the same at k whatever stands below k, and whatever order the unlabelled pages below k have', () => {
    fc.assert(
      fc.property(
        situation,
        fc.array(fc.constantFrom('u1', 'u2', 'u3', 'u4'), { maxLength: 4 }),
        ({ item, chunks, k }, tail) => {
          const top = [
            ...new Set([
              ...chunks,
              'p1',
              'p2',
              'p3',
              'p4',
              'p5',
              'p6',
              'p7',
              'p8',
              'p9',
              'p10',
              'p11',
              'p12',
            ]),
          ].slice(0, k);
          const one = judged(item, hitsOf([...top, ...tail]));
          const other = judged(item, hitsOf([...top, ...[...tail].reverse()]));
          for (const name of Object.keys(NAIVE)) {
            const { value } = metric(`${name}@${k}`);
            expect(value(other)).toBe(value(one));
            expect(value(judged(item, hitsOf(top)))).toBe(value(one));
          }
        },
      ),
    );
  });

  it('reads back from its text form', () => {
    for (const form of METRIC_FORMS) {
      const name = form
        .replace('@k', '@7')
        .replace('(p)', '(0.8)')
        .replace('@r', '@0.25')
        .replace('@Ntok', '@2000tok');
      expect(metric(name).name).toBe(name);
    }
  });
});

describe('metrics by hand', () => {
  const seen = judged(
    {
      ...caseOf('c', []),
      labels: [
        { doc: 'a', grade: 2 },
        { doc: 'b', grade: 1 },
      ],
    },
    hitsOf(['x', 'b', 'b', 'a']),
  );

  it('count pages once, at the rank of their first chunk', () => {
    expect(seen.pages).toEqual(['x', 'b', 'a']);
    expect(metric('recall@2').value(seen)).toBe(0.5);
    expect(metric('recall@3').value(seen)).toBe(1);
    expect(metric('precision@2').value(seen)).toBe(0.5);
    expect(metric('mrr').value(seen)).toBe(0.5);
    // (1 / log2(3) + 2 / log2(4)) / (2 / log2(2) + 1 / log2(3))
    expect(metric('ndcg@5').value(seen)).toBeCloseTo((0.6309297535714575 + 1) / (2 + 0.6309297535714575), 12);
  });

  it('take alternatives of one need for one, and two spans of one page too', () => {
    const labels: readonly Label[] = [
      { doc: 'a', grade: 2, need: 'how' },
      { doc: 'b', grade: 2, need: 'how' },
      { doc: 'c', grade: 1, start: 0, end: 4 },
      { doc: 'c', grade: 1, start: 8, end: 9 },
    ];
    const item = { ...caseOf('c', []), labels };
    expect(metric('recall@2').value(judged(item, hitsOf(['b', 'x'])))).toBe(0.5);
    expect(metric('all@2').value(judged(item, hitsOf(['b', 'c'])))).toBe(1);
  });

  it('cannot reach 1 where there are more needs than places, and say so', () => {
    const item = caseOf('c', ['a', 'b', 'c', 'd']);
    expect(metric('recall@3').ceiling(judged(item, []))).toBe(0.75);
    expect(metric('all@3').ceiling(judged(item, []))).toBe(0);
  });
});

const FORMS = METRIC_FORMS.join(', ');

describe('the ceiling where needs overlap', () => {
  it('counts a need that two pages meet once', () => {
    const labels: readonly Label[] = [
      { doc: 'p1', grade: 2, need: 'a' },
      { doc: 'p2', grade: 2, need: 'a' },
      { doc: 'p1', grade: 2, need: 'b' },
      { doc: 'p2', grade: 2, need: 'b' },
      { doc: 'p3', grade: 2, need: 'c' },
      { doc: 'p4', grade: 2, need: 'd' },
    ];
    const seen = judged({ ...caseOf('c', []), labels }, []);
    expect(metric('recall@2').ceiling(seen)).toBe(0.75);
    expect(metric('all@2').ceiling(seen)).toBe(0);
    expect(metric('all@3').ceiling(seen)).toBe(1);
  });
});

describe('a metric that is not known', () => {
  it.each([
    ['recal@5', `metric "recal@5" is unknown, wanted one of ${FORMS}; did you mean "recall@5"?`],
    ['recall', 'metric "recall" has no k, wanted recall@k with k in pages from 1; write recall@5, say'],
    [
      'recall@0',
      'metric "recall@0" has the k "0", wanted recall@k with k in pages from 1; write recall@5, say',
    ],
    [
      'recall@five',
      'metric "recall@five" has the k "five", wanted recall@k with k in pages from 1; write recall@5, say',
    ],
    ['rprec@5', 'metric "rprec@5" has the k "5", but rprec has none; write rprec'],
    [
      'recall@5,rel=0',
      'metric "recall@5,rel=0" has the relevance threshold "0", wanted a whole grade of at least 1; write ,rel=2, say',
    ],
    ['rbp()', 'metric "rbp()" has "" in brackets, wanted p or rel as in rbp(0.8) and R(rel=2)@5; correct it'],
    [
      'rbp,rel=2',
      'metric "rbp,rel=2" has no p, wanted rbp(p) with p above 0 and below 1; write rbp(0.8), say',
    ],
    [
      'rbp(1)',
      'metric "rbp(1)" has the p "1", wanted rbp(p) with p above 0 and below 1; write rbp(0.8), say',
    ],
    ['rbp@5', 'metric "rbp@5" has the k "5", wanted rbp(p) with p above 0 and below 1; write rbp(0.8), say'],
    ['iprec', 'metric "iprec" has no recall, wanted iprec@r with r from 0 to 1; write iprec@0.1, say'],
    [
      'iprec@2',
      'metric "iprec@2" has the recall "2", wanted iprec@r with r from 0 to 1; write iprec@0.1, say',
    ],
    [
      'budget_filled@5',
      'metric "budget_filled@5" has the budget "5", wanted budget_filled@Ntok with N in tokens; write budget_filled@2000tok, say',
    ],
    [
      'recall@2000tok',
      'metric "recall@2000tok" has the k "2000tok", wanted recall@k with k in pages from 1; write recall@5, say',
    ],
    ['mrr(0.5)', 'metric "mrr(0.5)" has the parameter "0.5", but mrr has none; drop (0.5)'],
    [
      'R(x=2)@5',
      'metric "R(x=2)@5" has "x=2" in brackets, wanted p or rel as in rbp(0.8) and R(rel=2)@5; correct it',
    ],
    [
      'ndcg@5,rel=2',
      'metric "ndcg@5,rel=2" has a relevance threshold, but ndcg weighs grades and takes none; drop rel=2',
    ],
  ])('%s is refused', (name, message) => {
    expect(() => metric(name)).toThrow(message);
  });

  it('offers these forms', () => {
    expect(FORMS).toBe(
      'recall@k, precision@k, hit@k, all@k, f1@k, mrr, mrr@k, map, map@k, rprec, bpref, ndcg, ndcg@k, ndcg_exp@k, rbp(p), rbp_residual(p), iprec@r, judged@k, span_recall@k, span_recall@Ntok, span_precision@k, span_precision@Ntok, span_iou@k, span_iou@Ntok, budget_filled@Ntok, precision_omega, chunk_recall@k, chroma_recall@k, chroma_precision@k, chroma_iou@k, num_ret, num_rel, num_rel_ret',
    );
  });
});

describe('the other spellings of the field', () => {
  it.each([
    ['R@5', 'recall@5'],
    ['Success@5', 'hit@5'],
    ['nDCG@10', 'ndcg@10'],
    ['R(rel=2)@5', 'recall@5,rel=2'],
    ['P@5,rel=2', 'precision@5,rel=2'],
    ['RR', 'mrr'],
    ['AP@100', 'map@100'],
    ['RBP(p=0.8)', 'rbp(0.8)'],
    ['rbp', 'rbp(0.9)'],
    ['RBP(rel=2,p=0.5)', 'rbp(0.5),rel=2'],
    ['IPrec@0.10', 'iprec@0.1'],
    ['NumRelRet', 'num_rel_ret'],
    ['ndcg_cut_10', 'ndcg@10'],
    ['ndcg_cut.10', 'ndcg@10'],
    ['P_5', 'precision@5'],
    ['success_1', 'hit@1'],
    ['map_cut_10', 'map@10'],
    ['recip_rank', 'mrr'],
    ['Rprec', 'rprec'],
    ['iprec_at_recall_0.10', 'iprec@0.1'],
  ])('%s is read as %s', (spelling, name) => expect(metric(spelling).name).toBe(name));
});
