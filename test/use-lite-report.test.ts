import fs from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { recursive } from '../src/chunk/recursive.js';
import { wholePages } from '../src/chunk/whole-pages.js';
import { evaluate } from '../src/measure/evaluate.js';
import { openDataset } from '../src/open-dataset.js';
import { bm25 } from '../src/retrieve/bm25.js';
import type { Chunker } from '../src/types.js';
import { metricsTable } from '../src/view/print-metrics.js';
import { hasSharedData, sharedPath } from './shared-data.js';

const METRICS = ['recall@5', 'recall@10', 'recall@20'];

/** The cells of a Markdown row, without the blanks that line columns up. */
function cellsOf(row: string): readonly string[] {
  return row.split('|').map((cell) => cell.trim());
}

function rowsIn(report: string, dataset: string, run: string): readonly (readonly string[])[] {
  const text = fs.readFileSync(new URL(`../reports/${report}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .map(cellsOf)
    .filter((cells) => cells[1] === dataset && cells[2] === run);
}

async function remade(where: string, chunker: Chunker): Promise<readonly string[]> {
  const data = await openDataset(where);
  const run = await evaluate(bm25(chunker.chunk(data.docs)), data, {
    name: `${chunker.name} · bm25`,
    depth: 50,
    metrics: METRICS,
  });
  return cellsOf(metricsTable([run], METRICS, 'markdown').split('\n')[2]!);
}

describe('the table of BM25, use-lite and their hybrid', () => {
  const cases = [
    ['anthropic-docs', recursive({ tokens: 200 })],
    ['anthropic-code-chunks', wholePages()],
  ] as const;
  test.skipIf(!hasSharedData).each(cases)(
    'has the keyword row of %s as it is remade',
    async (name, chunker) => {
      const [, run, ...rest] = await remade(sharedPath('collections', name), chunker);
      expect(rowsIn('use-lite.md', name, run!)).toEqual([['', name, run, ...rest]]);
    },
  );

  it('has the keyword row of node-http as it is remade', async () => {
    const [, run, ...rest] = await remade('node-http', recursive({ tokens: 200 }));
    expect(rowsIn('use-lite.md', 'node-http', run!)).toEqual([['', 'node-http', run, ...rest]]);
  });
});
