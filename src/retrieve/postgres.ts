import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { LabError, messageOf } from '../errors.js';

/** A statement with its parameters. */
export type Statement = { readonly sql: string; readonly values?: readonly unknown[] };

export type Row = Readonly<Record<string, unknown>>;

/** Runs statements in one transaction and gives the rows of the last. Every transaction must be one that may be run again. */
export type Postgres = (statements: readonly Statement[]) => Promise<readonly Row[]>;

/** A lost connection is tried again after 0.1, 0.4 and 1.6 seconds. */
const PAUSES_MS = [100, 400, 1600];

/** SQLSTATE classes of lost connections and of servers that start or stop, and the system's own codes. */
const LOST =
  /^(08...|57P0[123]|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$|Connection terminated|Connection ended|timeout exceeded/;

/**
 * A server by its address. The package `pg` is an optional peer, loaded here. A connection that breaks is opened again and its transaction
 * repeated, so that a run of hours survives it; idle connections keep no process alive.
 */
export async function postgres(where: string, connection: string): Promise<Postgres> {
  const pool = await poolOf(where, connection);
  return async (statements) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await inTransaction(pool, statements);
      } catch (thrown) {
        const wait = PAUSES_MS[attempt];
        if (wait === undefined || !isLost(thrown))
          throw new LabError(
            `${where}: Postgres answered "${messageOf(thrown)}", wanted its rows; look at the server, its rights and its extension vector`,
          );
        await pause(wait);
      }
    }
  };
}

/** Retrievers of one server share its connections: an experiment has many, and a server few. */
const pools = new Map<string, Pool>();

async function poolOf(where: string, connectionString: string): Promise<Pool> {
  const { Pool } = await load(where);
  const known = pools.get(connectionString);
  if (known !== undefined) return known;
  const pool = new Pool({ connectionString, max: 4, allowExitOnIdle: true });
  // An idle connection that breaks is replaced when it is next needed; without a listener it would end the process.
  pool.on('error', () => {});
  pools.set(connectionString, pool);
  return pool;
}

async function inTransaction(pool: Pool, statements: readonly Statement[]): Promise<readonly Row[]> {
  const client = await pool.connect();
  // A connection that breaks while a query runs tells the query and the client; only the first is ours to hear.
  const ignore = () => {};
  client.on('error', ignore);
  let broken = true;
  try {
    await client.query('BEGIN');
    const rows = await last(client, statements);
    await client.query('COMMIT');
    broken = false;
    return rows;
  } finally {
    client.off('error', ignore);
    // A client in doubt is closed, and its transaction with it.
    client.release(broken);
  }
}

async function last(client: PoolClient, statements: readonly Statement[]): Promise<readonly Row[]> {
  let rows: readonly Row[] = [];
  for (const { sql, values } of statements)
    rows = (await client.query(sql, values === undefined ? [] : [...values])).rows;
  return rows;
}

function isLost(thrown: unknown): boolean {
  const { code } = (thrown ?? {}) as { readonly code?: unknown };
  return (typeof code === 'string' && LOST.test(code)) || LOST.test(messageOf(thrown));
}

async function load(where: string): Promise<typeof import('pg')> {
  try {
    return (await import('pg')).default as unknown as typeof import('pg');
  } catch (thrown) {
    throw new LabError(
      `${where}: the package pg cannot be loaded (${messageOf(thrown)}), wanted version 8; install it`,
    );
  }
}
