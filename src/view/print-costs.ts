import { type Costs, costsOf } from '../measure/costs.js';
import type { Run } from '../types.js';
import { type Cell, markdownTable, markdownText, textTable } from './tables.js';

/** What each run's answers cost, as a table: a gain in recall that doubles the context is another finding than one that does not. */
export function costsText(runs: readonly Run[]): string {
  const costs = runs.map(costsOf);
  const columns = [...columnsOf(runs, costs), ...LATENCY];
  return textTable(
    columns.map(([name]) => name),
    costs.map((one) => columns.map(([, cell]) => cell(one))),
  );
}

/** The same for a report, without latencies, which are others each time. */
export function costsMarkdown(runs: readonly Run[]): string {
  const costs = runs.map(costsOf);
  const columns = columnsOf(runs, costs);
  return markdownTable(
    columns.map(([name]) => name),
    costs.map((one) => columns.map(([, cell], i) => (i === 0 ? markdownText(one.name) : cell(one)))),
  );
}

type Column = readonly [string, (costs: Costs) => Cell];

/** What nobody recorded has no column. */
function columnsOf(runs: readonly Run[], costs: readonly Costs[]): readonly Column[] {
  const k = [...new Set(runs.map((run) => run.k))].join(', ');
  const known = (pick: (one: Costs) => number | null) => costs.some((one) => pick(one) !== null);
  return [
    ['run', ({ name }) => name],
    ['n', ({ n }) => n],
    ['chunks', ({ chunks }) => chunks],
    ...(known((one) => one.chunkTokens) ? [['tokens a chunk', tokensCell('chunkTokens')] as const] : []),
    ...(known((one) => one.contextTokens)
      ? [[`tokens in the first ${k} chunks`, tokensCell('contextTokens')] as const]
      : known((one) => one.contextChars)
        ? [[`characters in the first ${k} chunks`, tokensCell('contextChars')] as const]
        : []),
    ...(known((one) => one.indexBytes) ? [['index', indexCell] as const] : []),
    ...(known((one) => one.embeddingTokens)
      ? ([
          ['tokens to embed', tokensCell('embeddingTokens')],
          ['dollars', dollarsCell],
        ] as const)
      : []),
  ];
}

const LATENCY: readonly Column[] = [
  ['median ms', ({ medianMs }) => medianMs?.toFixed(1) ?? null],
  ['p95 ms', ({ p95Ms }) => p95Ms?.toFixed(1) ?? null],
];

function tokensCell(
  name: 'chunkTokens' | 'contextTokens' | 'contextChars' | 'embeddingTokens',
): (costs: Costs) => Cell {
  return (costs) => (costs[name] === null ? null : Math.round(costs[name]));
}

function indexCell({ indexBytes }: Costs): Cell {
  return indexBytes === null ? null : bytesText(indexBytes);
}

/** An index that embeds nothing costs nothing to embed. */
function dollarsCell({ embeddingTokens, embeddingDollars }: Costs): Cell {
  if (embeddingTokens === null) return null;
  return embeddingDollars === null ? 'unknown' : dollarsText(embeddingDollars);
}

/** To the cent, or to two digits where it is less. */
export function dollarsText(dollars: number): string {
  return dollars === 0 || dollars >= 0.01 ? dollars.toFixed(2) : dollars.toPrecision(2);
}

export function bytesText(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
