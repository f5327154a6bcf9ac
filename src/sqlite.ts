import Database from 'better-sqlite3';

/** The one file that imports better-sqlite3. */
export type Sqlite = Database.Database;

/**
 * Opens (or makes) a database file with the settings all of ours share: WAL, so that readers and one writer do not block each
 * other; a busy timeout for two writers; foreign keys held.
 */
export function openSqlite(file: string): Sqlite {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('busy_timeout = 10000');
  db.pragma('foreign_keys = ON');
  return db;
}
