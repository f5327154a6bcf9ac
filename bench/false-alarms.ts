import { dl19Values } from '../test/dl19.js';
import { asUsed, skewedArms, swappedArms, withFewFlips } from '../test/false-alarms.js';
import { nodeHttpValues } from '../test/node-http.js';

/** False alarms of the one rule in 10,000 trials each; the gate makes fewer. Needs the shared data. */
const trials = Number(process.argv[2] ?? 10_000);
const rows: object[] = [];
for (const metric of ['ndcg@10', 'recall@10']) {
  const a = dl19Values('BM25', metric);
  const b = dl19Values('SPLADE_P_P_ENSEMBLE_DISTIL', metric);
  for (const n of [20, 45, 75])
    rows.push({ arms: `swapped, ${metric}`, ...swappedArms(a, b, { n, trials, rule: withFewFlips }) });
}
const [pages, sections] = await nodeHttpValues('recall@5');
for (const n of [20, 45, 75])
  rows.push({
    arms: 'swapped, node-http recall@5',
    ...swappedArms(pages, sections, { n, trials, rule: asUsed }),
  });
for (const n of [20, 45, 75])
  rows.push({ arms: 'skewed, mean 0', ...skewedArms({ n, trials, rule: asUsed }) });
console.table(rows);
