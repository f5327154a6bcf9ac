import type { ChunkSet, IndexCosts, Json, Search } from '../types.js';

type Named = { readonly name: string; readonly config: { readonly [key: string]: Json } };

/** A retriever over a set of chunks says what they were cut by; one over a bare list cannot. */
export function retrieverOf<S extends Search>(
  { name, config }: Named,
  chunkSet: ChunkSet | null,
  search: S,
  indexCosts?: () => IndexCosts | Promise<IndexCosts>,
) {
  const costs = indexCosts === undefined ? {} : { indexCosts };
  if (chunkSet === null) return { name, config, search, ...costs };
  return {
    name: `${chunkSet.name} · ${name}`,
    config: { ...config, chunks: chunkSet.config },
    chunkSet,
    search,
    ...costs,
  };
}
