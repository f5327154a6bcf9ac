import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { LabError, messageOf } from '../errors.js';
import { shownPath, storePath } from '../project.js';
import { openSqlite, type Sqlite } from '../sqlite.js';
import { migrateCache } from './migrate-cache.js';
import { bytesOf, floatsOf } from './vectors.js';

/** What the vectors of one embedder share. */
export type Space = { readonly settings: string; readonly model: string; readonly dimensions: number };

export type Payment = { readonly tokens: number; readonly dollars: number | null };

/** The vectors of one space in a file. */
export type CacheFile = {
  readonly file: string;
  /** Makes the file where there is none, or throws: to be called before anything is paid for. */
  readonly ready: () => void;
  /** The vector of a key; null where there is none, and `damaged` where it is not what was written. */
  readonly get: (key: Buffer) => Float32Array | null | 'damaged';
  /** Writes an answer and what it cost in one transaction; a vector that is there already stays, unless damaged. */
  readonly put: (keys: readonly Buffer[], vectors: readonly Float32Array[], payment: Payment) => void;
  /** What was ever spent on this model, by all processes that wrote here. */
  readonly spent: () => { readonly tokens: number; readonly dollars: number | null };
  readonly close: () => void;
};

/** `embeddings.sqlite` beside the store. */
export function embeddingsPath(): string {
  return path.join(path.dirname(storePath()), 'embeddings.sqlite');
}

/** Opens the cache for a space. A file that is not there is made when it is first needed. Throws a LabError where one cannot be opened. */
export function openCacheFile(file: string, space: Space): CacheFile {
  const full = file === ':memory:' ? file : path.resolve(file);
  let open: OpenFile | null = null;
  const ready = () => {
    open ??= guard(full, () => openFile(full, space));
    return open;
  };
  const found = () => open ?? (full === ':memory:' || fs.existsSync(full) ? ready() : null);
  found();
  return {
    file: full,
    ready: () => void ready(),
    get: (key) => guard(full, () => found()?.get(key) ?? null),
    put: (keys, vectors, payment) => guard(full, () => ready().put(keys, vectors, payment)),
    spent: () => guard(full, () => found()?.spent() ?? { tokens: 0, dollars: 0 }),
    close: () => open?.close(),
  };
}

type OpenFile = Omit<CacheFile, 'file' | 'ready'>;

function openFile(full: string, space: Space): OpenFile {
  const db = opened(full);
  const writer = putter(db, spaceOf(db, space), space);
  const select = db.prepare('SELECT crc, vector FROM embeddings WHERE key = ?');
  const get = (key: Buffer) => read(select.get(key) as Row | undefined, space.dimensions);
  return {
    get,
    put: (keys, vectors, payment) => {
      const stands = (key: Buffer) => get(key) !== 'damaged';
      db.transaction(() => writer(keys, vectors, payment, stands)).immediate();
    },
    spent: () => spent(db, space.model),
    close: () => void db.close(),
  };
}

type Row = { readonly crc: number; readonly vector: Buffer };

function opened(full: string): Sqlite {
  if (full !== ':memory:') fs.mkdirSync(path.dirname(full), { recursive: true });
  const db = openSqlite(full);
  try {
    migrateCache(db, shownPath(full));
    return db;
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

function guard<T>(full: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    throw new LabError(
      `cache ${shownPath(full)}: cannot be read or written (${messageOf(thrown)}), wanted an SQLite file in a folder that can be written; name another, or delete it with its -wal and -shm to embed anew`,
    );
  }
}

function spaceOf(db: Sqlite, { settings, model, dimensions }: Space): number {
  const find = db.prepare('SELECT space_id FROM spaces WHERE settings = ?').pluck();
  const found = find.get(settings) as number | undefined;
  if (found !== undefined) return found;
  db.prepare('INSERT OR IGNORE INTO spaces (settings, model, dimensions) VALUES (?, ?, ?)').run(
    settings,
    model,
    dimensions,
  );
  return find.get(settings) as number;
}

function putter(db: Sqlite, spaceId: number, space: Space) {
  const insert = db.prepare('INSERT OR IGNORE INTO embeddings VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM embeddings WHERE key = ?');
  const pay = db.prepare(
    'INSERT INTO payments (model, paid_at, texts, tokens, dollars) VALUES (?, ?, ?, ?, ?)',
  );
  return (
    keys: readonly Buffer[],
    vectors: readonly Float32Array[],
    { tokens, dollars }: Payment,
    stands: (key: Buffer) => boolean,
  ): void => {
    keys.forEach((key, i) => {
      if (!stands(key)) remove.run(key);
      const bytes = bytesOf(vectors[i]!);
      insert.run(key, spaceId, crc32(bytes), bytes);
    });
    pay.run(space.model, new Date().toISOString(), keys.length, tokens, dollars);
  };
}

function spent(db: Sqlite, model: string): { readonly tokens: number; readonly dollars: number | null } {
  const row = db
    .prepare(
      'SELECT coalesce(sum(tokens), 0) AS tokens, sum(dollars) AS dollars, count(*) AS all_of, count(dollars) AS priced FROM payments WHERE model = ?',
    )
    .get(model) as { tokens: number; dollars: number | null; all_of: number; priced: number };
  // A sum that leaves some out would be too low.
  return { tokens: row.tokens, dollars: row.priced < row.all_of ? null : (row.dollars ?? 0) };
}

/** What has the checksum of what was written was looked at when it was. */
function read(row: Row | undefined, dimensions: number): Float32Array | null | 'damaged' {
  if (row === undefined) return null;
  const { crc, vector } = row;
  return vector.length === dimensions * 4 && crc32(vector) === crc ? floatsOf(vector) : 'damaged';
}
