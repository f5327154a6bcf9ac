import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseOf, datasetOf, temporaryFolder } from '../../test/examples.js';
import { headings } from '../chunk/headings.js';
import { wholePages } from '../chunk/whole-pages.js';
import { hashing } from '../embed/hashing.js';
import { bm25 } from '../retrieve/bm25.js';
import { vector } from '../retrieve/vector.js';
import { openStore } from '../store/open-store.js';
import type { Embedder } from '../types.js';
import { confirmWinner } from './confirm.js';
import { type Arm, type Experiment, experiment, type GridParts, grid } from './experiment.js';
import { compareArms, runArms } from './run-experiment.js';

const GOOD: Experiment = {
  question: 'which?',
  dataset: 'set',
  arms: grid({ chunker: [wholePages(), headings()], retriever: [bm25()] }),
  baseline: 'pages · bm25',
  k: 5,
  depth: 20,
  primary: 'recall@5',
};

describe('an experiment', () => {
  it('is data: a grid is every chunker with every retriever', () => {
    expect(experiment(GOOD).arms.map((arm) => arm.name)).toEqual(['pages · bm25', 'headings · bm25']);
  });

  it('crosses what needs an embedder with every embedder, and nothing else', () => {
    const embedder = [hashing({ dimensions: 8 }), hashing({ dimensions: 8, trigrams: false })];
    const dense = (one: Embedder) => vector({ embedder: one });
    const arms = grid({ chunker: [headings()], embedder, retriever: [bm25(), dense] });
    expect(arms.map((arm) => arm.name)).toEqual([
      'headings · bm25',
      'headings · vector hashing/words-and-trigrams',
      'headings · vector hashing/words',
    ]);
    expect(arms[2]!.retriever.embedders).toEqual([embedder[1]]);
    expect(() => grid({ chunker: [headings()], retriever: [dense] })).toThrow(
      'grid: a retriever is a function of an embedder and there is none, wanted a list of them; give embedder: [useLite()], say',
    );
    expect(() => grid({ chunker: [headings()], embedder, retriever: [bm25()] })).toThrow(
      'grid: there are embedders and no retriever takes one',
    );
    expect(() => grid({ chunker: [], retriever: [bm25()] })).toThrow(
      'grid: chunker is empty, wanted a list of at least one; give some',
    );
    expect(() =>
      grid({ chunker: [headings()], retriever: [bm25()], embeder: [] } as object as GridParts),
    ).toThrow('grid: "embeder" is unknown, wanted chunker, embedder or retriever; did you mean "embedder"?');
  });

  it.each<[string, object, string]>([
    [
      'a misspelled key',
      { primry: 'mrr' },
      'experiment: "primry" is unknown, wanted one of question, expected, title, dataset, split, arms, baseline, k, depth, primary, metrics, correction, repeats; did you mean "primary"?',
    ],
    [
      'a baseline that is no arm',
      { baseline: 'page · bm25' },
      'experiment: the baseline "page · bm25" is no arm, wanted one of pages · bm25, headings · bm25; did you mean "pages · bm25"?',
    ],
    [
      'no k',
      { k: undefined },
      'experiment: "k" is undefined, wanted a whole number of at least 1; fill it in',
    ],
    [
      'no arms',
      { arms: 3 },
      'experiment: "arms" is empty, wanted at least one arm; list some, or use grid()',
    ],
    [
      'a retriever that was not called',
      { arms: [{ name: 'a', chunker: headings(), retriever: bm25 }], baseline: 'a' },
      'experiment: the arm "a" has no retriever setting, wanted one such as bm25(); call it, without chunks',
    ],
    ['an unknown metric', { primary: 'recal@5' }, 'metric "recal@5" is unknown'],
  ])('refuses %s', (_, change, message) => {
    expect(() => experiment({ ...GOOD, ...change } as Experiment)).toThrow(message);
  });

  it('resumed, runs only the arms that are not done', async () => {
    const docs = [{ id: 'a', title: 'a', text: '## query c-1\n', fields: {} }];
    const cases = [caseOf('c-1', ['a']), caseOf('c-3', ['a'])];
    const data = datasetOf(docs, cases);
    const store = openStore(path.join(temporaryFolder(), 'lab.sqlite'));
    const first = await runArms(GOOD, data, { store });
    const again = await runArms(GOOD, data, { store, resume: true });
    expect(again.map((run) => run.id)).toEqual(first.map((run) => run.id));
    expect(store.list()).toHaveLength(2);
    const changed = await runArms({ ...GOOD, k: 3 }, data, { store, resume: true });
    expect(changed[0]!.id).not.toBe(first[0]!.id);
    expect(compareArms(GOOD, again, store)).toHaveLength(1);
  });

  it('takes the arm that is ahead on dev to the test half once, and counts the look', async () => {
    const docs = ['a', 'b'].map((id) => ({ id, title: id, text: `## about ${id}\n`, fields: {} }));
    const cases = Array.from({ length: 24 }, (_, i) => caseOf(`c-${i + 1}`, ['a']));
    const data = datasetOf(docs, cases);
    const fixed = (name: string, page: string): Arm => ({
      name,
      chunker: headings(),
      retriever: {
        name,
        config: { page },
        build: (chunkSet) => ({
          name,
          config: { page },
          chunkSet,
          search: () => [{ chunkId: page, docId: page, score: 1 }],
        }),
      },
    });
    const of = experiment({
      ...GOOD,
      arms: [fixed('base', 'b'), fixed('good', 'a')],
      baseline: 'base',
      split: 'dev',
    });
    const store = openStore(path.join(temporaryFolder(), 'lab.sqlite'));
    await expect(confirmWinner(of, data, { store })).rejects.toThrow(
      'confirm: the arm "base" has no finished run on dev with these settings, wanted one of each arm; run the experiment first',
    );
    await runArms(of, data, { store });
    expect(store.testReads()).toHaveLength(0);
    const first = await confirmWinner(of, data, { store });
    expect(first).toMatchObject({ looks: 2, again: false });
    expect(first.comparison).toMatchObject({ n: 12, verdict: 'better', better: 12, family: null });
    const second = await confirmWinner(of, data, { store });
    expect(second).toMatchObject({ looks: 2, again: true });
    expect(second.comparison.runB.id).toBe(first.comparison.runB.id);
    await expect(confirmWinner({ ...of, split: 'all' }, data, { store })).rejects.toThrow(
      "set split: 'dev' and run it",
    );
    const down = experiment({ ...of, baseline: 'good' });
    await expect(confirmWinner(down, data, { store })).rejects.toThrow(
      'confirm: the baseline good is ahead on dev by recall@5, so there is no winner to confirm; keep it',
    );
  });
});
