import type { Metric } from '../types.js';

/** `judged@k`: the share of the first k pages that carry a label, of whatever grade; of those that came back where fewer did. */
export function judgedShare(k: number): Metric {
  return {
    name: `judged@${k}`,
    k,
    binary: false,
    value: ({ pages, grades }) => {
      const top = pages.slice(0, k);
      return top.length === 0 ? 0 : top.filter((page) => grades.has(page)).length / top.length;
    },
    ceiling: ({ grades }) => (grades.size > 0 ? 1 : 0),
  };
}
