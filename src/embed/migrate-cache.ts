import { LabError } from '../errors.js';
import type { Sqlite } from '../sqlite.js';
import { embeddings } from './migrations/001-embeddings.js';

/** In order; the number of a migration is its place, from 1. One that has been released is never changed, only followed. */
const MIGRATIONS: readonly string[] = [embeddings];
/** `rlab` and a number for caches, so that a store that is named by mistake is not built over. */
const APPLICATION_ID = 0x726c6162;

/** Brings the tables of a cache up to date in one exclusive transaction. Throws where the file is of a later release or another program's. */
export function migrateCache(db: Sqlite, file: string): void {
  if (versionOf(db) === MIGRATIONS.length && idOf(db) === APPLICATION_ID) return;
  const run = db.transaction(() => {
    const version = versionOf(db);
    const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number;
    if (idOf(db) !== APPLICATION_ID && tables > 0) {
      throw new LabError(
        `cache ${file}: holds other tables than embeddings, wanted a file of its own; name another`,
      );
    }
    if (version > MIGRATIONS.length) {
      throw new LabError(
        `cache ${file}: has the version ${version}, wanted at most ${MIGRATIONS.length}; it was made by a later release, so update retrieval-lab or name another file`,
      );
    }
    for (const migration of MIGRATIONS.slice(version)) db.exec(migration);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${MIGRATIONS.length}`);
  });
  run.exclusive();
}

function versionOf(db: Sqlite): number {
  return db.pragma('user_version', { simple: true }) as number;
}

function idOf(db: Sqlite): number {
  return db.pragma('application_id', { simple: true }) as number;
}
