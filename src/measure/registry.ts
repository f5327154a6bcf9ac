import { didYouMean, LabError } from '../errors.js';
import type { Metric } from '../types.js';
import { all } from './all.js';
import { bpref } from './bpref.js';
import { chunkRecall } from './chunk-recall.js';
import { numRel, numRelRet, numRet } from './counts.js';
import { f1 } from './f1.js';
import { hit } from './hit.js';
import { iprec } from './iprec.js';
import { judgedShare } from './judged-share.js';
import { map } from './map.js';
import { takeApart, wordOf } from './metric-text.js';
import { mrr } from './mrr.js';
import { ndcg, ndcgExp } from './ndcg.js';
import { precision } from './precision.js';
import { precisionOmega } from './precision-omega.js';
import { rbp, rbpResidual } from './rbp.js';
import { recall } from './recall.js';
import { RELEVANCE_THRESHOLD } from './relevant.js';
import { rprec } from './rprec.js';
import {
  chromaIou,
  chromaPrecision,
  chromaRecall,
  spanIou,
  spanPrecision,
  spanRecall,
} from './span-metrics.js';
import { budgetFilled } from './token-budget.js';

/** `graded` metrics weigh grades, or count labels of any, and so take no relevance threshold. */
type Entry = {
  readonly atK?: (k: number, rel?: number) => Metric;
  readonly whole?: (rel?: number) => Metric;
  /** `rbp(p)`: a share above 0 and below 1. */
  readonly withP?: (p: number, rel?: number) => Metric;
  /** `iprec@r`: a recall from 0 to 1. */
  readonly atRecall?: (r: number, rel?: number) => Metric;
  /** `chunk_recall(0.8)@k`: a share above 0 and up to 1, where the usual one will not do. */
  readonly shareAtK?: (k: number, rel: number, share: number) => Metric;
  /** `span_recall@2000tok`: a budget of tokens instead of a number of chunks. */
  readonly atTokens?: (tokens: number, rel?: number) => Metric;
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
  rbp: { withP: rbp },
  rbp_residual: { withP: rbpResidual, graded: true },
  iprec: { atRecall: iprec },
  judged: { atK: judgedShare, graded: true },
  span_recall: { atK: spanRecall, atTokens: (tokens, rel) => spanRecall({ tokens }, rel) },
  span_precision: { atK: spanPrecision, atTokens: (tokens, rel) => spanPrecision({ tokens }, rel) },
  span_iou: { atK: spanIou, atTokens: (tokens, rel) => spanIou({ tokens }, rel) },
  budget_filled: { atTokens: budgetFilled, graded: true },
  precision_omega: { whole: precisionOmega },
  chunk_recall: { atK: chunkRecall, shareAtK: chunkRecall },
  chroma_recall: { atK: chromaRecall },
  chroma_precision: { atK: chromaPrecision },
  chroma_iou: { atK: chromaIou },
  num_ret: { whole: numRet, graded: true },
  num_rel: { whole: numRel },
  num_rel_ret: { whole: numRelRet },
};

/** The text forms of all metrics: `k` stands for a number of pages, `p` for a share, `r` for a recall. */
export const METRIC_FORMS: readonly string[] = Object.entries(REGISTRY).flatMap(([name, entry]) => [
  ...(entry.whole === undefined ? [] : [name]),
  ...(entry.atK === undefined ? [] : [`${name}@k`]),
  ...(entry.atTokens === undefined ? [] : [`${name}@Ntok`]),
  ...(entry.withP === undefined ? [] : [`${name}(p)`]),
  ...(entry.atRecall === undefined ? [] : [`${name}@r`]),
]);

/**
 * Reads a metric's text form: `recall@5`, `mrr`, `rbp(0.8)`, `recall@5,rel=2` (relevant from grade 2 on). `metric(name).name === name`; the
 * spellings `R@5`, `Success@5`, `nDCG@10`, `R(rel=2)@5` and trec_eval's (`ndcg_cut_10`, `P_5`) are read too. Throws a LabError for any other.
 */
export function metric(name: string): Metric {
  const made = read(name);
  BUILT_IN.add(made);
  return made;
}

const BUILT_IN = new WeakSet<Metric>();

/** Whether `metric()` made it. */
export function isBuiltIn(one: Metric): boolean {
  return typeof one === 'object' && one !== null && BUILT_IN.has(one);
}

/** Whether `metric()` knows the word, whatever it may say of the rest. */
export function isBuiltInName(name: string): boolean {
  return Object.hasOwn(REGISTRY, wordOf(name));
}

function read(name: string): Metric {
  const { word, at, rel, p } = takeApart(name);
  const entry = Object.hasOwn(REGISTRY, word) ? REGISTRY[word]! : unknown(name, word, at);
  const grade = gradeOf(name, rel);
  if (grade !== RELEVANCE_THRESHOLD && entry.graded) {
    throw new LabError(
      `metric "${name}" has a relevance threshold, but ${word} weighs grades and takes none; drop rel=${grade}`,
    );
  }
  if (entry.withP !== undefined) return entry.withP(shareOf(name, word, p, at), grade);
  if (p !== undefined && entry.shareAtK !== undefined && /^[1-9]\d{0,6}$/.test(at ?? ''))
    return entry.shareAtK(Number(at), grade, heldShare(name, p));
  if (p !== undefined)
    throw new LabError(`metric "${name}" has the parameter "${p}", but ${word} has none; drop (${p})`);
  if (entry.atRecall !== undefined) return entry.atRecall(recallOf(name, word, at), grade);
  const tokens = /^([1-9]\d{0,6})tok$/.exec(at ?? '')?.[1];
  if (tokens !== undefined && entry.atTokens !== undefined) return entry.atTokens(Number(tokens), grade);
  if (entry.atK === undefined && entry.atTokens !== undefined) return wantsTokens(name, word, at);
  if (at === undefined) return entry.whole?.(grade) ?? wantsK(name, word, 'no k');
  if (entry.atK === undefined)
    throw new LabError(`metric "${name}" has the k "${at}", but ${word} has none; write ${word}`);
  if (/^[1-9]\d{0,6}$/.test(at)) return entry.atK(Number(at), grade);
  return wantsK(name, word, `the k "${at}"`);
}

/** Metrics that are never to be read without another: the two come together. */
export function withCompanions(metrics: readonly Metric[]): readonly Metric[] {
  const all = metrics.flatMap((one) => {
    const p = /^rbp\(([^)]*)\)/.exec(one.name)?.[1];
    const budget = /^span_\w+@(\d+tok)/.exec(one.name)?.[1];
    if (budget !== undefined) return [one, metric(`budget_filled@${budget}`)];
    return p === undefined ? [one] : [one, metric(`rbp_residual(${p})`)];
  });
  return all.filter((one, i) => all.findIndex((other) => other.name === one.name) === i);
}

function gradeOf(name: string, rel: string | undefined): number {
  if (rel === undefined) return RELEVANCE_THRESHOLD;
  if (/^[1-9]\d{0,3}$/.test(rel)) return Number(rel);
  throw new LabError(
    `metric "${name}" has the relevance threshold "${rel}", wanted a whole grade of at least 1; write ,rel=2, say`,
  );
}

function shareOf(name: string, word: string, p: string | undefined, at: string | undefined): number {
  const share = decimal(p);
  if (at === undefined && share > 0 && share < 1) return share;
  const found = at !== undefined ? `the k "${at}"` : p === undefined ? 'no p' : `the p "${p}"`;
  throw new LabError(
    `metric "${name}" has ${found}, wanted ${word}(p) with p above 0 and below 1; write ${word}(0.8), say`,
  );
}

function heldShare(name: string, p: string): number {
  const share = decimal(p);
  if (share > 0 && share <= 1) return share;
  throw new LabError(
    `metric "${name}" has the share "${p}", wanted one above 0 and at most 1; write chunk_recall(0.8)@5, say`,
  );
}

function recallOf(name: string, word: string, at: string | undefined): number {
  const recall = decimal(at);
  if (recall >= 0 && recall <= 1) return recall;
  throw new LabError(
    `metric "${name}" has ${at === undefined ? 'no recall' : `the recall "${at}"`}, wanted ${word}@r with r from 0 to 1; write ${word}@0.1, say`,
  );
}

/** NaN for what is no plain decimal. */
function decimal(text: string | undefined): number {
  return text !== undefined && /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

function wantsTokens(name: string, word: string, at: string | undefined): never {
  throw new LabError(
    `metric "${name}" has ${at === undefined ? 'no budget' : `the budget "${at}"`}, wanted ${word}@Ntok with N in tokens; write ${word}@2000tok, say`,
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
  return isBuiltInName(name) ? metric(name) : null;
}

/** What a run is measured by unless it is told otherwise. */
export function defaultMetrics(k: number): readonly Metric[] {
  const names = [`recall@${k}`, `precision@${k}`, `hit@${k}`, `all@${k}`, 'mrr', `mrr@${k}`, `ndcg@${k}`];
  return names.map(metric);
}
