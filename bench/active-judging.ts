import { dl19Pairs, ORDERS, quartilesOf, settledAfter } from '../test/active-judging.js';

/**
 * How many judgments two runs need until the verdict, and the sign of the difference, are what they are with all pages within the cut judged: in active order, by depth as
 * pools are made, and at random. All labels are hidden at first. Needs the shared data; the gate looks at fewer pairs.
 */
const count = Number(process.argv[2] ?? 50);
const rows: object[] = [];
for (const metric of ['ndcg@10', 'precision@10', 'map@10', 'recall@10', 'mrr@10']) {
  const pairs = dl19Pairs(metric, 10, count);
  const settled = pairs.map((pair) => ORDERS.map((order) => settledAfter(pair, metric, order)));
  for (const what of ['verdict', 'sign'] as const)
    for (const [i, order] of ORDERS.entries()) {
      const needed = settled.map((one) => one[i]![what]);
      const fewer = settled.filter((one) => one[0]![what] < one[i]![what]).length;
      const more = settled.filter((one) => one[0]![what] > one[i]![what]).length;
      const [low, median, high] = quartilesOf(needed);
      const of = quartilesOf(settled.map((one) => one[i]!.all))[1];
      rows.push({
        metric,
        until: what,
        order,
        low,
        median,
        high,
        of,
        'active fewer': fewer,
        'active more': more,
      });
    }
}
console.table(rows);
