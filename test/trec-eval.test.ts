import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { judgedPages } from '../src/measure/judged.js';
import { metric } from '../src/measure/registry.js';
import type { Judged } from '../src/types.js';
import { hasSharedData, sharedPath } from './shared-data.js';

/**
 * Values of trec_eval 10.0-rc3 (`trec_eval -q -c`, and with `-l 2`) for six systems on TREC DL 2019, to the four decimals that it
 * prints, per topic and overall.
 */
const SYSTEMS = [
  'BM25',
  'BM25_RM3',
  'D_BERT_KD_TASB',
  'OPEN_AI_ADA2',
  'REP_LLAMA',
  'SPLADE_P_P_ENSEMBLE_DISTIL',
];
const lines = (...parts: readonly string[]) =>
  fs
    .readFileSync(sharedPath(...parts), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

/** trec_eval's names as ours; null where there is no counterpart. */
function counterpart(name: string, level: number): string | null {
  const rel = level === 1 ? '' : `,rel=${level}`;
  const plain: Record<string, string> = {
    map: `map${rel}`,
    Rprec: `rprec${rel}`,
    bpref: `bpref${rel}`,
    recip_rank: `mrr${rel}`,
    ndcg: 'ndcg',
  };
  if (name in plain) return plain[name]!;
  const [, word, k] = /^(P|recall|success|ndcg_cut)_(\d+)$/.exec(name) ?? [];
  if (word === undefined) return null;
  const ours = { P: 'precision', recall: 'recall', success: 'hit', ndcg_cut: 'ndcg' }[word]!;
  return word === 'ndcg_cut' ? `ndcg@${k}` : `${ours}@${k}${rel}`;
}

/** Topics judged as trec_eval reads them: score first, then document id descending by bytes. */
function topics(system: string): ReadonlyMap<string, Judged> {
  const grades = new Map<string, Map<string, number>>();
  for (const [topic, , doc, grade] of lines('runs', 'dl19', 'qrels.txt'))
    grades.set(topic!, (grades.get(topic!) ?? new Map()).set(doc!, Number(grade)));
  const hits = new Map<string, { doc: string; score: number }[]>();
  for (const [topic, , doc, , score] of lines('runs', 'dl19', `${system}.run.txt`))
    hits.set(topic!, [...(hits.get(topic!) ?? []), { doc: doc!, score: Number(score) }]);
  return new Map(
    [...grades].map(([topic, of]) => {
      const ranked = (hits.get(topic) ?? []).sort(
        (a, b) => b.score - a.score || Buffer.compare(Buffer.from(b.doc), Buffer.from(a.doc)),
      );
      const needs = [...of].filter(([, grade]) => grade > 0).map(([doc]) => new Set([doc]));
      return [
        topic,
        judgedPages(
          ranked.map((hit) => hit.doc),
          of,
          needs,
        ),
      ];
    }),
  );
}

describe.skipIf(!hasSharedData)('metrics are those of trec_eval', () => {
  test.each(SYSTEMS.flatMap((system) => [1, 2].map((level) => [system, level] as const)))(
    '%s, relevant from grade %i on',
    (system, level) => {
      const judged = topics(system);
      let compared = 0;
      const without = new Set<string>();
      for (const [name, topic, value] of lines(
        'expected',
        `dl19.${system}${level === 2 ? '.level2' : ''}.txt`,
      )) {
        const ours = counterpart(name!, level);
        if (ours === null) {
          without.add(name!);
          continue;
        }
        const { value: compute } = metric(ours);
        const seen = topic === 'all' ? [...judged.values()] : [judged.get(topic!)!];
        const mean = seen.reduce((sum, one) => sum + compute(one), 0) / seen.length;
        expect(Math.abs(mean - Number(value)), `${name} ${topic}`).toBeLessThan(0.000051);
        compared++;
      }
      // 44 rows (43 topics and all) of 27 measures, or of 6 at level 2.
      expect(compared).toBe(level === 1 ? 1188 : 264);
      expect([...without].sort()).toEqual(level === 1 ? ['num_q', 'num_rel', 'num_rel_ret', 'num_ret'] : []);
    },
  );
});
