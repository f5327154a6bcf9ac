import { signed } from '../compare/verdict.js';
import { LabError } from '../errors.js';
import { type PoolToSettle, poolToSettle } from '../judge/pool-to-settle.js';
import { counted } from '../measure/score-notes.js';
import { openStore } from '../store/open-store.js';
import { VERDICT_WORDS } from '../view/verdict-words.js';
import type { Words } from './args.js';
import { namesIn } from './names-in.js';
import type { Pooled } from './pool.js';

/** `rlab pool --active A,B`: what to judge next so that few judgments settle which run is better. */
export function poolToSettleRuns(words: Words): Pooled {
  const names = namesIn(
    words.text('active'),
    '--active',
    'the names of two recorded runs, parted by a comma',
  );
  if (names.length !== 2)
    throw new LabError(
      `rlab pool: --active names ${names.length === 1 ? 'one run' : `${names.length} runs`}, wanted two, parted by a comma; name the two that are to be told apart`,
    );
  const store = openStore(words.text('store'));
  try {
    const [a, b] = [store.run(names[0]!), store.run(names[1]!)];
    const judgments = a.dataset === null ? [] : store.judgments({ dataset: a.dataset });
    const metric = words.text('metric');
    const { pool, next } = poolToSettle(
      words.text('name') ?? 'pool',
      a,
      b,
      new Date().toISOString(),
      judgments,
      {
        count: words.count('most', 20),
        seed: words.count('seed', 1),
        ...(metric === undefined ? {} : { metric }),
      },
    );
    const { items, ...facts } = next;
    if (items.length === 0)
      throw new LabError(
        `rlab pool: no page without a label could change ${metric ?? a.metrics[0]} between these runs, wanted some to judge; ${next.judged > 0 ? `${next.judged} were judged since: write the labels with rlab labels export, and score the runs by them with rlab rescore` : 'compare them, they are as settled as they can be'}`,
      );
    return { pool, notes: notesOf(next), facts };
  } finally {
    store.close();
  }
}

function notesOf({ judged, left, now, forA, forB, exact, settled }: PoolToSettle['next']): readonly string[] {
  const said = ({ verdict, delta }: typeof now) =>
    `${verdict === null ? 'not computed' : VERDICT_WORDS[verdict]} (${signed(delta)})`;
  const stop = {
    verdict: exact
      ? 'settled: no judgment of a page that is left changes the verdict'
      : 'settled as far as a search tells: it found no labels of the pages that are left which change the verdict',
    sign: exact
      ? 'the sign is settled, the verdict is not'
      : 'the sign is settled as far as a search tells, the verdict is not',
    likely: 'the sign is settled by all odds (95 %), the verdict is not',
    no: 'not settled',
  }[settled];
  return [
    `${counted(judged, 'page was', 'pages were')} judged since the labels were made, ${counted(left, 'page that counts is', 'pages that count are')} open: ${stop}.`,
    `Now ${said(now)}; were all that is open to favour the first run ${said(forA)}, the second ${said(forB)}.`,
  ];
}
