import { indexedTexts } from '../chunk/indexed-texts.js';
import { embeddingCosts } from '../embed/embedding-costs.js';
import { LabError } from '../errors.js';
import type { Chunk, ChunkSet, Embedder, OnProgress, PlainRetriever, RetrieverSpec } from '../types.js';
import { embeddedQuery, embeddedTexts } from './embedded-chunks.js';
import { type Content, hitsOfRows, type PgOptions, pgTable, type Texts, tableBytes } from './pg-table.js';
import { type Postgres, postgres, type Statement } from './postgres.js';
import { retrieverOf } from './retriever-of.js';
import { topChunksOf } from './top-chunks.js';

export type PgVectorOptions = PgOptions & {
  readonly embedder: Embedder;
  /** A graph of near neighbours, or every row. Default `hnsw`. */
  readonly index?: 'hnsw' | 'exact';
  /** Neighbours that a vector keeps in the graph. Default 16. */
  readonly m?: number;
  /** Candidates while the graph is built. Default 64. */
  readonly efConstruction?: number;
  /** Candidates while it is searched, at most 1000. Default 100. */
  readonly efSearch?: number;
  readonly onProgress?: OnProgress;
};

/** The most dimensions that pgvector indexes, and the most candidates that it takes. */
const MOST_DIMENSIONS = 2000;
const MOST_CANDIDATES = 1000;

/** Cosine in Postgres with the extension pgvector. Its table and index are made when they are not there. Without chunks: the setting itself. */
export function pgvector(options: PgVectorOptions): RetrieverSpec;
export function pgvector(
  chunks: ChunkSet | readonly Chunk[],
  options: PgVectorOptions,
): Promise<PlainRetriever>;
export function pgvector(
  first: ChunkSet | readonly Chunk[] | PgVectorOptions,
  second?: PgVectorOptions,
): RetrieverSpec | Promise<PlainRetriever> {
  if (Array.isArray(first) || 'chunks' in first)
    return build(first as ChunkSet | readonly Chunk[], settle(second as PgVectorOptions));
  const options = settle(first as PgVectorOptions);
  return { ...named(options), embedders: [options.embedder], build: (set) => build(set, options) };
}

type Settings = PgVectorOptions &
  Required<Pick<PgVectorOptions, 'index' | 'm' | 'efConstruction' | 'efSearch'>>;

function settle(options: PgVectorOptions): Settings {
  const settings = { index: 'hnsw' as const, m: 16, efConstruction: 64, efSearch: 100, ...options };
  if (typeof settings.embedder?.embed !== 'function')
    throw new LabError(
      'pgvector: there is no embedder, wanted one that turns texts into vectors; write pgvector({ embedder, connection })',
    );
  const { index, embedder } = settings;
  if (index !== 'hnsw' && index !== 'exact')
    throw new LabError(`pgvector: index is ${JSON.stringify(index)}, wanted "hnsw" or "exact"; pick one`);
  if (index === 'hnsw' && embedder.dimensions > MOST_DIMENSIONS)
    throw new LabError(
      `pgvector: the embedder "${embedder.name}" has ${embedder.dimensions} dimensions, wanted at most ${MOST_DIMENSIONS} in an index; use index: "exact", or fewer dimensions`,
    );
  for (const key of ['m', 'efConstruction', 'efSearch'] as const)
    if (!Number.isInteger(settings[key]) || settings[key] < 2 || settings[key] > MOST_CANDIDATES)
      throw new LabError(
        `pgvector: ${key} is ${settings[key]}, wanted a whole number from 2 to ${MOST_CANDIDATES}; correct it`,
      );
  return settings;
}

function named({ index, m, efConstruction, efSearch, embedder }: Settings) {
  const graph = index === 'hnsw' ? { m, efConstruction, efSearch } : {};
  const made = { name: embedder.name, config: embedder.config };
  return {
    name: `pgvector ${index} ${embedder.name}`,
    config: { retriever: 'pgvector', index, ...graph, embedder: made },
  };
}

async function build(given: ChunkSet | readonly Chunk[], settings: Settings): Promise<PlainRetriever> {
  const chunkSet = 'chunks' in given ? given : null;
  const chunks = 'chunks' in given ? given.chunks : given;
  const of: Texts = { chunks, ...indexedTexts(chunks) };
  const db = await postgres('pgvector', settings.connection);
  const table = await pgTable(db, of, contentOf(settings), settings);
  return retrieverOf(named(settings), chunkSet, searchOf(db, table, of, settings), async () => ({
    bytes: await tableBytes(db, table),
    embedding: await embeddingCosts(settings.embedder, of.texts),
  }));
}

/** Lengths are 1, so the inner product is the cosine, and is defined for the zero vector too. */
function contentOf({ embedder, index, m, efConstruction, onProgress }: Settings): Content {
  const { name, model, config, dimensions } = embedder;
  const graph = index === 'hnsw' ? { m, efConstruction } : {};
  return {
    where: 'pgvector',
    kind: 'vectors',
    key: { name, model, config, dimensions, ...graph },
    before: ['CREATE EXTENSION IF NOT EXISTS vector'],
    columns: `embedding vector(${dimensions}) NOT NULL`,
    sent: {
      column: 'embedding',
      type: 'vector',
      values: async (texts) => (await embeddedTexts('pgvector', texts, embedder)).map(literal),
    },
    indexes:
      index === 'hnsw'
        ? [`USING hnsw (embedding vector_ip_ops) WITH (m = ${m}, ef_construction = ${efConstruction})`]
        : [],
    ...(onProgress === undefined ? {} : { onDone: onProgress }),
  };
}

function searchOf(db: Postgres, table: string, of: Texts, { embedder, index, efSearch }: Settings) {
  const { most } = topChunksOf(of.owners);
  return async (query: string, depth: number) => {
    if (of.texts.length === 0 || !(depth >= 1)) return [];
    const vector = literal(await embeddedQuery('pgvector', query, embedder));
    const wanted = Math.min(of.texts.length, Math.floor(depth) * most);
    const rows = await db(
      index === 'exact' ? exact(table, vector, wanted) : graph(table, vector, Math.max(wanted, efSearch)),
    );
    return hitsOfRows(of, rows, Math.floor(depth));
  };
}

function exact(table: string, vector: string, wanted: number): readonly Statement[] {
  const sql = `SELECT position, -(embedding <#> $1::vector) AS score FROM ${table} ORDER BY embedding <#> $1::vector, position LIMIT $2`;
  return [{ sql, values: [vector, wanted] }];
}

/** All candidates come back, so that equal scores at the end are cut in chunk order. */
function graph(table: string, vector: string, wanted: number): readonly Statement[] {
  const candidates = Math.min(MOST_CANDIDATES, wanted);
  const sql = `SELECT position, -(embedding <#> $1::vector) AS score FROM ${table} ORDER BY embedding <#> $1::vector LIMIT $2`;
  return [{ sql: `SET LOCAL hnsw.ef_search = ${candidates}` }, { sql, values: [vector, wanted] }];
}

function literal(vector: Float64Array): string {
  return `[${Array.from(vector, Math.fround).join(',')}]`;
}
