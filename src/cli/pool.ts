import { LabError } from '../errors.js';
import { type Pool, poolText } from '../judge/pool-file.js';
import { poolOfRuns } from '../judge/pool-of-runs.js';
import { openStore } from '../store/open-store.js';
import type { Words } from './args.js';
import { print } from './output.js';
import { writeOut } from './write-out.js';

/** `rlab pool`: what several arms found, as a file to be judged. */
export async function act(words: Words): Promise<void> {
  const file = words.text('out') ?? 'pool.jsonl';
  const pool = poolAsked(words);
  const pages = pool.queries.reduce((sum, query) => sum + query.pages.length, 0);
  if (pages === 0)
    throw new LabError(
      `rlab pool: every page among the first ${pool.depth} of these arms has a label, wanted some that has none; pool deeper, or add --with-judged for a second pass`,
    );
  writeOut('rlab pool: --out', file, poolText(pool));
  const { queries, arms, depth } = pool;
  print(words.flag('json'), { file, queries: queries.length, pages, arms, depth }, () =>
    [
      `${pages} pages for ${queries.length} queries (${(pages / queries.length).toFixed(1)} a query), ${pool.how}, are in ${file}.`,
      `To judge them: rlab judge ${file}`,
    ].join('\n'),
  );
}

function poolAsked(words: Words): Pool {
  const names = armsNamed(words.text('arms'));
  const store = openStore(words.text('store'));
  try {
    const runs = names.map((name) => store.run(name));
    return poolOfRuns(words.text('name') ?? 'pool', runs, new Date().toISOString(), {
      depth: words.count('depth', 10),
      withJudged: words.flag('with-judged'),
      seed: words.count('seed', 1),
    });
  } finally {
    store.close();
  }
}

function armsNamed(text: string | undefined): readonly string[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new LabError(
    'rlab pool: found no --arms, wanted the names of recorded runs, parted by commas; see rlab ls',
  );
}
