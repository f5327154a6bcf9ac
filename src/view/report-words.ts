import type { Comparison, Run } from '../types.js';
import { metricGloss } from './metric-gloss.js';
import { type Cell, markdownText } from './tables.js';

/** What the words of a report mean, as rows of its methods: those that it uses and that not everybody knows. `prose` is what its author wrote. */
export function wordRows(
  metric: string,
  runs: readonly Run[],
  comparisons: readonly Comparison[],
  prose: string,
): readonly (readonly Cell[])[] {
  const gloss = metricGloss(metric);
  const ks = [...new Set(runs.map(({ k }) => k))];
  const families = [
    ...new Set(comparisons.flatMap(({ family }) => (family?.correction === 'max-t' ? family.size : []))),
  ];
  return [
    ...(gloss === null ? [] : [[markdownText(metric), markdownText(gloss)]]),
    [
      'all pages found',
      `queries for which the first ${ks.length === 1 ? `k = ${ks[0]}` : 'k'} pages hold every page that is needed, of alternatives any one; it counts pages, whatever the metric counts`,
    ],
    ['point', 'a hundredth: 0.01 of a metric'],
    ...(/\barms?\b/i.test(prose)
      ? [['arm', 'one configured retriever of the experiment; each is a run below']]
      : []),
    ...families.map((size) => [
      'max-T',
      `a correction for ${size} comparisons: each difference is held against the largest of all ${size} under the same sign flips, so that p and intervals hold for all of them together`,
    ]),
  ];
}
