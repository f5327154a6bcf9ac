import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PROTOCOL } from '../src/measure/protocol.js';
import { openStore } from '../src/store/open-store.js';
import type { Case, Result, RunHeader } from '../src/types.js';
import { fixed, timed } from './measured.js';

const RESULTS = 10_000;
const HITS = 20;
const NAIVE = 500;

/** Recording 10,000 results with 20 hits each, a transaction for each result; beside it every row for itself, 500 results scaled up. */
export function benchRecord(): readonly object[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retrieval-lab-bench-'));
  try {
    const cases = Array.from({ length: RESULTS }, (_, i) => caseOf(i));
    const results = cases.map(resultOf);
    const store = openStore(path.join(folder, 'ours.sqlite'));
    store.begin(header('run'), cases);
    const ours = timed(() => results.forEach((result, i) => void store.record('run', i, result))).seconds;
    const read = timed(() => store.run('run').results.length).seconds;
    store.close();
    const naive = (naiveSeconds(path.join(folder, 'naive.jsonl'), results.slice(0, NAIVE)) * RESULTS) / NAIVE;
    return [
      { what: 'record, a transaction a query', seconds: fixed(ours), 'times ours': '1.0' },
      {
        what: 'append JSON lines, flushed a query',
        seconds: fixed(naive),
        'times ours': fixed(naive / ours, 1),
      },
      { what: 'read the run again', seconds: fixed(read), 'times ours': '' },
    ];
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** What one would do without a database, and as safe against a crash: a line for each result, on the disk before the next. */
function naiveSeconds(file: string, results: readonly Result[]): number {
  return timed(() => {
    for (const result of results) {
      const out = fs.openSync(file, 'a');
      fs.writeSync(out, `${JSON.stringify(result)}\n`);
      fs.fsyncSync(out);
      fs.closeSync(out);
    }
  }).seconds;
}

function caseOf(i: number): Case {
  return {
    id: `q-${i}`,
    query: `query ${i}`,
    kind: 'any',
    labels: [{ doc: `d-${i}`, grade: 1 }],
    fields: {},
  };
}

function resultOf({ id, query, kind }: Case, i: number): Result {
  const hits = Array.from({ length: HITS }, (_, h) => ({
    chunkId: `d-${i + h}#1`,
    docId: `d-${i + h}`,
    score: 20 - h,
  }));
  const metrics = { 'recall@5': 1, 'ndcg@5': 0.5, mrr: 1 };
  return {
    caseId: id,
    query,
    kind,
    status: 'ok',
    message: null,
    hits,
    metrics,
    ranks: { [`d-${i}`]: 1 },
    latencyMs: 1,
  };
}

function header(id: string): RunHeader {
  return {
    id,
    name: 'bench',
    status: 'running',
    dataset: null,
    retriever: 'bench',
    config: null,
    k: 5,
    depth: HITS,
    metrics: ['recall@5', 'ndcg@5', 'mrr'],
    protocol: PROTOCOL,
    casesVersion: 'bench',
    corpusVersion: null,
    corpusPages: null,
    chunkCount: null,
    environment: { gitCommit: null, gitDirty: null, versions: {}, platform: 'bench' },
    startedAt: new Date().toISOString(),
    finishedAt: null,
  };
}
