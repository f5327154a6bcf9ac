import { didYouMean, LabError } from '../errors.js';
import type { Metric } from '../types.js';
import { all } from './all.js';
import { hit } from './hit.js';
import { mrr } from './mrr.js';
import { ndcg } from './ndcg.js';
import { precision } from './precision.js';
import { recall } from './recall.js';

type Entry = { readonly atK: (k: number) => Metric; readonly whole?: () => Metric };

const REGISTRY: Readonly<Record<string, Entry>> = {
  recall: { atK: recall },
  precision: { atK: precision },
  hit: { atK: hit },
  all: { atK: all },
  mrr: { atK: mrr, whole: () => mrr(null) },
  ndcg: { atK: ndcg },
};

/** The text forms of all metrics, `k` standing for a number of pages. */
export const METRIC_FORMS: readonly string[] = Object.entries(REGISTRY).flatMap(([name, entry]) =>
  entry.whole === undefined ? [`${name}@k`] : [name, `${name}@k`],
);

/** Reads a metric's text form, `recall@5` or `mrr`; `metric(name).name === name`. Throws a LabError for any other. */
export function metric(name: string): Metric {
  const match = /^([a-z_]+)(?:@([1-9]\d{0,6}))?$/.exec(name.trim());
  const entry = match === null ? undefined : REGISTRY[match[1]!];
  if (match === null || entry === undefined)
    throw new LabError(`metric "${name}" is unknown, wanted one of ${METRIC_FORMS.join(', ')}${hint(name)}`);
  if (match[2] !== undefined) return entry.atK(Number(match[2]));
  if (entry.whole !== undefined) return entry.whole();
  throw new LabError(`metric "${name}" has no k, wanted ${match[1]}@k; write ${match[1]}@5, say`);
}

/** The same, or null where the name is that of somebody's own metric. */
export function builtInMetric(name: string): Metric | null {
  const word = name.split('@')[0]!;
  return Object.hasOwn(REGISTRY, word) ? metric(name) : null;
}

/** What a run is measured by unless it is told otherwise. */
export function defaultMetrics(k: number): readonly Metric[] {
  return [recall(k), precision(k), hit(k), all(k), mrr(null), mrr(k), ndcg(k)];
}

function hint(name: string): string {
  const [word = '', k] = name.split('@');
  const known = Object.keys(REGISTRY);
  const text = didYouMean(word, known);
  return text === '' ? '; check its spelling' : k === undefined ? text : text.replace(/"\?$/, `@${k}"?`);
}
