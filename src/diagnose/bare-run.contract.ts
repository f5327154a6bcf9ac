import { PROTOCOL } from '../measure/protocol.js';
import type { Case, Result, Run } from '../types.js';

/** A run for tests that says nothing of where it was made. */
export function bareRun(cases: readonly Case[], results: readonly Result[], more: Partial<Run> = {}): Run {
  return {
    id: 'run-1',
    name: 'r',
    status: 'done',
    dataset: null,
    retriever: 'table',
    config: null,
    k: 2,
    depth: 20,
    metrics: [],
    protocol: PROTOCOL,
    casesVersion: 'v',
    corpusVersion: null,
    corpusPages: null,
    chunkCount: null,
    environment: { gitCommit: null, gitDirty: null, versions: {}, platform: 'test' },
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: null,
    ...more,
    cases,
    results,
  };
}
