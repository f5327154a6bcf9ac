import { benchAnn } from './ann.js';
import { benchBm25 } from './bm25.js';
import { benchBootstrap } from './bootstrap.js';
import { benchEval } from './eval.js';
import { benchRecord } from './record.js';
import { benchVector } from './vector.js';

/** Speed and memory as ratios against a peer or a naive version in the same run; names after `npm run bench` choose some. */
const PARTS: Readonly<Record<string, () => readonly object[] | Promise<readonly object[]>>> = {
  eval: () => benchEval(),
  bootstrap: () => benchBootstrap(),
  record: () => benchRecord(),
  bm25: () => benchBm25(),
  vector: () => benchVector(),
  ann: () => benchAnn(),
};

const TITLES: Readonly<Record<string, string>> = {
  eval: 'Score a run of 6,980 topics x 1,000 hits',
  bootstrap: '10,000 bootstrap resamples of 6,980 paired rows, one thread (milliseconds)',
  record: 'Record 10,000 results with 20 hits each',
  bm25: 'BM25: build, and search for the best 10 with 20 to 40 words',
  vector: 'The nearest 20 of vectors of 384 dimensions, exactly',
  ann: 'The nearest 20 of 100,000 vectors of 384 dimensions, by a graph and exactly',
};

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !(name in PARTS));
if (unknown !== undefined)
  throw new Error(`bench: "${unknown}" is unknown, wanted some of ${Object.keys(PARTS).join(', ')}`);
for (const name of chosen.length > 0 ? chosen : Object.keys(PARTS)) {
  console.log(`\n${TITLES[name]}`);
  console.table(await PARTS[name]!());
}
