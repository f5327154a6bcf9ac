import { didYouMean, LabError } from '../errors.js';
import type { Metric } from '../types.js';
import { all } from './all.js';
import { bpref } from './bpref.js';
import { f1 } from './f1.js';
import { hit } from './hit.js';
import { judgedShare } from './judged-share.js';
import { map } from './map.js';
import { mrr } from './mrr.js';
import { ndcg, ndcgExp } from './ndcg.js';
import { precision } from './precision.js';
import { recall } from './recall.js';
import { RELEVANCE_THRESHOLD } from './relevant.js';
import { rprec } from './rprec.js';

/** `graded` metrics weigh grades and so take no relevance threshold. */
type Entry = {
  readonly atK?: (k: number, rel?: number) => Metric;
  readonly whole?: (rel?: number) => Metric;
  readonly graded?: boolean;
};

const REGISTRY: Readonly<Record<string, Entry>> = {
  recall: { atK: recall },
  precision: { atK: precision },
  hit: { atK: hit },
  all: { atK: all },
  f1: { atK: f1 },
  mrr: { atK: mrr, whole: (rel) => mrr(null, rel) },
  map: { atK: map, whole: (rel) => map(null, rel) },
  rprec: { whole: rprec },
  bpref: { whole: bpref },
  ndcg: { atK: ndcg, whole: () => ndcg(null), graded: true },
  ndcg_exp: { atK: ndcgExp, graded: true },
  judged: { atK: judgedShare, graded: true },
};

/** Other spellings of the field, read and never written. */
const ALIASES: Readonly<Record<string, string>> = {
  success: 'hit',
  r: 'recall',
  p: 'precision',
  rr: 'mrr',
  ap: 'map',
};

/** The text forms of all metrics, `k` standing for a number of pages. */
export const METRIC_FORMS: readonly string[] = Object.entries(REGISTRY).flatMap(([name, entry]) => [
  ...(entry.whole === undefined ? [] : [name]),
  ...(entry.atK === undefined ? [] : [`${name}@k`]),
]);

/**
 * Reads a metric's text form: `recall@5`, `mrr`, `recall@5,rel=2` (relevant from grade 2 on). `metric(name).name === name`; the spellings
 * `R@5`, `Success@5`, `nDCG@10` and `R(rel=2)@5` are read too. Throws a LabError for any other.
 */
export function metric(name: string): Metric {
  const { word, k, rel } = parts(name);
  const entry = Object.hasOwn(REGISTRY, word) ? REGISTRY[word]! : unknown(name, word, k);
  const grade = gradeOf(name, rel);
  if (grade !== RELEVANCE_THRESHOLD && entry.graded) {
    throw new LabError(
      `metric "${name}" has a relevance threshold, but ${word} weighs grades and takes none; drop rel=${grade}`,
    );
  }
  if (k === undefined) return entry.whole?.(grade) ?? wantsK(name, word, 'no k');
  if (entry.atK === undefined)
    throw new LabError(`metric "${name}" has the k "${k}", but ${word} has none; write ${word}`);
  if (/^[1-9]\d{0,6}$/.test(k)) return entry.atK(Number(k), grade);
  return wantsK(name, word, `the k "${k}"`);
}

/** `nDCG(rel=2)@10` and `ndcg@10,rel=2` alike, taken apart; a part that is not there is undefined. */
function parts(name: string): {
  readonly word: string;
  readonly k: string | undefined;
  readonly rel: string | undefined;
} {
  const match = /^([a-z_0-9]+)(?:\(rel=([^)]*)\))?(?:@([^,@]*))?(?:,rel=(.*))?$/i.exec(name.trim());
  const word = (match?.[1] ?? name).toLowerCase();
  return {
    word: match === null ? name : (ALIASES[word] ?? word),
    k: match?.[3],
    rel: match?.[2] ?? match?.[4],
  };
}

function gradeOf(name: string, rel: string | undefined): number {
  if (rel === undefined) return RELEVANCE_THRESHOLD;
  if (/^[1-9]\d{0,3}$/.test(rel)) return Number(rel);
  throw new LabError(
    `metric "${name}" has the relevance threshold "${rel}", wanted a whole grade of at least 1; write ,rel=2, say`,
  );
}

function wantsK(name: string, word: string, found: string): never {
  throw new LabError(
    `metric "${name}" has ${found}, wanted ${word}@k with k in pages from 1; write ${word}@5, say`,
  );
}

function unknown(name: string, word: string, k: string | undefined): never {
  const text = didYouMean(word.split('@')[0]!, Object.keys(REGISTRY));
  const hint =
    text === '' ? '; check its spelling' : k === undefined ? text : text.replace(/"\?$/, `@${k}"?`);
  throw new LabError(`metric "${name}" is unknown, wanted one of ${METRIC_FORMS.join(', ')}${hint}`);
}

/** The same, or null where the name is that of somebody's own metric. */
export function builtInMetric(name: string): Metric | null {
  const word = name.split(/[@,]/)[0]!;
  return Object.hasOwn(REGISTRY, word) ? metric(name) : null;
}

/** What a run is measured by unless it is told otherwise. */
export function defaultMetrics(k: number): readonly Metric[] {
  return [recall(k), precision(k), hit(k), all(k), mrr(null), mrr(k), ndcg(k)];
}
