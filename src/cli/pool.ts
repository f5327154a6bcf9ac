import path from 'node:path';
import { LabError } from '../errors.js';
import { type Pool, poolText } from '../judge/pool-file.js';
import { poolOfRuns } from '../judge/pool-of-runs.js';
import { counted } from '../measure/score-notes.js';
import { openStore } from '../store/open-store.js';
import type { Words } from './args.js';
import { namesIn } from './names-in.js';
import { print } from './output.js';
import { poolToSettleRuns } from './pool-active.js';
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

/** Where the queries may come from, and the options that go with it; `--name` and `--out` go with all. */
const GO_WITH: Readonly<Record<string, readonly string[]>> = {
  active: ['metric', 'most', 'seed'],
  queries: ['arms', 'experiment', 'data', 'timeout', 'depth', 'seed'],
  arms: ['depth', 'with-judged', 'seed'],
};

/** Where the queries come from: two runs to settle, a file, or else the cases of recorded runs. */
async function pooledFrom(words: Words): Promise<Pooled> {
  const source = ['active', 'queries'].find((name) => words.text(name) !== undefined) ?? 'arms';
  const all = new Set([...Object.values(GO_WITH).flat(), ...Object.keys(GO_WITH)]);
  const given = [...all].filter(
    (name) => name !== source && (words.text(name) !== undefined || words.flag(name)),
  );
  const astray = given.find((name) => !GO_WITH[source]!.includes(name));
  if (astray !== undefined) {
    const where = Object.keys(GO_WITH).filter((name) => GO_WITH[name]!.includes(astray));
    throw new LabError(
      `rlab pool: --${astray} says nothing beside --${source}, wanted it ${where.length === 0 ? 'alone' : `with --${where.join(' or --')}`}; drop it`,
    );
  }
  if (source === 'active') return poolToSettleRuns(words);
  return source === 'queries' ? poolOfFile(words) : poolOfRecorded(words);
}

function poolOfRecorded(words: Words): Pooled {
  const names = namesIn(words.text('arms'), '--arms', 'the names of recorded runs, parted by commas');
  const store = openStore(words.text('store'));
  try {
    const runs = names.map((name) => store.run(name));
    const twice = runs.find(({ id }, i) => runs.findIndex((run) => run.id === id) < i);
    if (twice !== undefined)
      throw new LabError(
        `rlab pool: --arms names run ${twice.id} (${twice.name}) twice, wanted each arm once; drop one`,
      );
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

/** The pool would take the place of what it was made from. */
function checkOut(out: string, queries: string | undefined): void {
  if (queries === undefined || path.resolve(out) !== path.resolve(queries)) return;
  throw new LabError(
    `rlab pool: --out and --queries are both ${out}, wanted another file for the pool; name one`,
  );
}
