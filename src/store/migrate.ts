import { LabError } from '../errors.js';
import type { Sqlite } from '../sqlite.js';
import { runs } from './migrations/001-runs.js';
import { repeats } from './migrations/002-repeats.js';
import { places } from './migrations/003-places.js';
import { stages } from './migrations/004-stages.js';
import { pageCount } from './migrations/005-page-count.js';
import { costs } from './migrations/006-costs.js';
import { reviews } from './migrations/007-reviews.js';
import { notebook } from './migrations/008-notebook.js';
import { judgments } from './migrations/009-judgments.js';
import { ragAnswers } from './migrations/010-rag-answers.js';

/** In order; the number of a migration is its place, from 1. One that has been released is never changed, only followed. */
const MIGRATIONS: readonly string[] = [
  runs,
  repeats,
  places,
  stages,
  pageCount,
  costs,
  reviews,
  notebook,
  judgments,
  ragAnswers,
];

/**
 * Brings a store's tables up to date inside one exclusive transaction, so that two processes that open a new store at once do
 * not both build it, and a failure leaves it as it was. A store of a later release is refused by name.
 */
export function migrate(db: Sqlite, file: string): void {
  if (versionOf(db) === MIGRATIONS.length) return;
  const run = db.transaction(() => {
    const version = versionOf(db);
    if (version > MIGRATIONS.length) {
      throw new LabError(
        `store ${file}: has the version ${version}, wanted at most ${MIGRATIONS.length}; it was made by a later release, so update retrieval-lab or name another store`,
      );
    }
    for (const migration of MIGRATIONS.slice(version)) db.exec(migration);
    db.pragma(`user_version = ${MIGRATIONS.length}`);
  });
  // A table that others refer to is made anew: dropping the old one must not take their rows along. This can be set outside a transaction only.
  db.pragma('foreign_keys = OFF');
  try {
    run.exclusive();
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

function versionOf(db: Sqlite): number {
  return db.pragma('user_version', { simple: true }) as number;
}
