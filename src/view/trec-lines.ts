import { metric } from '../measure/registry.js';
import type { RunScores } from '../measure/score-run.js';
import { toTrecName } from '../measure/trec-names.js';

/** The lines that trec_eval prints for these metrics: per topic if asked, then over all, with its names and its four decimals. */
export function trecLines(scores: RunScores, perQuery: boolean, rel: number): readonly string[] {
  const names = [...scores.values.keys()];
  const of = (topic: string, pick: (values: Float64Array, count: boolean) => string) =>
    names.map((name) => line(named(name, rel), topic, pick(scores.values.get(name)!, metricCounts(name))));
  const topics = perQuery
    ? scores.topics.flatMap((topic, i) =>
        of(topic, (values, count) => (count ? String(values[i]) : fourDecimals(values[i]!))),
      )
    : [];
  const totals = of('all', (values, count) => {
    const sum = values.reduce((total, value) => total + value, 0);
    return count ? String(sum) : fourDecimals(sum / values.length);
  });
  return [
    ...topics,
    line('runid', 'all', scores.tag ?? 'none'),
    line('num_q', 'all', String(scores.topics.length)),
    ...totals,
  ];
}

function metricCounts(name: string): boolean {
  try {
    return metric(name).count === true;
  } catch {
    return false;
  }
}

/** A threshold that holds for all is no part of trec_eval's names. */
function named(name: string, rel: number): string {
  return toTrecName(rel === 1 ? name : name.replace(`,rel=${rel}`, ''));
}

function line(name: string, topic: string, value: string): string {
  return `${name.padEnd(22)}\t${topic}\t${value}`;
}

/**
 * As C's `%6.4f`: to the nearest, and where a double stands exactly half way to the even one, while `toFixed` goes up. Doubles have at most
 * 1074 decimals, but one that is half way has few.
 */
export function fourDecimals(value: number): string {
  const text = value.toFixed(4);
  const long = value.toFixed(40);
  const halfWay = /\.\d{4}50*$/.test(long);
  if (!halfWay) return text;
  const down = long.slice(0, long.indexOf('.') + 5);
  return Number(down.at(-1)) % 2 === 0 ? down : text;
}
