import { counted } from '../measure/score-notes.js';
import type { EmbeddingEstimate } from '../sweep/embedding-estimate.js';
import { sumOf } from '../sweep/embedding-estimate.js';
import type { ArmEstimate, SweepEstimate } from '../sweep/estimate.js';
import type { Paid } from '../sweep/paid.js';
import { dollarsText } from './print-costs.js';
import { type Cell, textTable } from './tables.js';

/** What a sweep would take, as tables: by arm, by embedder, and what has to be known beside them. */
export function estimateText(estimate: SweepEstimate): string {
  const { dataset, cases, repeats, arms } = estimate;
  const each = repeats === 1 ? '' : `, each ${repeats} times`;
  return [
    `Nothing was run. ${dataset}: ${counted(cases, 'case', 'cases')}${each}, ${counted(arms.length, 'arm', 'arms')}`,
    armsTable(estimate),
    ...embeddersTable(estimate),
    [searchesLine(estimate), ...notes(estimate)].join('\n'),
  ].join('\n\n');
}

const NUMBERS = ['tokens', 'dollars', 'in the cache', 'texts left', 'tokens left', 'dollars left'];

function armsTable({ arms, embedders }: SweepEstimate): string {
  const kinds = (['cuts', 'chunks', 'queries'] as const).filter((kind) =>
    arms.some((arm) => arm.embeddings.some((one) => one.of === kind)),
  );
  const embeds = embedders.length > 0;
  const rows = arms.map((arm) => [
    arm.name,
    arm.chunks ?? 'unknown',
    arm.searches,
    arm.left,
    ...kinds.map((kind) => textsCell(arm, kind)),
    ...(embeds ? numbers(armSum(arm)) : []),
  ]);
  const heads = kinds.map((kind) => `${kind} to embed`);
  return textTable(['arm', 'chunks', 'searches', 'left', ...heads, ...(embeds ? NUMBERS : [])], rows);
}

function textsCell({ embeddings }: ArmEstimate, kind: string): Cell {
  const some = embeddings.filter((one) => one.of === kind);
  if (some.length === 0) return null;
  if (some.some((one) => one.estimate === null)) return 'unknown';
  return sumOf(some.map((one) => one.estimate!)).whole.texts;
}

/** Of what is known. */
function armSum({ embeddings }: ArmEstimate): EmbeddingEstimate | null {
  return embeddings.length === 0 ? null : sumOf(embeddings.flatMap((one) => one.estimate ?? []));
}

function numbers(sum: EmbeddingEstimate | null): readonly Cell[] {
  if (sum === null) return NUMBERS.map(() => null);
  const { whole, cached, left } = sum;
  return [
    whole.tokens,
    dollarsCell(whole.dollars),
    cached,
    left.texts,
    left.tokens,
    dollarsCell(left.dollars),
  ];
}

function dollarsCell(dollars: number | null): string {
  return dollars === null ? 'unknown' : dollarsText(dollars);
}

function embeddersTable({ embedders, total }: SweepEstimate): readonly string[] {
  if (total === null) return [];
  const rows = embedders.map((one) => [one.name, one.whole.texts, ...numbers(one)]);
  const sum = embedders.length === 1 ? [] : [['all', total.whole.texts, ...numbers(total)]];
  return [
    `By embedder, each text once however many arms share it\n${textTable(['embedder', 'texts', ...NUMBERS], [...rows, ...sum])}`,
  ];
}

function searchesLine({ searches, arms }: SweepEstimate): string {
  const done = arms.filter((arm) => arm.left === 0).length;
  const resumed =
    searches.left === searches.all
      ? ''
      : `, ${searches.left} with --resume: ${done} of ${arms.length} arms are done`;
  return `Searches: ${searches.all} (cases × repeats × arms)${resumed}`;
}

function notes({ arms, embedders, prices }: SweepEstimate): readonly string[] {
  const uncut = arms.filter((arm) => arm.chunks === null).map((arm) => arm.chunker);
  const notExact = embedders.filter((one) => !one.whole.exact).map((one) => one.name);
  const bare = embedders.filter((one) => one.cached === null).map((one) => one.name);
  return [
    ...[...new Set(uncut)].map(
      (name) =>
        `${name}: how many chunks it makes, and so what embedding them takes, is not known before its cuts are embedded; tokens and dollars are at least these`,
    ),
    ...embedders
      .filter((one) => one.refused > 0)
      .map(
        (one) =>
          `${one.name}: not counted ${counted(one.refused, 'text', 'texts')} over its limit, which would be an error; rlab doctor says of which chunks`,
      ),
    ...(bare.length === 0
      ? []
      : [
          `Without a cache arms and repeats embed the same texts again, so that what is left is the most that it can be: ${bare.join(', ')}; put cached() around`,
        ]),
    ...(notExact.length === 0 ? [] : [`Tokens are estimated, to the high side: ${notExact.join(', ')}`]),
    ...(prices === null ? [] : [`Prices of OpenAI's models are those of ${prices.taken} (${prices.source})`]),
  ];
}

/** What was really paid, a line for each embedder. */
export function paidText(paid: readonly Paid[]): readonly string[] {
  return paid.map(({ embedder, texts, tokens, dollars, cached }) => {
    if (texts === null) return `Embedded by ${embedder}: it keeps no count; put cached() around it to see`;
    const price = dollars === null ? 'at a price that is not known' : `for ${dollarsText(dollars)} dollars`;
    const had = cached === null ? '' : `; ${cached} more were in the cache or came twice`;
    return `Embedded by ${embedder}: ${counted(texts, 'text', 'texts')}, ${tokens} tokens, ${price}${had}`;
  });
}
