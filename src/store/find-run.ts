import { didYouMean, LabError } from '../errors.js';
import type { Sqlite } from '../sqlite.js';

export type RunRow = Record<string, string | number | null>;

/** The row of a run named by its id, by a prefix that no other id has, or by name (the latest of that name). */
export function findRun(db: Sqlite, named: string): RunRow {
  const exact = db.prepare('SELECT * FROM runs WHERE run_id = ?').get(named);
  const byName = () =>
    db.prepare('SELECT * FROM runs WHERE name = ? ORDER BY started_at DESC, rowid DESC LIMIT 1').get(named);
  const found = (exact ?? byName()) as RunRow | undefined;
  if (found !== undefined) return found;
  const byPrefix = prefixed(db, named);
  if (byPrefix.length === 1) return byPrefix[0]!;
  if (byPrefix.length > 1) {
    const ids = byPrefix.slice(0, 5).map((row) => `${row['run_id']} (${row['name']})`);
    throw new LabError(
      `run "${named}": ${byPrefix.length} ids begin so (${ids.join(', ')}), wanted one; type more of it`,
    );
  }
  throw unknownRun(db, named);
}

/** The id of a run that is named as for `findRun`. */
export function runIdOf(db: Sqlite, named: string): string {
  return String(findRun(db, named)['run_id']);
}

function prefixed(db: Sqlite, prefix: string): RunRow[] {
  if (prefix === '') return [];
  return db
    .prepare('SELECT * FROM runs WHERE substr(run_id, 1, length(?)) = ? ORDER BY started_at')
    .all(prefix, prefix) as RunRow[];
}

function unknownRun(db: Sqlite, named: string): LabError {
  const names = (db.prepare('SELECT DISTINCT name FROM runs ORDER BY name').all() as RunRow[]).map((row) =>
    String(row['name']),
  );
  if (names.length === 0)
    return new LabError(
      `run "${named}": the store holds no runs; record one first, with rlab run or rlab baseline`,
    );
  const hint =
    didYouMean(named, names) ||
    `; the store holds ${names.slice(0, 8).join(', ')}${names.length > 8 ? ' and more' : ''}`;
  return new LabError(`run "${named}" is in the store by no id, prefix or name${hint}`);
}
