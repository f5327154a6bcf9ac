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
  const [word = '', k, ...rest] = name.trim().split('@');
  const entry = Object.hasOwn(REGISTRY, word) ? REGISTRY[word] : undefined;
  if (entry === undefined || rest.length > 0) {
    throw new LabError(
      `metric "${name}" is unknown, wanted one of ${METRIC_FORMS.join(', ')}${hint(word, k)}`,
    );
  }
  if (k === undefined && entry.whole !== undefined) return entry.whole();
  if (k !== undefined && /^[1-9]\d{0,6}$/.test(k)) return entry.atK(Number(k));
  const found = k === undefined ? 'no k' : `the k "${k}"`;
  throw new LabError(
    `metric "${name}" has ${found}, wanted ${word}@k with k in pages from 1; write ${word}@5, say`,
  );
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

function hint(word: string, k: string | undefined): string {
  const text = didYouMean(word, Object.keys(REGISTRY));
  if (text === '') return '; check its spelling';
  return k === undefined ? text : text.replace(/"\?$/, `@${k}"?`);
}
