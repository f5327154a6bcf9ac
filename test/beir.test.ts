import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { wholePages } from '../src/chunk/whole-pages.js';
import { openFolder } from '../src/dataset/open.js';
import { readQrels } from '../src/files/read-qrels.js';
import { runText } from '../src/files/write-run.js';
import { writeText } from '../src/files/write-text.js';
import { evaluate } from '../src/measure/evaluate.js';
import { exportRun } from '../src/measure/export-run.js';
import { metric } from '../src/measure/registry.js';
import { type RunScores, scoreRun } from '../src/measure/score-run.js';
import { bm25 } from '../src/retrieve/bm25.js';
import { temporaryFolder } from './examples.js';
import { hasSharedData, sharedPath } from './shared-data.js';

const METRICS = [
  'ndcg@10',
  'recall@10',
  'recall@100',
  'map@100',
  'mrr@10',
  'precision@10',
  'hit@1',
  'judged@10',
];

/**
 * BM25 (k1 1.5, b 0.75, neither stemmed nor stopped) over title and text together. For scifact the BEIR paper gives BM25 an nDCG@10 of
 * 0.665 (two fields; Thakur et al. 2021), and Pyserini's flat index, which stems, 0.679. The copy of nfcorpus is not BEIR's own.
 */
describe.skipIf(!hasSharedData)('public collections in BEIR’s layout', () => {
  test.each<[string, number, number, number]>([
    ['cran', 225, 0.334, 0],
    ['scifact', 300, 0.649, 0],
    ['nfcorpus-test', 325, 0.302, 4],
  ])(
    '%s: the numbers of a run, and of the file it is exported to, are the same digits',
    async (name, n, ndcg, changed) => {
      const folder = sharedPath('collections', name);
      const data = await openFolder(folder);
      const run = await evaluate(bm25(wholePages(data.docs)), data, { depth: 100, metrics: METRICS });
      expect(run.results).toHaveLength(n);
      const file = path.join(temporaryFolder(), 'run.trec.gz');
      await writeText(file, runText(exportRun(run).rankings, 'trec', 'bm25'));
      const qrels = await readQrels(path.join(folder, 'qrels.tsv'));
      const scores = await scoreRun(file, qrels, { metrics: METRICS.map(metric), ties: 'rank' });
      const valueIn = (of: RunScores, id: string, one: string) => of.values.get(one)![of.topics.indexOf(id)];
      for (const { caseId, metrics } of run.results)
        for (const one of METRICS)
          expect(valueIn(scores, caseId, one), `${one} of ${caseId}`).toBe(metrics[one]);
      const mean = run.results.reduce((sum, result) => sum + result.metrics['ndcg@10']!, 0) / n;
      expect(mean.toFixed(3)).toBe(ndcg.toFixed(3));
      const byId = await scoreRun(file, qrels, { metrics: METRICS.map(metric), ties: 'docid' });
      const moved = run.results.filter(
        ({ caseId, metrics }) => valueIn(byId, caseId, 'ndcg@10') !== metrics['ndcg@10'],
      );
      expect(moved.length).toBe(changed);
    },
    60_000,
  );
});
