import os from 'node:os';
import { LabError } from '../errors.js';
import { judgeName } from '../judge/judge-name.js';
import { checkPool, readPool } from '../judge/pool-file.js';
import { type JudgeWork, judgeWork } from '../judge/work.js';
import { openDataset } from '../open-dataset.js';
import type { Dataset } from '../types.js';
import type { Words } from './args.js';

/** A pool over the pages that it names, in one pass, and who judges it. */
export type Judging = { readonly work: JudgeWork; readonly data: Dataset; readonly judge: string };

/** Opens the pool that is named with its dataset: `--data`, else the one that the pool names. What is odd about it goes to the error output. */
export async function openJudging(words: Words, file: string): Promise<Judging> {
  const pool = readPool(file);
  const data = await openDataset(words.text('data') ?? pool.dataset);
  const note = checkPool(pool, data);
  if (note !== null) console.error(note);
  return { work: judgeWork(pool, data, words.count('pass', 1)), data, judge: judgeName(judgeNamed(words)) };
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
