import { takeApart } from '../measure/metric-text.js';
import { isBuiltInName, metric } from '../measure/registry.js';

/** What a gloss is made of: how much of the ranking is looked at, with its verb, and the numbers in the metric's name. */
type Parts = {
  readonly where: string;
  readonly hold: 'hold' | 'holds';
  readonly at: string;
  readonly p: string;
};

const GLOSSES: Readonly<Record<string, (parts: Parts) => string>> = {
  recall: ({ where, hold }) => `the share of what a query needs that ${where} ${hold}`,
  precision: ({ where }) => `the share of ${where} that is relevant`,
  hit: ({ where, hold }) => `1 where ${where} ${hold} a relevant page, else 0`,
  all: ({ where, hold }) => `1 where ${where} ${hold} all that a query needs, else 0`,
  f1: ({ where }) => `the harmonic mean of precision and recall of ${where}`,
  mrr: ({ where }) =>
    `1 divided by the rank of the first relevant page among ${where}, 0 where there is none`,
  map: ({ where }) =>
    `precision at the rank of each relevant page among ${where}, averaged over all relevant pages`,
  rprec: () => 'precision among as many pages as are relevant',
  bpref: () => 'how rarely a page judged not relevant stands above a relevant one',
  ndcg: ({ where }) =>
    `the grades of ${where}, each counting less the lower it stands, divided by what the best order has`,
  ndcg_exp: ({ where }) =>
    `the grades of ${where}, weighed as 2 to their power less 1, each counting less the lower it stands, divided by what the best order has`,
  rbp: ({ p }) => `the relevant pages as met by a reader who goes on to the next page with probability ${p}`,
  rbp_residual: ({ p }) => `what rbp(${p}) could gain at most from pages that carry no label`,
  iprec: ({ at }) => `the best precision at a recall of ${at} or more`,
  judged: ({ where }) => `the share of ${where} that carries a label`,
  span_recall: ({ where, hold }) =>
    `of the characters of the labelled passages, the share that ${where} ${hold}`,
  span_precision: ({ where }) => `of the characters of ${where}, the share that is labelled`,
  span_iou: ({ where }) => `characters both labelled and in ${where}, divided by those that are either`,
  budget_filled: ({ where }) => `the share of ${where} that there were hits to fill with`,
  precision_omega: () =>
    'of the characters of all chunks that hold some of a labelled passage, the share that is labelled: what the cuts allow, whatever is found',
  chunk_recall: ({ where, p }) =>
    `the share of needs for which a single one of ${where} holds at least ${p === '' ? 'half' : p} of a labelled passage`,
  chroma_recall: ({ where, hold }) =>
    `of the characters of all labelled passages, alternatives too, the share that ${where} ${hold}`,
  chroma_precision: ({ where, hold }) =>
    `labelled characters that ${where} ${hold}, each once, divided by the lengths of all these chunks`,
  chroma_iou: ({ where, hold }) =>
    `labelled characters that ${where} ${hold}, divided by the lengths of all these chunks and the labelled characters that they lack`,
  num_ret: () => 'how many pages came back',
  num_rel: () => 'how many pages are relevant',
  num_rel_ret: () => 'how many relevant pages came back',
};

/** A built-in metric in half a sentence, for readers who do not know its text form; null for somebody's own. */
export function metricGloss(name: string): string | null {
  if (!isBuiltInName(name)) return null;
  const { word, at = '', rel, p = '' } = takeApart(name);
  const text = GLOSSES[word]?.({ ...whereOf(name), at, p });
  if (text === undefined) return null;
  return rel === undefined ? text : `${text}; labels count from grade ${rel} on`;
}

function whereOf(name: string): Pick<Parts, 'where' | 'hold'> {
  const { k, tokens, needsSpans } = metric(name);
  if (tokens !== undefined)
    return { where: `the first ${tokens.toLocaleString('en')} tokens of the ranking`, hold: 'hold' };
  if (k === null) return { where: 'all pages that came back', hold: 'hold' };
  const unit = needsSpans ? 'chunk' : 'page';
  return k === 1
    ? { where: `the first ${unit}`, hold: 'holds' }
    : { where: `the first ${k} ${unit}s`, hold: 'hold' };
}
