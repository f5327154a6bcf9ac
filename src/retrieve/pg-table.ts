import { createHash } from 'node:crypto';
import { LabError } from '../errors.js';
import type { Chunk, Json } from '../types.js';
import type { Postgres, Statement } from './postgres.js';

export type PgOptions = {
  /** `postgres://user:password@host:port/database`. It is in no configuration, so it is not recorded. */
  readonly connection: string;
  /** What tables' names begin with. Default `retrieval_lab`. */
  readonly table?: string;
  /** Texts that are sent at a time. Default 500. */
  readonly batch?: number;
};

/** A table of texts: its columns after the text itself, what it is indexed by, and what decides its contents beside the texts. */
export type Content = {
  /** Whose messages these are. */
  readonly where: string;
  readonly kind: string;
  readonly key: Json;
  readonly before: readonly string[];
  /** As in CREATE TABLE. */
  readonly columns: string;
  /** Where a value is sent for each text: its column, its type, and the values of some texts. */
  readonly sent?: {
    readonly column: string;
    readonly type: string;
    readonly values: (texts: readonly string[]) => Promise<readonly string[]>;
  };
  /** As in CREATE INDEX … ON table. */
  readonly indexes: readonly string[];
  readonly onDone?: (done: number, total: number) => void;
};

/** Texts and the chunks that they stand for. */
export type Texts = {
  readonly chunks: readonly Chunk[];
  readonly texts: readonly string[];
  readonly owners: Int32Array;
};

/**
 * Makes the table of these texts and gives its name, which ends in a digest of all that is in it: other texts or settings have a table of their own.
 * Rows are sent in order, each batch in one transaction, so a build that was broken off goes on where it stopped, and one
 * that is complete costs a look. Indexes are made when all rows are there, which is faster and gives a better graph.
 */
export async function pgTable(
  db: Postgres,
  of: Texts,
  content: Content,
  options: PgOptions,
): Promise<string> {
  const { table, batch } = settle(content.where, options);
  const name = `${table}_${content.kind}_${digest(of, content.key)}`;
  const total = of.texts.length;
  await db([
    ...content.before.map((sql) => ({ sql })),
    {
      sql: `CREATE TABLE IF NOT EXISTS ${name} (position int PRIMARY KEY, content text NOT NULL, ${content.columns})`,
    },
  ]);
  const [row] = await db([{ sql: `SELECT coalesce(max(position) + 1, 0)::int AS done FROM ${name}` }]);
  for (let from = Number(row?.['done']); from < total; from += batch) {
    const to = Math.min(total, from + batch);
    await db([await insertion(name, of, content, from, to)]);
    content.onDone?.(to, total);
  }
  await db([
    ...content.indexes.map((on, i) => ({ sql: `CREATE INDEX IF NOT EXISTS ${name}_${i} ON ${name} ${on}` })),
    { sql: `ANALYZE ${name}` },
  ]);
  return name;
}

async function insertion(
  name: string,
  of: Texts,
  { sent }: Content,
  from: number,
  to: number,
): Promise<Statement> {
  // Postgres holds no zero bytes in texts.
  const texts = of.texts.slice(from, to).map((text) => text.replaceAll('\0', ' '));
  const positions = texts.map((_, i) => from + i);
  if (sent === undefined)
    return {
      sql: `INSERT INTO ${name} (position, content) SELECT * FROM unnest($1::int[], $2::text[]) ON CONFLICT DO NOTHING`,
      values: [positions, texts],
    };
  return {
    sql: `INSERT INTO ${name} (position, content, ${sent.column})
      SELECT p, t, v::${sent.type} FROM unnest($1::int[], $2::text[], $3::text[]) AS rows (p, t, v) ON CONFLICT DO NOTHING`,
    values: [positions, texts, await sent.values(of.texts.slice(from, to))],
  };
}

function settle(where: string, { connection, table = 'retrieval_lab', batch = 500 }: PgOptions) {
  if (typeof connection !== 'string' || connection === '')
    throw new LabError(
      `${where}: there is no connection, wanted an address such as postgres://user:password@host/database; give one`,
    );
  // A name in Postgres has at most 63 letters, of which the kind, the digest and an index's number take 30.
  if (!/^[a-z_][a-z0-9_]{0,31}$/.test(table))
    throw new LabError(
      `${where}: table is ${JSON.stringify(table)}, wanted at most 32 of a to z, 0 to 9 and _; correct it`,
    );
  if (!Number.isInteger(batch) || batch < 1)
    throw new LabError(`${where}: batch is ${batch}, wanted a whole number of at least 1; 500 is usual`);
  return { table, batch };
}

function digest({ texts, owners }: Texts, key: Json): string {
  const hash = createHash('sha1').update(JSON.stringify(key));
  texts.forEach((text, i) => {
    hash.update(`\0${owners[i]}\0${text}`);
  });
  return hash.digest('hex').slice(0, 16);
}

/** The hits of rows with a position and a score, best first, each chunk once. */
export function hitsOfRows(
  { chunks, owners }: Texts,
  rows: readonly Readonly<Record<string, unknown>>[],
  depth: number,
) {
  const ranked = rows
    .map((row) => ({ text: Number(row['position']), score: Number(row['score']) }))
    .sort((a, b) => b.score - a.score || a.text - b.text);
  const seen = new Set<number>();
  return ranked
    .filter(({ text }) => seen.size < seen.add(owners[text]!).size)
    .slice(0, depth)
    .map(({ text, score }) => {
      const { id, docId } = chunks[owners[text]!]!;
      return { chunkId: id, docId, score };
    });
}

/** What the table and its indexes take on the server's disk. */
export async function tableBytes(db: Postgres, table: string): Promise<number> {
  const [row] = await db([{ sql: `SELECT pg_total_relation_size('${table}')::float8 AS bytes` }]);
  return Number(row?.['bytes']);
}
