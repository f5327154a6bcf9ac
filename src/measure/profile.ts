import type { TieRule } from '../files/order.js';
import type { Protocol } from '../types.js';
import { PROTOCOL } from './protocol.js';
import { metric } from './registry.js';

const CUTS = [5, 10, 15, 20, 30, 100, 200, 500, 1000];
const RECALLS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** The measures that trec_eval 10 prints unless told otherwise, in its order, as far as they have a counterpart here. */
export const OFFICIAL: readonly string[] = [
  'num_ret',
  'num_rel',
  'num_rel_ret',
  'map',
  'rprec',
  'bpref',
  'mrr',
  ...RECALLS.map((r) => `iprec@${r}`),
  ...CUTS.map((k) => `precision@${k}`),
];

/** What `rlab eval` shows unless told otherwise. */
export const EVAL_METRICS: readonly string[] = [
  'ndcg@10',
  'map',
  'mrr',
  'recall@5',
  'recall@10',
  'recall@100',
  'precision@10',
  'judged@10',
];

/** How numbers from files are made. Documents are taken as pages; one that comes twice is an error of the file. */
export function fileProtocol(ties: TieRule, rel: number): Protocol {
  return {
    ...PROTOCOL,
    dedupe: 'none: a page that comes twice is an error',
    ties:
      ties === 'rank' ? 'by the rank in the file' : 'by document id, descending by bytes, as trec_eval does',
    relevanceThreshold: rel,
  };
}

/** The same metrics with another relevance threshold, where they have one and name none themselves. */
export function atThreshold(names: readonly string[], rel: number): readonly string[] {
  if (rel === 1) return names;
  return names.map((name) => {
    if (/rel=/.test(name)) return name;
    try {
      return metric(`${metric(name).name},rel=${rel}`).name;
    } catch {
      return name;
    }
  });
}
