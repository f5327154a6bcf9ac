import { indexedTexts } from '../chunk/indexed-texts.js';
import { LabError } from '../errors.js';
import type { Chunk, ChunkSet, PlainRetriever, RetrieverSpec } from '../types.js';
import { hitsOfRows, type PgOptions, pgTable, type Texts, tableBytes } from './pg-table.js';
import { postgres } from './postgres.js';
import { retrieverOf } from './retriever-of.js';
import { topChunksOf } from './top-chunks.js';

export type PgTextOptions = PgOptions & {
  /** A text search configuration of the server. Default `english`; `simple` stems nothing. */
  readonly language?: string;
};

/**
 * Postgres' own full text search: a text with any term of the query is a hit, ranked by `ts_rank_cd` with 1 + ln(length) as
 * normalisation. Its table and index are made when they are not there. Without chunks: the setting itself.
 */
export function pgtext(options: PgTextOptions): RetrieverSpec;
export function pgtext(chunks: ChunkSet | readonly Chunk[], options: PgTextOptions): Promise<PlainRetriever>;
export function pgtext(
  first: ChunkSet | readonly Chunk[] | PgTextOptions,
  second?: PgTextOptions,
): RetrieverSpec | Promise<PlainRetriever> {
  if (Array.isArray(first) || 'chunks' in first)
    return build(first as ChunkSet | readonly Chunk[], second as PgTextOptions);
  const options = first as PgTextOptions;
  return { ...named(options), build: (set) => build(set, options) };
}

function named({ language = 'english' }: PgTextOptions) {
  if (!/^[a-z_]{1,40}$/.test(language))
    throw new LabError(
      `pgtext: language is ${JSON.stringify(language)}, wanted the name of a text search configuration; "english" and "simple" are usual`,
    );
  return { name: `pgtext ${language}`, config: { retriever: 'pgtext', language } };
}

async function build(given: ChunkSet | readonly Chunk[], options: PgTextOptions): Promise<PlainRetriever> {
  const { name, config } = named(options);
  const chunkSet = 'chunks' in given ? given : null;
  const chunks = 'chunks' in given ? given.chunks : given;
  const of: Texts = { chunks, ...indexedTexts(chunks) };
  const db = await postgres('pgtext', options.connection);
  const terms = `to_tsvector('${config.language}', content)`;
  const content = {
    where: 'pgtext',
    kind: 'texts',
    key: config.language,
    before: [],
    columns: `terms tsvector GENERATED ALWAYS AS (${terms}) STORED`,
    indexes: ['USING gin (terms)'],
  };
  const table = await pgTable(db, of, content, options);
  const { most } = topChunksOf(of.owners);
  // plainto_tsquery wants all terms; a question rarely has an answer with all of its words.
  const sql = `WITH asked AS (SELECT replace(plainto_tsquery('${config.language}', $1)::text, '&', '|')::tsquery AS any_term)
    SELECT position, ts_rank_cd(terms, any_term, 1)::float8 AS score FROM ${table}, asked WHERE terms @@ any_term
    ORDER BY score DESC, position LIMIT $2`;
  const search = async (query: string, depth: number) => {
    if (!(depth >= 1)) return [];
    const wanted = Math.min(of.texts.length, Math.floor(depth) * most);
    const rows = await db([{ sql, values: [query.replaceAll('\0', ' '), wanted] }]);
    return hitsOfRows(of, rows, Math.floor(depth));
  };
  return retrieverOf({ name, config }, chunkSet, search, async () => ({
    bytes: await tableBytes(db, table),
    embedding: null,
  }));
}
