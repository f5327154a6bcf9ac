import { headings } from '../src/chunk/headings.js';
import { wholePages } from '../src/chunk/whole-pages.js';
import { evaluate } from '../src/measure/evaluate.js';
import { openDataset } from '../src/open-dataset.js';
import { bm25 } from '../src/retrieve/bm25.js';
import type { Chunker } from '../src/types.js';

/** A metric of each query of node-http, for BM25 over whole pages and over sections. */
export async function nodeHttpValues(name: string): Promise<readonly [readonly number[], readonly number[]]> {
  const data = await openDataset('node-http');
  const valuesOver = async (chunker: Chunker) => {
    const run = await evaluate(bm25(chunker.chunk(data.docs)), data, { metrics: [name] });
    return run.results.map((result) => result.metrics[name]!);
  };
  return [await valuesOver(wholePages()), await valuesOver(headings())];
}
