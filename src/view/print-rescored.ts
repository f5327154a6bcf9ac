import { summarize } from '../measure/summarize.js';
import type { Run } from '../types.js';
import { formatMetric, plain, textTable } from './tables.js';

/** A run's numbers by the labels it was measured by and by others, side by side. */
export function rescoredText(
  { before, now }: { readonly before: Run; readonly now: Run },
  wereNamed = false,
): string {
  const [old, fresh] = [summarize(before), summarize(now)];
  const meanOf = (summary: typeof old, metric: string) =>
    summary.metrics.find((one) => one.metric === metric)?.mean ?? null;
  const rows = now.metrics.map((metric) => {
    const [from, to] = [meanOf(old, metric), meanOf(fresh, metric)];
    return [metric, from === null ? '–' : formatMetric(from), to === null ? '–' : formatMetric(to)];
  });
  const left = wereNamed ? [] : before.metrics.filter((name) => !now.metrics.includes(name));
  return [
    `${plain(now.name)}: answers of ${now.answersOf}, scored again as ${now.id}`,
    `labels before ${before.casesVersion}, now ${now.casesVersion}`,
    textTable(['metric', `before (n ${old.answered})`, `now (n ${fresh.answered})`], rows),
    ...(left.length === 0
      ? []
      : [
          `Left out, since recorded hits are not enough: ${left.join(', ')}; evaluate the retriever again for these`,
        ]),
  ].join('\n');
}
