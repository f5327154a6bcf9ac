import path from 'node:path';
import { LabError } from '../errors.js';
import { type Pool, poolText } from '../judge/pool-file.js';
import { poolOfRuns } from '../judge/pool-of-runs.js';
import { counted } from '../measure/score-notes.js';
import { openStore } from '../store/open-store.js';
import type { Words } from './args.js';
import { print } from './output.js';
import { poolOfFile } from './pool-queries.js';
import { writeOut } from './write-out.js';

/** A pool, with what is to be said of how it came about: as lines for a reader, and as facts for a script. */
export type Pooled = {
  readonly pool: Pool;
  readonly notes: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
};

/** `rlab pool`: what several arms found, as a file to be judged. */
export async function act(words: Words): Promise<void> {
  const file = words.text('out') ?? 'pool.jsonl';
  checkOut(file, words.text('queries'));
  const { pool, notes, facts } = await pooledFrom(words);
  const pages = pool.queries.reduce((sum, query) => sum + query.pages.length, 0);
  writeOut('rlab pool: --out', file, poolText(pool));
  const { queries, arms, depth } = pool;
  print(words.flag('json'), { file, queries: queries.length, pages, arms, depth, ...facts }, () =>
    [
      `${counted(pages, 'page', 'pages')} for ${counted(queries.length, 'query', 'queries')} (${(pages / queries.length).toFixed(1)} a query), ${pool.how}, ${pages === 1 ? 'is' : 'are'} in ${file}.`,
      ...notes,
      `To judge them: rlab judge ${file}`,
    ].join('\n'),
  );
}

/** Where the queries come from: a file, or else the cases of recorded runs. */
async function pooledFrom(words: Words): Promise<Pooled> {
  if (words.text('queries') !== undefined) return poolOfFile(words);
  const live = ['experiment', 'data', 'timeout'].find((name) => words.text(name) !== undefined);
  if (live === undefined) return poolOfRecorded(words);
  throw new LabError(
    `rlab pool: --${live} goes with --queries, found it alone, wanted a file of queries to search for; add --queries FILE, or drop it to pool recorded runs`,
  );
}

function poolOfRecorded(words: Words): Pooled {
  const names = namesIn(words.text('arms'));
  const store = openStore(words.text('store'));
  try {
    const runs = names.map((name) => store.run(name));
    const pool = poolOfRuns(words.text('name') ?? 'pool', runs, new Date().toISOString(), {
      depth: words.count('depth', 10),
      withJudged: words.flag('with-judged'),
      seed: words.count('seed', 1),
    });
    if (pool.queries.length > 0) return { pool, notes: [], facts: {} };
    throw new LabError(
      `rlab pool: every page among the first ${pool.depth} of these arms has a label, wanted some that has none; pool deeper, or add --with-judged for a second pass`,
    );
  } finally {
    store.close();
  }
}

function namesIn(text: string | undefined): readonly string[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new LabError(
    'rlab pool: found no --arms, wanted the names of recorded runs, parted by commas; see rlab ls',
  );
}

/** The pool would take the place of what it was made from. */
function checkOut(out: string, queries: string | undefined): void {
  if (queries === undefined || path.resolve(out) !== path.resolve(queries)) return;
  throw new LabError(
    `rlab pool: --out and --queries are both ${out}, wanted another file for the pool; name one`,
  );
}
