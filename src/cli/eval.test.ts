import { describe, expect, test, vi } from 'vitest';
import { folderWith } from '../../test/examples.js';
import { shownPath } from '../project.js';
import { readWords } from './args.js';
import { act } from './eval.js';
import { VERBS } from './verbs.js';

const folder = folderWith({
  qrels: 'q1 0 d1 2\nq1 0 d2 1\nq2 0 d3 1\nq3 0 d1 0\n',
  'a.run':
    'q1 Q0 d1 1 2 first\nq1 Q0 d2 2 1 first\nq2 Q0 d9 1 2 first\nq2 Q0 d3 2 1 first\nq3 Q0 d1 1 1 first\n',
  'b.run': 'q1 Q0 d2 1 1 second\nq1 Q0 d1 0 1 second\nq9 Q0 d1 1 1 second\n',
  'other.run': 'Q1 Q0 d1 1 1 t\n',
});
const at = (name: string) => `${folder}/${name}`;

/** What the verb prints on both outputs; the folder is left out. */
async function rlabEval(...args: readonly string[]) {
  const shown = (lines: readonly (readonly unknown[])[]) =>
    lines.map(([line]) => String(line).replaceAll(`${shownPath(folder)}/`, '')).join('\n');
  const out = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const err = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const { options, operands } = VERBS['eval']!;
    await act(readWords('eval', args, options, operands));
    return { out: shown(out.mock.calls), err: shown(err.mock.calls) };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

const both = ['--qrels', at('qrels'), '--run', at('a.run'), at('b.run')];
const one = ['--qrels', at('qrels'), '--run', at('a.run')];
const NOTES_OF_B = [
  '2 of 3 topics are missing from the run and counted as 0: q2, q3',
  '1 topic of the run has no labels and was left out: q9',
  'ranks start at 0 in 1 topic; only their order was used',
];

describe('rlab eval', () => {
  test('shows runs side by side, with the topics and the notes', async () => {
    const { out, err } = await rlabEval(...both, '-m', 'mrr', 'recall@1', 'num_ret', '--per-query');
    expect(err).toBe('');
    expect(out.replace(/ +/g, ' ').split('\n')).toMatchInlineSnapshot(`
      [
        "metric a b",
        "───────────── ───── ─────",
        "mrr 0.500 0.333",
        "recall@1 0.167 0.167",
        "num_ret (sum) 5 2",
        "",
        "n = 3 topics, all of qrels · k in documents · relevant from grade 1 on · ties by the rank in the file",
        "1 topic has no relevant document, so every ranking has 0 there: q3",
        "b: 2 of 3 topics are missing from the run and counted as 0: q2, q3",
        "b: 1 topic of the run has no labels and was left out: q9",
        "b: ranks start at 0 in 1 topic; only their order was used",
        "b: 1 of 3 topics have equal scores; --ties says which stands first",
        "",
        "topic mrr a mrr b recall@1 a recall@1 b num_ret a num_ret b",
        "───── ───── ───── ────────── ────────── ───────── ─────────",
        "q1 1.000 1.000 0.500 0.500 2 2",
        "q2 0.500 0.000 0.000 0.000 2 0",
        "q3 0.000 0.000 0.000 0.000 1 0",
      ]
    `);
  });

  test('takes -m more than once, and runs without --run', async () => {
    const many = await rlabEval(at('a.run'), '--qrels', at('qrels'), '-m', 'mrr', '-m', 'map', '--json');
    expect(Object.keys(JSON.parse(many.out).runs[0].metrics)).toEqual(['mrr', 'map']);
  });

  test('gives the same as data with --format json', async () => {
    const { out } = await rlabEval(...both, '-m', 'mrr', '--format', 'json', '--per-query');
    const page = JSON.parse(out);
    expect(page).toMatchObject({
      qrels: 'qrels',
      topics: 3,
      notes: ['1 topic has no relevant document, so every ranking has 0 there: q3'],
      runs: [
        { file: 'a.run', tag: 'first', metrics: { mrr: 0.5 }, missing: [], unlabelled: [], notes: [] },
        { file: 'b.run', tag: 'second', missing: ['q2', 'q3'], unlabelled: ['q9'], notes: NOTES_OF_B },
      ],
    });
    expect(page.runs[0].perQuery).toEqual({ q1: { mrr: 1 }, q2: { mrr: 0.5 }, q3: { mrr: 0 } });
    expect(page.runs[1].perQuery).toEqual({ q1: { mrr: 1 }, q2: { mrr: 0 }, q3: { mrr: 0 } });
  });

  test('prints trec_eval’s lines alone with --format trec, and the notes beside them', async () => {
    const { out, err } = await rlabEval(...both, '-m', 'mrr', 'P_5', '--format', 'trec', '--per-query');
    expect(out.split('\n').map((line) => line.split(/\s+/).join(' '))).toEqual([
      'recip_rank q1 1.0000',
      'P_5 q1 0.4000',
      'recip_rank q2 0.5000',
      'P_5 q2 0.2000',
      'recip_rank q3 0.0000',
      'P_5 q3 0.0000',
      'runid all first',
      'num_q all 3',
      'recip_rank all 0.5000',
      'P_5 all 0.2000',
      'recip_rank q1 1.0000',
      'P_5 q1 0.4000',
      'recip_rank q2 0.0000',
      'P_5 q2 0.0000',
      'recip_rank q3 0.0000',
      'P_5 q3 0.0000',
      'runid all second',
      'num_q all 3',
      'recip_rank all 0.3333',
      'P_5 all 0.1333',
    ]);
    expect(err.split('\n')).toEqual(NOTES_OF_B.map((note) => `b.run: ${note}`));
  });

  test('counts as relevant from --rel on, breaks ties by --ties, cuts at --depth', async () => {
    const of = async (...args: readonly string[]) =>
      JSON.parse((await rlabEval(...args, '--json')).out).runs.at(-1).metrics;
    expect(await of(...one, '-m', 'recall@5', '--rel', '2')).toEqual({ 'recall@5,rel=2': 1 / 3 });
    expect(await of(...both, '-m', 'mrr', '--rel', '2')).toEqual({ 'mrr,rel=2': 1 / 3 });
    expect(await of(...both, '-m', 'mrr', '--rel', '2', '--ties', 'docid')).toEqual({ 'mrr,rel=2': 1 / 6 });
    expect(await of(...one, '-m', 'num_ret', '--depth', '1')).toEqual({ num_ret: 3 });
  });

  test.each<[string, readonly string[], string]>([
    [
      'an unknown format',
      [...one, '--format', 'jsn'],
      'rlab eval: --format is "jsn", wanted one of table, json, trec; did you mean "json"?',
    ],
    [
      'no --qrels',
      ['--run', at('a.run')],
      'rlab eval: found no --qrels, wanted --qrels FILE --run FILE…; add it',
    ],
    [
      'no run',
      ['--qrels', at('qrels')],
      'rlab eval: found no --run, wanted --qrels FILE --run FILE…; add it',
    ],
    [
      'topics that are all others',
      ['--qrels', at('qrels'), '--run', at('other.run')],
      `${at('other.run')}: none of its 1 topic (Q1) is among the 3 of ${at('qrels')} (q1, q2, q3), wanted a run over those; the topic "Q1" of the run and "q1" of the labels differ only in leading zeros or case; they were not matched, make the ids alike`,
    ],
    [
      'a qrels file as a run',
      ['--qrels', at('qrels'), '--run', at('qrels')],
      `${at('qrels')}:1: has 4 fields, wanted 6 (topic Q0 document rank score tag); is this a qrels file? give the run`,
    ],
  ])('refuses %s', async (_, args, message) => {
    await expect(rlabEval(...args)).rejects.toThrow(expect.objectContaining({ name: 'LabError', message }));
  });
});
