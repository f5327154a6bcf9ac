import { hitsOf } from '../../test/examples.js';
import { metric } from '../measure/registry.js';
import { resultOf } from '../measure/result-of.js';
import type { Case, Run } from '../types.js';

export type MadeRun = {
  readonly name: string;
  readonly cases: readonly Case[];
  /** The pages that came back for each case, best first. */
  readonly rankings: readonly (readonly string[])[];
  readonly metrics: readonly string[];
  readonly k: number;
  readonly depth: number;
};

/** A run as if it had been evaluated, of pages that are given: a thousand of them take no time. */
export function madeRun({ name, cases, rankings, metrics, k, depth }: MadeRun): Run {
  const measured = metrics.map((one) => metric(one));
  const results = cases.map((item, i) => {
    const status = rankings[i]!.length === 0 ? ('empty' as const) : ('ok' as const);
    const outcome = { status, message: null, hits: hitsOf(rankings[i]!.slice(0, depth)), latencyMs: 1 };
    return resultOf(item, outcome, measured, k);
  });
  return { ...HEADER, id: `id-${name}`, name, cases, results, metrics, k, depth };
}

const HEADER = {
  status: 'done',
  dataset: 'made',
  retriever: 'table',
  config: null,
  casesVersion: 'made',
  corpusVersion: null,
  corpusPages: null,
  chunkCount: null,
  environment: { gitCommit: null, gitDirty: null, versions: {}, platform: 'made' },
  startedAt: '2026-01-02T03:04:05.000Z',
  finishedAt: '2026-01-02T03:04:05.000Z',
  protocol: {} as Run['protocol'],
} as const;
