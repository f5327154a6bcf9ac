import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { recursive } from '../src/chunk/recursive.js';
import { readCsv } from '../src/files/csv.js';
import { evaluate } from '../src/measure/evaluate.js';
import { summarize } from '../src/measure/summarize.js';
import { bm25 } from '../src/retrieve/bm25.js';
import type { Case, Doc } from '../src/types.js';
import { hasSharedData, sharedPath } from './shared-data.js';

const CORPORA = ['chatlogs', 'finance', 'pubmed', 'state_of_the_union', 'wikitexts'];
const METRICS = ['chroma_recall@5', 'chroma_precision@5', 'chroma_iou@5', 'precision_omega', 'span_recall@5'];

/** Offsets there count code points, as Python does; ours count UTF-16 code units. */
function unitsOf(text: string): (codePoints: number) => number {
  const units = [0];
  for (const char of text) units.push(units.at(-1)! + char.length);
  return (codePoints) => units[codePoints]!;
}

async function chunkingSet(): Promise<{ readonly docs: readonly Doc[]; readonly cases: readonly Case[] }> {
  const docs = CORPORA.map((id) => ({
    id,
    title: id,
    text: fs.readFileSync(sharedPath('chunking', 'corpora', `${id}.md`), 'utf8'),
    fields: {},
  }));
  const units = new Map(docs.map(({ id, text }) => [id, unitsOf(text)]));
  const cases: Case[] = [];
  await readCsv(sharedPath('chunking', 'questions_df.csv'), 'csv', (row) => {
    const doc = row['corpus_id']!;
    const at = units.get(doc)!;
    const references = JSON.parse(row['references']!) as { start_index: number; end_index: number }[];
    const labels = references.map(({ start_index, end_index }) => ({
      doc,
      grade: 1,
      start: at(start_index),
      end: at(end_index),
    }));
    cases.push({ id: `q-${cases.length + 1}`, query: row['question']!, kind: doc, labels, fields: {} });
  });
  return { docs, cases };
}

/** The public set of Chroma's chunking evaluation (Smith and Troynikov 2024), its splitter and its definitions, with BM25 in the place of embeddings. */
describe.skipIf(!hasSharedData)('chunk sizes on a public set with spans', async () => {
  const { docs, cases } = hasSharedData ? await chunkingSet() : { docs: [], cases: [] };
  const percent = async (tokens: number, overlap: number) => {
    const chunks = recursive(docs, { tokens, overlap, markdown: false });
    const run = await evaluate(bm25(chunks), cases, { metrics: METRICS, depth: 20 });
    return summarize(run).metrics.map((one) => 100 * one.mean!);
  };

  test('are measured as another implementation did, at 200 tokens without overlap', async () => {
    expect(cases).toHaveLength(472);
    const [recall, precision, iou, omega] = await percent(200, 0);
    // 84.5, 6.4, 6.4 and 30.7 there.
    expect(Math.abs(recall! - 84.5)).toBeLessThan(1.5);
    expect(Math.abs(precision! - 6.4)).toBeLessThan(0.5);
    expect(Math.abs(iou! - 6.4)).toBeLessThan(0.5);
    expect(Math.abs(omega! - 30.7)).toBeLessThan(1.5);
  }, 60_000);

  test('larger ones find more and are less precise', async () => {
    const rows: { size: string; values: readonly number[] }[] = [];
    for (const [tokens, overlap] of [
      [100, 0],
      [200, 0],
      [400, 0],
      [400, 200],
      [800, 400],
    ] as const)
      rows.push({ size: `${tokens}/${overlap}`, values: await percent(tokens, overlap) });
    console.table(
      rows.map(({ size, values }) => ({
        size,
        ...Object.fromEntries(METRICS.map((name, i) => [name, values[i]!.toFixed(1)])),
      })),
    );
    const [recalls, precisions] = [0, 1].map((i) => rows.map(({ values }) => values[i]!));
    for (let i = 1; i < 3; i++) {
      expect(recalls![i]!).toBeGreaterThan(recalls![i - 1]!);
      expect(precisions![i]!).toBeLessThan(precisions![i - 1]!);
    }
    expect(recalls![4]!).toBeGreaterThan(recalls![2]!);
    expect(precisions![4]!).toBeLessThan(precisions![2]!);
  }, 120_000);
});
