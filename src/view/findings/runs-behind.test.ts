import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderWith, temporaryFolder } from '../../../test/examples.js';
import { wholePages } from '../../chunk/whole-pages.js';
import { openDataset } from '../../open-dataset.js';
import { bm25 } from '../../retrieve/bm25.js';
import { openStore, type Store } from '../../store/open-store.js';
import type { Experiment } from '../../sweep/experiment.js';
import { runArms } from '../../sweep/run-experiment.js';
import type { Retriever, Run } from '../../types.js';
import { missingArms, type Named, provenanceProblems, recordedSource, remadeSource } from './runs-behind.js';

const data = await openDataset(
  folderWith({
    'docs/a.md': '# A\n\nalpha words\n',
    'docs/b.md': '# B\n\nbeta words\n',
    'eval/cases.jsonl': [
      '{"id":"c-1","query":"alpha","kind":"exact_term","relevant_doc_ids":["a"]}',
      '{"id":"c-2","query":"beta","kind":"exact_term","relevant_doc_ids":["b"]}',
    ].join('\n'),
  }),
);
const experiment: Experiment = {
  question: 'q',
  dataset: 'small',
  arms: [
    { name: 'one', chunker: wholePages(), retriever: bm25() },
    { name: 'two', chunker: wholePages(), retriever: bm25({ k1: 2 }) },
  ],
  baseline: 'one',
  k: 5,
  depth: 20,
  primary: 'recall@5',
};
const named: Named = { name: 'small', file: 'experiments/small.ts', experiment, data };
const open: Store[] = [];
const store = () => {
  const made = openStore(path.join(temporaryFolder(), 'lab.sqlite'));
  open.push(made);
  return made;
};
afterAll(() => {
  for (const one of open) one.close();
});

/** Puts a run into a store as if it had been made so. */
function put(into: Store, run: Run, changed: Partial<Run> = {}): void {
  const header = { ...run, environment: { ...run.environment, gitDirty: false }, ...changed };
  into.begin(header, run.cases);
  for (const [i, result] of run.results.entries()) into.record(header.id, i, result);
  into.finish(header.id, 'done', '2026-01-01T00:00:00.000Z');
}

const made = await runArms(experiment, data, { store: store() });

describe('the runs behind a report', () => {
  it('are those of the store at hand that were made with the same settings', async () => {
    const hand = store();
    put(hand, made[0]!);
    put(hand, made[1]!, { depth: 50 });
    const source = await recordedSource(named, hand);
    expect([...source.runs.keys()]).toEqual(['one']);
    expect(missingArms(source).map(({ name }) => name)).toEqual(['two']);
    expect((await recordedSource(named, null)).runs.size).toBe(0);
  });

  it('are made where they are missing, and only those, into the other store', async () => {
    const hand = store();
    put(hand, made[0]!);
    const other = store();
    const { source, problems } = await remadeSource(named, await recordedSource(named, hand), other);
    expect(problems).toEqual([]);
    expect([...source.runs.keys()]).toEqual(['one', 'two']);
    expect(source.runs.get('one')!.id).toBe(made[0]!.id);
    expect(hand.list()).toHaveLength(1);
    expect(other.list().map(({ name }) => name)).toEqual(['two']);
    await remadeSource(named, await recordedSource(named, hand), other);
    expect(other.list()).toHaveLength(1);
  });

  it.each<[string, () => Retriever, string]>([
    [
      'a key that is not there',
      () => {
        throw new Error('OPENAI_API_KEY is not set');
      },
      'OPENAI_API_KEY is not set',
    ],
    [
      'a server that is down',
      () => ({
        name: 'down',
        search: () => {
          throw new Error('connect ECONNREFUSED');
        },
      }),
      'no query was answered: connect ECONNREFUSED',
    ],
  ])('are said where they cannot be made: %s', async (_, build, reason) => {
    const down = { name: 'two', chunker: wholePages(), retriever: { name: 'down', config: {}, build } };
    const broken = { ...named, experiment: { ...experiment, arms: [experiment.arms[0]!, down] } };
    const { source, problems } = await remadeSource(broken, await recordedSource(broken, null), store());
    expect([...source.runs.keys()]).toEqual(['one']);
    expect(problems).toEqual([
      {
        reason: 'cannot be remade',
        line: null,
        message: `the run small/two cannot be remade (${reason}), wanted it to check what rests on it; run it where it can be made, into the store`,
      },
    ]);
  });

  it('are said to be missing where their dataset cannot be opened', async () => {
    const gone: Named = { ...named, data: 'dataset small: no such folder' };
    const { problems } = await remadeSource(gone, await recordedSource(gone, store()), store());
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('small/one cannot be remade (dataset small: no such folder)'),
      expect.stringContaining('small/two cannot be remade (dataset small: no such folder)'),
    ]);
  });

  it('are told where they were made from files in no commit', async () => {
    const hand = store();
    put(hand, made[0]!, { environment: { ...made[0]!.environment, gitDirty: true } });
    put(hand, made[1]!);
    expect(provenanceProblems([await recordedSource(named, hand)], hand)).toEqual([
      {
        reason: 'dirty',
        line: null,
        message: `the run one (${made[0]!.id}) was made with changes that were in no commit, wanted none; commit them and run it again`,
      },
    ]);
  });

  it('are told where a later run of the name has other settings, but not other metrics', async () => {
    const hand = store();
    put(hand, made[0]!, { startedAt: '2026-01-01T00:00:00.000Z' });
    put(hand, made[0]!, { id: 'later1234567', depth: 50, startedAt: '2026-01-02T00:00:00.000Z' });
    put(hand, made[1]!, { startedAt: '2026-01-01T00:00:00.000Z' });
    put(hand, made[1]!, { id: 'later7654321', metrics: ['mrr'], startedAt: '2026-01-02T00:00:00.000Z' });
    expect(provenanceProblems([await recordedSource(named, hand)], hand)).toEqual([
      {
        reason: 'superseded',
        line: null,
        message: `the run one (${made[0]!.id}) of 2026-01-01 is superseded by later1234567 of 2026-01-02, which has another depth; run the experiment again, or give the later one a name of its own`,
      },
    ]);
  });

  it('do not supersede each other where two experiments have an arm of the name', async () => {
    const deeper: Named = { ...named, name: 'deeper', experiment: { ...experiment, depth: 50 } };
    const hand = store();
    await runArms(experiment, data, { store: hand });
    await runArms(deeper.experiment, data, { store: hand });
    const problems = provenanceProblems(
      [await recordedSource(named, hand), await recordedSource(deeper, hand)],
      hand,
    );
    expect(problems.filter(({ reason }) => reason === 'superseded')).toEqual([]);
  });
});
