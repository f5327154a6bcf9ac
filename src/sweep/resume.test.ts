import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseOf, datasetOf, temporaryFolder } from '../../test/examples.js';
import { headings } from '../chunk/headings.js';
import { recursive } from '../chunk/recursive.js';
import { bm25 } from '../retrieve/bm25.js';
import { openStore } from '../store/open-store.js';
import type { Case, ChunkSet, Doc, RetrieverSpec, Run } from '../types.js';
import { type Experiment, grid } from './experiment.js';
import { runArms } from './run-experiment.js';

const docs = ['a', 'b', 'c'].map((id) => ({
  id,
  title: id,
  text: `## all\n\nquery ${id} and more words about ${id}\n`,
  fields: {},
}));
const cases: readonly Case[] = [1, 3, 5].map((n) => ({
  ...caseOf(`c-${n}`, []),
  query: `query ${'abc'.charAt((n - 1) / 2)}`,
  labels: [{ doc: 'abc'.charAt((n - 1) / 2), grade: 1, start: 8, end: 15 }],
}));
const data = datasetOf(docs, cases);

/** BM25 that writes down what it is asked, and is down while `down` says so. */
function watched(asked: string[], down: { now: boolean } = { now: false }): RetrieverSpec {
  const build = (chunks: ChunkSet) => {
    const { search, ...inner } = bm25(chunks);
    return {
      ...inner,
      search: (query: string, depth: number) => {
        asked.push(`${query} ${depth}`);
        if (down.now) throw new Error('server is down');
        return search(query, depth);
      },
    };
  };
  return { name: 'watched', config: { retriever: 'watched' }, build };
}

function experimentOf(retriever: RetrieverSpec, change: Partial<Experiment> = {}): Experiment {
  const arms = grid({ chunker: [headings()], retriever: [retriever] });
  const plan = { question: 'which?', dataset: 'set', arms, baseline: arms[0]!.name };
  return { ...plan, k: 2, depth: 3, primary: 'recall@2', ...change };
}

const newStore = () => openStore(path.join(temporaryFolder(), 'lab.sqlite'));
const numbers = (run: Run) => run.results.map((result) => [result.caseId, result.metrics, result.ranks]);

describe('a sweep that is resumed', () => {
  it('asks nothing where only k or the metrics changed, and has the numbers of a fresh one', async () => {
    const asked: string[] = [];
    const store = newStore();
    const [first] = await runArms(experimentOf(watched(asked)), data, { store });
    const more = { k: 1, primary: 'recall@1', metrics: ['ndcg@3', 'span_recall@2', 'precision_omega'] };
    const changed = experimentOf(watched(asked), more);
    asked.length = 0;
    const [again] = await runArms(changed, data, { store, resume: true });
    expect(asked).toEqual([]);
    expect(again!.answersOf).toBe(first!.id);
    expect(store.run(again!.id)).toEqual(again);
    const [fresh] = await runArms(changed, data, { store: newStore() });
    expect(asked.length).toBe(3);
    expect(numbers(again!)).toEqual(numbers(fresh!));
    expect(again!.results.map((one) => one.contextTokens)).toEqual(
      fresh!.results.map((one) => one.contextTokens),
    );
    expect(again!.results.map((one) => one.latencyMs)).toEqual(first!.results.map((one) => one.latencyMs));
    // What was scored again is as good as what was run.
    const [third] = await runArms(changed, data, { store, resume: true });
    expect(third!.id).toBe(again!.id);
  });

  it('asks again where the answers on record are not deep enough', async () => {
    const asked: string[] = [];
    const store = newStore();
    await runArms(experimentOf(watched(asked)), data, { store });
    asked.length = 0;
    const [budget] = await runArms(experimentOf(watched(asked), { primary: 'span_recall@9tok' }), data, {
      store,
      resume: true,
    });
    expect([asked.length > 0, budget!.answersOf]).toEqual([true, undefined]);
    asked.length = 0;
    await runArms(experimentOf(watched(asked), { depth: 2 }), data, { store, resume: true });
    expect(asked.length).toBe(3);
  });

  it('keeps failures as they are, and asks them again when told to', async () => {
    const [asked, down] = [[] as string[], { now: true }];
    const store = newStore();
    const of = experimentOf(watched(asked, down));
    const [failed] = await runArms(of, data, { store });
    expect(failed!.results.map((one) => one.status)).toEqual(['error', 'error', 'error']);
    down.now = false;
    const [kept] = await runArms(of, data, { store, resume: true });
    expect(kept!.results[0]!.message).toBe('server is down');
    const [mended] = await runArms(of, data, { store, resume: true, retryFailed: true });
    expect(mended!.id).toBe(failed!.id);
    expect(mended!.results.map((one) => one.status)).toEqual(['ok', 'ok', 'ok']);
    expect(store.run(mended!.id)).toEqual(mended);
    const [fresh] = await runArms(of, data, { store: newStore() });
    expect(numbers(mended!)).toEqual(numbers(fresh!));
    asked.length = 0;
    await runArms(of, data, { store, resume: true, retryFailed: true });
    expect(asked).toEqual([]);
  });

  it('goes on at the case where it stopped, and not with a run of other settings by the same name', async () => {
    const [asked, controller] = [[] as string[], new AbortController()];
    const store = newStore();
    const spec = watched(asked);
    const stopping: RetrieverSpec = {
      ...spec,
      build: async (chunks) => {
        const { search, ...inner } = await spec.build(chunks);
        return {
          ...inner,
          search: (query, depth) => {
            controller.abort();
            return search(query, depth);
          },
        };
      },
    };
    await runArms(experimentOf(spec, { depth: 2 }), data, { store });
    const [stopped] = await runArms(experimentOf(stopping), data, { store, signal: controller.signal });
    expect([stopped!.status, stopped!.results.length]).toEqual(['interrupted', 1]);
    asked.length = 0;
    const [done] = await runArms(experimentOf(spec), data, { store, resume: true });
    expect([done!.id, done!.status, asked]).toEqual([stopped!.id, 'done', ['query b 3', 'query c 3']]);
  });

  it('cuts pages once for arms with one chunker, or with chunkers that cut alike', async () => {
    const seen: ChunkSet[] = [];
    const spy = (name: string): RetrieverSpec => ({
      name,
      config: { name },
      build: (chunks) => {
        seen.push(chunks);
        return bm25(chunks);
      },
    });
    const arms = grid({
      chunker: [headings(), recursive({ tokens: 50 })],
      retriever: [spy('x'), spy('y')],
    });
    const alike = { ...arms[0]!, name: 'alike', chunker: headings() };
    const of = experimentOf(spy('x'), { arms: [alike, ...arms], baseline: 'alike' });
    await runArms(of, data, { store: newStore() });
    expect(seen[0] === seen[1] && seen[1] === seen[2]).toBe(true);
    expect(seen[3] === seen[4]).toBe(true);
    expect(seen[0] === seen[3]).toBe(false);
    // One that says it is the same and cuts otherwise is not taken for it.
    const lying = { ...headings(), chunk: (pages: readonly Doc[]) => headings().chunk(pages.slice(1)) };
    const two = [alike, { ...alike, name: 'lying', chunker: lying }];
    await runArms({ ...of, arms: two }, data, { store: newStore() });
    expect(seen[5] === seen[6]).toBe(false);
  });
});
