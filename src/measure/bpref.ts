import type { Metric } from '../types.js';
import { nameOf, relevantCount } from './relevant.js';

/**
 * `bpref`: how rarely a page that was judged not relevant stands above a relevant one; unjudged pages count for nothing
 * (Buckley and Voorhees 2004, in the form of trec_eval: 1/R Σ 1 - min(n above, R) / min(R, N), with N judged not
 * relevant). A grade below 0 counts as unjudged. Only labels of grade 0 are judged not relevant, so without such labels it is the share of relevant pages retrieved.
 */
export function bpref(rel = 1): Metric {
  return {
    name: nameOf('bpref', null, rel),
    k: null,
    binary: false,
    value: (judged) => {
      const relevant = relevantCount(judged, rel);
      const nonrelevant = [...judged.grades.values()].filter((grade) => grade >= 0 && grade < rel).length;
      let above = 0;
      let sum = 0;
      for (const { grade } of judged.found) {
        if (grade < 0) continue;
        if (grade < rel) above++;
        else sum += above === 0 ? 1 : 1 - Math.min(above, relevant) / Math.min(relevant, nonrelevant);
      }
      return relevant === 0 ? 0 : sum / relevant;
    },
    ceiling: (judged) => (relevantCount(judged, rel) > 0 ? 1 : 0),
  };
}
