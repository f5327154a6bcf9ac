/** trec_eval's word for ours, before its cut: `P_5` is `precision@5`. */
const CUT: Readonly<Record<string, string>> = {
  precision: 'P',
  recall: 'recall',
  hit: 'success',
  ndcg: 'ndcg_cut',
  map: 'map_cut',
};

const WHOLE: Readonly<Record<string, string>> = {
  map: 'map',
  rprec: 'Rprec',
  bpref: 'bpref',
  mrr: 'recip_rank',
  ndcg: 'ndcg',
  // Its p unless told otherwise.
  'rbp(0.9)': 'rbp',
  num_ret: 'num_ret',
  num_rel: 'num_rel',
  num_rel_ret: 'num_rel_ret',
};

const ours = (names: Readonly<Record<string, string>>) =>
  new Map(Object.entries(names).map(([word, trec]) => [trec, word]));
const FROM_CUT = ours(CUT);
const FROM_WHOLE = ours(WHOLE);

/** `ndcg_cut_10` or `ndcg_cut.10` as `ndcg@10`; undefined for what is no name of trec_eval's, or is ours as well. */
export function fromTrecName(name: string): string | undefined {
  const recall = /^iprec_at_recall[_.]([01]?\.?\d+)$/.exec(name);
  if (recall !== null) return `iprec@${Number(recall[1])}`;
  const cut = /^(\w+?)[_.](\d+)$/.exec(name);
  const word = cut === null ? undefined : FROM_CUT.get(cut[1]!);
  return word === undefined ? FROM_WHOLE.get(name) : `${word}@${cut![2]}`;
}

/** A metric's text form as trec_eval names it; where it has no such measure, ours with `_` for `@`. A threshold stays. */
export function toTrecName(name: string): string {
  const [plain, rel] = name.split(/(?=,rel=)/) as [string, string | undefined];
  const [word, at] = plain.split('@') as [string, string | undefined];
  if (at === undefined) return (WHOLE[word] ?? plain) + (rel ?? '');
  if (word === 'iprec') return `iprec_at_recall_${Number(at).toFixed(2)}${rel ?? ''}`;
  return `${CUT[word] ?? word}_${at}${rel ?? ''}`;
}
