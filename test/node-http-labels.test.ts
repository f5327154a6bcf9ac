import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../src/files/csv.js';
import { agreement, openDataset } from '../src/index.js';

const FILE = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  '../datasets/node-http/judging/grades.csv',
);
const rows: Readonly<Record<string, string>>[] = [];
await readCsv(FILE, 'csv', (row) => rows.push(row));
const data = await openDataset('node-http');
const header = data.headers['retrieval_queries.jsonl'] as Readonly<Record<string, unknown>>;

describe('the labels of node-http', () => {
  it('are what the passes of judges led to, page by page', () => {
    const grades = new Map<string, number>();
    for (const { id, labels } of data.cases)
      for (const { doc, grade } of labels)
        grades.set(`${id} ${doc}`, Math.max(grade, grades.get(`${id} ${doc}`) ?? 0));
    const kept = new Set(data.cases.map(({ id }) => id));
    const judged = rows.filter((row) => kept.has(row['case_id']!));
    const said = judged.map(({ case_id, doc, first, second, third, settled }) => [
      `${case_id} ${doc}`,
      Number(settled || third || second || first),
    ]);
    expect(Object.fromEntries(grades)).toEqual(Object.fromEntries(said));
    expect(said).toHaveLength(1791);
  });

  it('come of passes that agree as far as their header says', () => {
    const pairs = rows
      .filter(({ second }) => second !== '')
      .map(({ case_id, doc, first, second }) => ({
        id: `${case_id} ${doc}`,
        first: Number(first),
        second: Number(second),
      }));
    const { n, observed, weightedKappa } = agreement(pairs);
    // Cohen's weighted kappa written out anew: grades 0, 1 and 2, weights as far as they are apart.
    const count = (of: 'first' | 'second', grade: number) =>
      pairs.filter((pair) => pair[of] === grade).length;
    const far = pairs.reduce((sum, { first, second }) => sum + Math.abs(first - second), 0) / n;
    let chance = 0;
    for (const a of [0, 1, 2])
      for (const b of [0, 1, 2])
        chance += (Math.abs(a - b) * count('first', a) * count('second', b)) / n ** 2;
    expect(weightedKappa).toBeCloseTo(1 - far / chance, 12);
    expect(header['agreement']).toEqual({
      kind: 'between judges',
      n,
      observed: Math.round(observed * 1000) / 1000,
      weighted_kappa: Math.round(weightedKappa! * 1000) / 1000,
    });
  });

  it('leave no page unjudged that one of the pooled arms shows first', () => {
    const judged = new Set(rows.map(({ case_id, doc }) => `${case_id} ${doc}`));
    expect(judged.size).toBe(rows.length);
    expect(data.cases.every(({ labels }) => labels.some(({ grade }) => grade === 0))).toBe(true);
  });
});
