import fs from 'node:fs';
import { judgedPages } from '../src/measure/judged.js';
import { metric } from '../src/measure/registry.js';
import type { Judged } from '../src/types.js';
import { sharedPath } from './shared-data.js';

/** TREC DL 2019 passage, 43 topics, and the top 100 of six real systems; only where the shared data are present. */
export const DL19_SYSTEMS = [
  'BM25',
  'BM25_RM3',
  'D_BERT_KD_TASB',
  'OPEN_AI_ADA2',
  'REP_LLAMA',
  'SPLADE_P_P_ENSEMBLE_DISTIL',
] as const;

const lines = (...parts: readonly string[]) =>
  fs
    .readFileSync(sharedPath(...parts), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

/** Topics judged as trec_eval reads them: score first, then document id descending by bytes. */
export function topics(system: string): ReadonlyMap<string, Judged> {
  const grades = new Map<string, Map<string, number>>();
  for (const [topic, , doc, grade] of lines('runs', 'dl19', 'qrels.txt'))
    grades.set(topic!, (grades.get(topic!) ?? new Map()).set(doc!, Number(grade)));
  const hits = new Map<string, { doc: string; score: number }[]>();
  for (const [topic, , doc, , score] of lines('runs', 'dl19', `${system}.run.txt`)) {
    const of = hits.get(topic!) ?? [];
    of.push({ doc: doc!, score: Number(score) });
    hits.set(topic!, of);
  }
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

/** A metric of each topic, in one order for all systems. */
export function dl19Values(system: string, name: string): readonly number[] {
  const { value } = metric(name);
  return [...topics(system).values()].map(value);
}
