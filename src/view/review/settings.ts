import { type Costs, costsOf } from '../../measure/costs.js';
import { type StageSummary, summarizeStages } from '../../measure/stage-summary.js';
import type { Json, Run } from '../../types.js';
import { bytesText, dollarsText } from '../print-costs.js';
import { formatMetric } from '../tables.js';
import { brief } from './brief.js';
import type { Setting } from './review-types.js';

/** Longer values are known by their beginning. */
const VALUE = 120;
const MOST_SETTINGS = 40;

/** The settings that two runs differ in, by their path in the configuration; a dash where one does not have it. */
export function settingsThatDiffer(a: Run, b: Run): readonly Setting[] {
  const [left, right] = [flat(a), flat(b)];
  const names = [...new Set([...left.keys(), ...right.keys()])];
  return names
    .filter((name) => left.get(name) !== right.get(name))
    .slice(0, MOST_SETTINGS)
    .map((name) => ({ name: shown(name), a: shown(left.get(name)), b: shown(right.get(name)) }));
}

/** What the two cost, where at least one of them is known. */
export function costsThatDiffer(a: Run, b: Run): readonly Setting[] {
  const [left, right] = [costsOf(a), costsOf(b)];
  const k = a.k === b.k ? String(a.k) : `k (${a.k} and ${b.k})`;
  const rows: readonly (readonly [string, (costs: Costs) => string | null])[] = [
    ['chunks', ({ chunks }) => number(chunks)],
    ['tokens a chunk, mean', ({ chunkTokens }) => number(chunkTokens)],
    [`tokens in the first ${k} chunks, mean`, ({ contextTokens }) => number(contextTokens)],
    [`characters in the first ${k} chunks, mean`, ({ contextChars }) => number(contextChars)],
    ['index', ({ indexBytes }) => (indexBytes === null ? null : bytesText(indexBytes))],
    ['tokens to embed', ({ embeddingTokens }) => number(embeddingTokens)],
    ['dollars to embed', ({ embeddingDollars }) => dollars(embeddingDollars)],
    ['latency, median', ({ medianMs }) => milliseconds(medianMs)],
    ['latency, 95th percentile', ({ p95Ms }) => milliseconds(p95Ms)],
  ];
  return rows.flatMap(([name, cell]) => {
    const [x, y] = [cell(left), cell(right)];
    return x === null && y === null ? [] : [{ name, a: x ?? '–', b: y ?? '–' }];
  });
}

/** Where evidence is won or lost: each stage's recall among its first k pages, and among all that it gave. */
export function stagesOfBoth(a: Run, b: Run): readonly Setting[] {
  const [left, right] = [a, b].map((run) => new Map(summarizeStages(run).map((one) => [one.stage, one])));
  const cell = (run: Run, stage: StageSummary | undefined) =>
    stage === undefined
      ? '–'
      : `${formatMetric(stage.recallAtK)} within k = ${run.k}, ${formatMetric(stage.recallOfAll)} of all ${stage.hits.toFixed(0)} hits (n = ${stage.n})`;
  return [...new Set([...left!.keys(), ...right!.keys()])].map((name) => ({
    name: shown(name),
    a: cell(a, left!.get(name)),
    b: cell(b, right!.get(name)),
  }));
}

function flat({ retriever, config, k, depth }: Run): ReadonlyMap<string, string> {
  const values = new Map<string, string>([
    ['retriever', retriever],
    ['k', String(k)],
    ['depth', String(depth)],
  ]);
  const add = (path: string, value: Json) => {
    if (!isTree(value)) values.set(path, valueText(value));
    else
      for (const [key, one] of Object.entries(value)) add(path === '' ? key : `${path}.${key}`, one as Json);
  };
  add('', config);
  return values;
}

/** Lists of plain values are one value. */
function isTree(value: Json): value is { readonly [key: string]: Json } | readonly Json[] {
  if (value === null || typeof value !== 'object') return false;
  const parts: readonly Json[] = Object.values(value);
  return (
    parts.length > 0 &&
    (!Array.isArray(value) || parts.some((one) => one !== null && typeof one === 'object'))
  );
}

/** A text that is blank, or begins or ends so, is shown in quotes; anything but a text as JSON. */
function valueText(value: Json): string {
  return typeof value === 'string' && value.trim() === value && value !== '' ? value : JSON.stringify(value);
}

function shown(text: string | undefined): string {
  return text === undefined ? '–' : brief(text, VALUE);
}

function number(value: number | null): string | null {
  return value === null ? null : Math.round(value).toLocaleString('en');
}

function dollars(value: number | null): string | null {
  return value === null ? null : dollarsText(value);
}

function milliseconds(value: number | null): string | null {
  return value === null ? null : `${value.toFixed(1)} ms`;
}
