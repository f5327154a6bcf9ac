import os from 'node:os';
import { LabError } from '../errors.js';
import { checkPool, type Pool, readPool } from '../judge/pool-file.js';
import { type Task, worklist } from '../judge/worklist.js';
import { openDataset } from '../open-dataset.js';
import type { Dataset, Doc } from '../types.js';
import type { Words } from './args.js';

/** A pool with the pages it names, and who judges it in which pass. */
export type Judging = {
  readonly pool: Pool;
  readonly data: Dataset;
  readonly docs: ReadonlyMap<string, Doc>;
  readonly judge: string;
  readonly pass: number;
  readonly tasks: readonly Task[];
};

/** Opens the pool that is named with its dataset: `--data`, else the one that the pool names. What is odd about it goes to the error output. */
export async function openJudging(words: Words, file: string): Promise<Judging> {
  const pool = readPool(file);
  const data = await openDataset(words.text('data') ?? pool.dataset);
  const note = checkPool(pool, data);
  if (note !== null) console.error(note);
  const pass = words.count('pass', 1);
  const docs = new Map(data.docs.map((doc) => [doc.id, doc]));
  return { pool, data, docs, judge: judgeNamed(words), pass, tasks: worklist(pool, pass) };
}

function judgeNamed(words: Words): string {
  const named = words.text('judge');
  if (named !== undefined) return named;
  try {
    return os.userInfo().username;
  } catch {
    throw new LabError('--judge is missing and this system names no user, wanted a name; add --judge NAME');
  }
}
