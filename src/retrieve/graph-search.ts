import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Index, MetricKind, ScalarKind } from 'usearch';
import { LabError, messageOf } from '../errors.js';
import { dot, type Nearest, type Vectors } from './exact-search.js';
import { keep, soundFile } from './kept-graph.js';
import { topChunksOf } from './top-chunks.js';

export type GraphConfig = {
  readonly connectivity: number;
  readonly expansionAdd: number;
  readonly expansionSearch: number;
  readonly threads: number;
};

/** Vectors that are added at a time: the addon wants an array of its own for them. */
const BATCH = 4096;

/** The nearest chunks as a graph of near neighbours finds them, scored from the true vectors in double precision. */
export function graphSearch(vectors: Vectors, config: GraphConfig, folder?: string): Nearest {
  const size = vectors.owners.length;
  if (size === 0) return () => [];
  const index = folder === undefined ? built(vectors, config) : keptGraph(vectors, config, folder);
  const { most, top } = topChunksOf(vectors.owners);
  const scores = new Float64Array(size);
  return (query, depth) => {
    if (!(depth >= 1)) return [];
    // All candidates are seen anyway; with all of them, equal scores at the end are cut in chunk order.
    const wanted = Math.max(config.expansionSearch, Math.floor(depth) * most);
    const { keys } = index.search(Float32Array.from(query), Math.min(size, wanted), 1);
    // The lower number first, so that equal scores stand in chunk order.
    const found = Int32Array.from(keys, Number).sort();
    for (const row of found) scores[row] = dot(vectors, row, query);
    return top(scores, found, found.length, Math.floor(depth));
  };
}

/** What the kept graph takes on disk, its vectors among it; null where it is not there. */
export function graphBytes(vectors: Vectors, config: GraphConfig, folder: string): number | null {
  const file = soundFile({ folder, stem: stemOf(vectors, config) });
  return file === null ? null : fs.statSync(file).size;
}

/** Read where it was kept, else built and kept. */
function keptGraph(vectors: Vectors, config: GraphConfig, folder: string): Index {
  const place = { folder, stem: stemOf(vectors, config) };
  try {
    const file = soundFile(place);
    const index = emptyGraph(vectors.dimensions, config);
    if (file !== null) index.load(file);
    if (file !== null && index.size() === vectors.owners.length) return index;
    const fresh = built(vectors, config);
    keep(place, (unfinished) => fresh.save(unfinished));
    return fresh;
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    throw new LabError(
      `ann: a graph can be neither read nor kept in ${folder} (${messageOf(thrown)}), wanted a folder that can be written; name another, or delete its file ${place.stem}-….usearch`,
    );
  }
}

/** Named by all that decides what is in it; how it is searched does not. */
function stemOf({ dimensions, values }: Vectors, config: GraphConfig): string {
  const { connectivity, expansionAdd, threads } = config;
  const hash = createHash('sha1').update(
    JSON.stringify({ usearch: 2, dimensions, connectivity, expansionAdd, threads }),
  );
  hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return `ann-${hash.digest('hex').slice(0, 16)}`;
}

function built({ dimensions, values, owners }: Vectors, config: GraphConfig): Index {
  const index = emptyGraph(dimensions, config);
  for (let from = 0; from < owners.length; from += BATCH) {
    const to = Math.min(owners.length, from + BATCH);
    const keys = BigUint64Array.from({ length: to - from }, (_, i) => BigInt(from + i));
    // A copy: the addon reads an array's buffer from its beginning, wherever the array stands in it.
    index.add(keys, values.slice(from * dimensions, to * dimensions), config.threads);
  }
  return index;
}

function emptyGraph(dimensions: number, config: GraphConfig): Index {
  const { Index } = usearch();
  return new Index({
    dimensions,
    // Lengths are 1, or 0 for a text without a direction, whose cosine would be undefined.
    metric: 'ip' as MetricKind,
    quantization: 'f32' as ScalarKind,
    connectivity: config.connectivity,
    expansion_add: config.expansionAdd,
    expansion_search: config.expansionSearch,
    multi: false,
  });
}

/** By `require`: the package's ES module looks for its binary by the caller's stack, which bundlers and notebooks change. */
function usearch(): typeof import('usearch') {
  try {
    return createRequire(import.meta.url)('usearch');
  } catch (thrown) {
    throw new LabError(
      `ann: the package usearch cannot be loaded (${messageOf(thrown)}), wanted version 2.21.4; install it, or use vector(), which is exact`,
    );
  }
}
