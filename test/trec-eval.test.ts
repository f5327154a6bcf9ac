import { describe, expect, test } from 'vitest';
import type { TieRule } from '../src/files/order.js';
import { readQrels } from '../src/files/read-qrels.js';
import { OFFICIAL } from '../src/measure/profile.js';
import { metric } from '../src/measure/registry.js';
import { type RunScores, scoreRun } from '../src/measure/score-run.js';
import { fromTrecName } from '../src/measure/trec-names.js';
import { fourDecimals, trecLines } from '../src/view/trec-lines.js';
import { hasSharedData, sharedLines, sharedPath } from './shared-data.js';

/**
 * Values of trec_eval 10, per topic and overall, to the four decimals that it prints: `trec_eval -q -c` (and with `-l 2`) of version
 * 10.0-rc3 for six systems on TREC DL 2019, and the outputs that are kept with its source (`-m all_trec` with -q, -c, -M100 and -l2).
 */
type Expected = { readonly name: string; readonly topic: string; readonly value: string };

function expectedOf(...file: readonly string[]): readonly Expected[] {
  return sharedLines(...file).map(([name, topic, value]) => ({ name: name!, topic: topic!, value: value! }));
}

/** trec_eval's names as ours; null where there is no counterpart. */
function counterpart(name: string, level: number): string | null {
  if (NOT_OURS.test(name)) return null;
  const ours = fromTrecName(name);
  if (ours === undefined) return null;
  const graded = /^(ndcg|num_ret)/.test(ours);
  // Its rank-biased precision weighs grades.
  if (level !== 1 && name === 'rbp') return null;
  return graded || level === 1 ? ours : `${ours},rel=${level}`;
}

/** Its residual is 0 where all that came back was judged, and so is another number than ours; gains of one's own are not read. */
const NOT_OURS = /^(rbp_resid|ndcg_\d+=)/;

/** Compares what has a counterpart; says how many values, and which measures have none. */
const ALL = { compared: 0, without: new Set<string>() };

function compareWith(expected: readonly Expected[], scores: RunScores, level: number) {
  const without = new Set<string>();
  let compared = 0;
  for (const { name, topic, value } of expected) {
    const ours = counterpart(name, level);
    if (ours === null) {
      without.add(name);
      continue;
    }
    const values = scores.values.get(ours)!;
    const all = values.reduce((sum, one) => sum + one, 0) / (metric(ours).count ? 1 : values.length);
    const found = topic === 'all' ? all : values[scores.topics.indexOf(topic)]!;
    expect(Math.abs(found - Number(value)), `${name} ${topic}: ${found}`).toBeLessThan(0.000051);
    compared++;
  }
  ALL.compared += compared;
  for (const name of without) ALL.without.add(name);
  return { compared, without: [...without].sort() };
}

async function scored(
  expected: readonly Expected[],
  qrels: string,
  run: string,
  level = 1,
  depth?: number,
): Promise<RunScores> {
  const names = new Set(expected.flatMap(({ name }) => counterpart(name, level) ?? []));
  const ties: TieRule = 'docid';
  const options = { metrics: [...names].map(metric), ties, ...(depth === undefined ? {} : { depth }) };
  return scoreRun(run, await readQrels(qrels), options);
}

const SYSTEMS = [
  'BM25',
  'BM25_RM3',
  'D_BERT_KD_TASB',
  'OPEN_AI_ADA2',
  'REP_LLAMA',
  'SPLADE_P_P_ENSEMBLE_DISTIL',
];

describe.skipIf(!hasSharedData)('metrics are those of trec_eval', () => {
  test.each(SYSTEMS.flatMap((system) => [1, 2].map((level) => [system, level] as const)))(
    '%s, relevant from grade %i on',
    async (system, level) => {
      const expected = expectedOf('expected', `dl19.${system}${level === 2 ? '.level2' : ''}.txt`);
      const qrels = sharedPath('runs', 'dl19', 'qrels.txt');
      const scores = await scored(expected, qrels, sharedPath('runs', 'dl19', `${system}.run.txt`), level);
      const { compared, without } = compareWith(expected, scores, level);
      // 44 rows (43 topics and all) of 30 measures, or of 6 at level 2.
      expect(compared).toBe(level === 1 ? 1320 : 264);
      expect(without).toEqual(level === 1 ? ['num_q'] : []);
    },
  );

  const NONE_LIKE_IT = [
    '11pt_avg',
    'G',
    'Rndcg',
    ...['0.20', '0.40', '0.60', '0.80', '1.00', '1.20', '1.40', '1.60', '1.80', '2.00'].map(
      (x) => `Rprec_mult_${x}`,
    ),
    'binG',
    'gm_bpref',
    'gm_map',
    'infAP',
    'ndcg_rel',
    'num_nonrel_judged_ret',
    'num_q',
    'rbp',
    'rbp_resid',
    ...[10, 100, 1000, 15, 20, 200, 30, 5, 500].map((k) => `relative_P_${k}`),
    'relstring',
    'relstring_20',
    'runid',
    'set_F',
    'set_P',
    'set_map',
    'set_recall',
    'set_relative_P',
    'unj_10',
    'unj_20',
    'unj_5',
    'utility',
  ];

  test.each<[string, string, string, number, number | undefined, number]>([
    ['out.test', 'qrels.test', 'results.test', 1, undefined, 27],
    ['out.test.a', 'qrels.test', 'results.test', 1, undefined, 59],
    ['out.test.aq', 'qrels.test', 'results.test', 1, undefined, 236],
    ['out.test.aqc', 'qrels.test', 'results.trunc', 1, undefined, 236],
    ['out.test.aqcM', 'qrels.test', 'results.trunc', 1, 100, 236],
    ['out.test.aql', 'qrels.rel_level', 'results.test', 2, undefined, 232],
  ])('%s: %s against %s, level %i, at most %s', async (file, qrels, run, level, depth, count) => {
    const expected = expectedOf('trec_eval', file);
    const at = (name: string) => sharedPath('trec_eval', name);
    const { compared, without } = compareWith(
      expected,
      await scored(expected, at(qrels), at(run), level, depth),
      level,
    );
    expect(compared).toBe(count);
    expect(NONE_LIKE_IT).toEqual(expect.arrayContaining(without));
  });

  test('out.test.meas_params: cuts of one’s own', async () => {
    const expected = expectedOf('trec_eval', 'out.test.meas_params');
    const at = (name: string) => sharedPath('trec_eval', name);
    const { compared, without } = compareWith(
      expected,
      await scored(expected, at('qrels.test'), at('results.test')),
      1,
    );
    expect(compared).toBe(64);
    expect(without).toEqual([
      '11pt_avg_.25,.5,.75',
      'Rprec_mult_0.20',
      'Rprec_mult_0.35',
      'Rprec_mult_5.00',
      'ndcg_1=3,2=9,4=4.5',
      'utility_2,-1,0,0',
    ]);
  });

  test('10,594 values in all, and every measure without a counterpart is named', () => {
    console.log(
      `compared ${ALL.compared} values; without a counterpart: ${[...ALL.without].sort().join(', ')}`,
    );
    expect(ALL.compared).toBe(10_594);
    const cuts = [
      '11pt_avg_.25,.5,.75',
      'Rprec_mult_0.35',
      'Rprec_mult_5.00',
      'ndcg_1=3,2=9,4=4.5',
      'utility_2,-1,0,0',
    ];
    expect([...ALL.without].sort()).toEqual([...NONE_LIKE_IT, ...cuts].sort());
  });

  test('whole lines are the same, letter for letter', async () => {
    const at = (name: string) => sharedPath('trec_eval', name);
    const qrels = await readQrels(at('qrels.test'));
    const scores = await scoreRun(at('results.test'), qrels, {
      metrics: OFFICIAL.map(metric),
      ties: 'docid',
    });
    const lines = trecLines(scores, false, 1);
    const wanted = sharedLines('trec_eval', 'out.test').filter(([name]) => name !== 'gm_map');
    expect(lines.map((line) => line.split(/\s+/))).toEqual(wanted);
    expect(lines[0]).toBe('runid                 \tall\tSTANDARD');
  });
});

describe('four decimals', () => {
  test.each<[number, string]>([
    [0.03125, '0.0312'],
    [0.09375, '0.0938'],
    [0.00005, '0.0001'],
    [1, '1.0000'],
    [0.15625, '0.1562'],
    [2 / 3, '0.6667'],
  ])('are those of C’s %%6.4f: %d is %s', (value, text) => expect(fourDecimals(value)).toBe(text));
});
