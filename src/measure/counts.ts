import type { Metric } from '../types.js';
import { nameOf, relevantCount, relevantWithin } from './relevant.js';

/** `num_ret`: how many pages came back. */
export function numRet(): Metric {
  return counted(
    'num_ret',
    (judged) => judged.retrieved,
    () => Number.POSITIVE_INFINITY,
  );
}

/** `num_rel`: how many pages the labels call relevant. */
export function numRel(rel = 1): Metric {
  return counted(nameOf('num_rel', null, rel), (judged) => relevantCount(judged, rel));
}

/** `num_rel_ret`: how many relevant pages came back. */
export function numRelRet(rel = 1): Metric {
  return counted(
    nameOf('num_rel_ret', null, rel),
    (judged) => relevantWithin(judged, null, rel),
    (judged) => relevantCount(judged, rel),
  );
}

function counted(name: string, value: Metric['value'], ceiling: Metric['ceiling'] = value): Metric {
  return { name, k: null, binary: false, count: true, value, ceiling };
}
