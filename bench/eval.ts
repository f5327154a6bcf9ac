import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeBigRun } from './make-run.js';
import { fixed, type Measured, measured, medianOf } from './measured.js';

/** Reading and scoring a run of 6,980 topics with 1,000 hits each: ours, a naive one, and trec_eval where it is on the PATH. */
export async function benchEval(topics = 6980, hits = 1000): Promise<readonly object[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retrieval-lab-bench-'));
  try {
    const { qrels, run } = makeBigRun(folder, topics, hits);
    const ours = await medianOf(3, () =>
      measured(process.execPath, [
        'dist/cli/main.js',
        'eval',
        '--qrels',
        qrels,
        '--run',
        run,
        '--format',
        'trec',
      ]),
    );
    const rows = [row('rlab eval', ours, ours)];
    if (hasTrecEval())
      rows.push(
        row('trec_eval -c', await medianOf(3, () => measured('trec_eval', ['-c', qrels, run])), ours),
      );
    const naive = await measured(process.execPath, [
      '--max-old-space-size=12000',
      '--import',
      'tsx',
      'bench/naive-eval.ts',
      qrels,
      run,
    ]);
    rows.push(row('naive', naive, ours));
    return rows;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function row(who: string, { seconds, peakMiB }: Measured, ours: Measured) {
  return {
    who,
    seconds: fixed(seconds),
    'peak MiB': fixed(peakMiB, 0),
    'times ours': fixed(seconds / ours.seconds, 1),
    'memory, times ours': peakMiB === null || ours.peakMiB === null ? '?' : fixed(peakMiB / ours.peakMiB, 1),
  };
}

function hasTrecEval(): boolean {
  return spawnSync('trec_eval', ['--version']).error === undefined;
}
