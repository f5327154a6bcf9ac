import { LabError } from '../errors.js';
import { fromTrecName } from './trec-names.js';

/** A metric's text form taken apart; a part that is not there is undefined. */
export type MetricText = {
  readonly word: string;
  readonly at: string | undefined;
  readonly rel: string | undefined;
  /** The parameter in round brackets: the p of `rbp(0.8)`. */
  readonly p: string | undefined;
};

/** Other spellings of the field, read and never written. */
const ALIASES: Readonly<Record<string, string>> = {
  success: 'hit',
  r: 'recall',
  p: 'precision',
  rr: 'mrr',
  ap: 'map',
  numret: 'num_ret',
  numrel: 'num_rel',
  numrelret: 'num_rel_ret',
};

const FORM = /^([a-z_0-9]+)(?:\(([^)]*)\))?(?:@([^,@]*))?(?:,rel=(.*))?$/i;

/** The word alone, whatever is wrong with the rest. */
export function wordOf(name: string): string {
  const plain = fromTrecName(name.trim()) ?? name.trim();
  const word = FORM.exec(plain)?.[1]?.toLowerCase() ?? name;
  return ALIASES[word] ?? word;
}

/** `nDCG(rel=2)@10`, `ndcg@10,rel=2`, `RBP(p=0.8)` and trec_eval's `ndcg_cut_10` are all read. */
export function takeApart(name: string): MetricText {
  const plain = fromTrecName(name.trim()) ?? name.trim();
  const match = FORM.exec(plain);
  const { rel, p } = bracketed(name, match?.[2]);
  return { word: wordOf(name), at: match?.[3], rel: rel ?? match?.[4], p };
}

function bracketed(name: string, text: string | undefined): { readonly rel?: string; readonly p?: string } {
  if (text === undefined) return {};
  const parts = text.split(',').map((part) => /^\s*(?:(rel|p)\s*=)?\s*([^\s=]+)\s*$/.exec(part));
  const wrong = parts.indexOf(null);
  if (wrong === -1) return Object.fromEntries(parts.map((part) => [part![1] ?? 'p', part![2]!]));
  throw new LabError(
    `metric "${name}" has "${text.split(',')[wrong]}" in brackets, wanted p or rel as in rbp(0.8) and R(rel=2)@5; correct it`,
  );
}
