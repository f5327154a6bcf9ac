import { dl19Pairs, ORDERS, quartilesOf, type Settled, settledAfter } from '../test/active-judging.js';

/**
 * How many judgments two runs need until the verdict, and the sign of the difference, are what they are with all pages within the cut judged: in active order, by depth as
 * pools are made, and at random. All labels are hidden at first. Where the verdict is that nothing can be told, that is soon said by chance, so those where it is
 * better or worse stand apart. Needs the shared data; the gate looks at fewer pairs.
 */
const count = Number(process.argv[2] ?? 50);
const metrics = (process.argv[3] ?? 'ndcg@10,precision@10,map@10,mrr@10').split(',');

for (const metric of metrics) {
  const settled = dl19Pairs(metric, 10, count).map((pair) =>
    ORDERS.map((order) => settledAfter(pair, metric, order)),
  );
  const told = settled.filter(([one]) => one!.final === 'better' || one!.final === 'worse');
  console.log(`${metric}: ${settled.length} pairs, ${told.length} of them with a verdict of better or worse`);
  console.table([
    ...rowsOf('verdict', settled, 'verdict'),
    ...rowsOf('verdict, where better or worse', told, 'verdict'),
    ...rowsOf('sign', settled, 'sign'),
  ]);
}

function rowsOf(until: string, settled: readonly (readonly Settled[])[], what: 'verdict' | 'sign') {
  return ORDERS.map((order, i) => {
    const [low, median, high] = quartilesOf(settled.map((one) => one[i]![what]));
    const all = quartilesOf(settled.map((one) => one[i]!.all))[1];
    const fewer = settled.filter((one) => one[0]![what] < one[i]![what]).length;
    const more = settled.filter((one) => one[0]![what] > one[i]![what]).length;
    return {
      until,
      order,
      low,
      median,
      high,
      'of all': all,
      'active needs fewer': fewer,
      'active needs more': more,
    };
  });
}
