import assert from 'node:assert';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { exactSearch, type Nearest } from '../src/retrieve/exact-search.js';
import { graphSearch } from '../src/retrieve/graph-search.js';
import { fixed, timed } from './measured.js';
import { vectorsOf } from './vector.js';

const DEPTH = 20;
const BUILT = { connectivity: 16, expansionAdd: 128, threads: 1 };
const EXPANSIONS = [64, 256, 1024];

/**
 * A graph of near neighbours (usearch, HNSW) beside the exact kernel, over the same vectors: what it takes to build, how fast it is searched, and the share of
 * the exact best 20 that it finds, by how many candidates are looked at. The graph is built once, kept, and read again for each of them.
 */
export function benchAnn(size = 100_000): readonly object[] {
  return [
    // A graph over vectors without any neighbourhoods takes minutes to build and finds little; a fifth of them shows it.
    { of: 'at random', clusters: 0, n: Math.round(size / 5) },
    { of: 'in 100 clusters', clusters: 100, n: size },
  ].flatMap(({ of, clusters, n }) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retrieval-lab-bench-'));
    try {
      return rowsOf(of, n, clusters, folder);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
}

function rowsOf(of: string, size: number, clusters: number, folder: string): readonly object[] {
  const { vectors, queries } = vectorsOf(size, clusters);
  const exact = timed(() => exactSearch(vectors));
  const wanted = asked(exact.value, queries);
  const built = timed(() => graphSearch(vectors, { ...BUILT, expansionSearch: 64 }, folder));
  const first = asked(built.value, queries);
  const row = (search: string, seconds: number, found: typeof wanted) => ({
    vectors: `${size} ${of}`,
    search,
    'ready in s': fixed(seconds),
    'queries a s': fixed(queries.length / found.seconds, 0),
    'recall@20': fixed(recall(found.value, wanted.value), 3),
  });
  const graphs = EXPANSIONS.map((expansionSearch) => {
    const read = timed(() => graphSearch(vectors, { ...BUILT, expansionSearch }, folder));
    const found = asked(read.value, queries);
    if (expansionSearch === 64) assert.deepStrictEqual(found.value, first.value);
    return row(`graph, ${expansionSearch} candidates, read again`, read.seconds, found);
  });
  return [
    row('exact', exact.seconds, wanted),
    row('graph, 64 candidates, built and kept', built.seconds, first),
    ...graphs,
  ];
}

function asked(nearest: Nearest, queries: readonly Float32Array[]) {
  return timed(() => queries.map((query) => nearest(Float64Array.from(query), DEPTH).map((hit) => hit.text)));
}

function recall(found: readonly (readonly number[])[], wanted: readonly (readonly number[])[]): number {
  const shares = wanted.map(
    (best, i) => best.filter((text) => found[i]!.includes(text)).length / best.length,
  );
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
