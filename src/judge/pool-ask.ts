import { LabError, messageOf } from '../errors.js';
import { inOrder } from '../measure/in-order.js';
import { pagesOf } from '../measure/judged.js';
import { searchOnce } from '../measure/search-once.js';
import { type Progress, progress } from '../progress.js';
import type { Arm } from '../sweep/experiment.js';
import { sharedChunks } from '../sweep/shared-chunks.js';
import type { Doc, OnProgress, Retriever } from '../types.js';
import type { ArmPages } from './pool-of-queries.js';
import type { UnlabelledQuery } from './queries.js';

/** A query that an arm threw on, or was late for. */
export type ArmFailure = {
  readonly arm: string;
  readonly id: string;
  readonly status: 'error' | 'timeout';
  readonly message: string;
};

export type Asked = { readonly arms: readonly ArmPages[]; readonly failures: readonly ArmFailure[] };

export type AskOptions = {
  /** Chunks asked for. */
  readonly depth: number;
  /** A search that takes longer is given up. No limit unless said. */
  readonly timeoutMs?: number;
  /** Told after each query of an arm; a progress line shows by itself where this is left out. */
  readonly onProgress?: OnProgress;
};

/**
 * Asks each arm every query, one arm after the other, so that no two indexes need stand in memory at once. A query that fails is a failure of that arm and query alone. Throws a
 * LabError for a depth or a time that is none, and where an arm cannot be built.
 */
export async function askArms(
  arms: readonly Arm[],
  docs: readonly Doc[],
  queries: readonly UnlabelledQuery[],
  options: AskOptions,
): Promise<Asked> {
  const { depth, timeoutMs = 1 } = options;
  if (!Number.isInteger(depth) || depth < 1)
    throw new LabError(`askArms: depth is ${depth}, wanted a whole number of at least 1; 20 is usual`);
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw new LabError(
      `askArms: timeoutMs is ${timeoutMs}, wanted milliseconds above 0 and below 2^31; correct it, or leave it out for no limit`,
    );
  const chunksOf = sharedChunks(arms, docs);
  const answers: ArmPages[] = [];
  const failures: ArmFailure[] = [];
  for (const arm of arms) {
    const retriever = await built(arm, () => chunksOf(arm));
    answers.push(await askArm(arm.name, retriever, queries, options, failures));
  }
  return { arms: answers, failures };
}

type Chunks = Parameters<Arm['retriever']['build']>[0];

async function built(arm: Arm, chunks: () => Promise<Chunks>): Promise<Retriever> {
  try {
    return await arm.retriever.build(await chunks());
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    throw new LabError(
      `arm "${arm.name}": cannot be built (${messageOf(thrown)}), wanted one that searches; correct it, or name other arms`,
    );
  }
}

async function askArm(
  name: string,
  retriever: Retriever,
  queries: readonly UnlabelledQuery[],
  { depth, timeoutMs, onProgress }: AskOptions,
  failures: ArmFailure[],
): Promise<ArmPages> {
  const pages = new Map<string, readonly string[]>();
  const line: Progress = onProgress === undefined ? progress(name) : { tick: onProgress, end: () => {} };
  let done = 0;
  await inOrder(queries, 1, async ({ id, query }) => {
    const search = (text: string, n: number) => retriever.search(text, n);
    const { status, message, hits } = await searchOnce(search, query, depth, timeoutMs ?? null);
    if (status === 'error' || status === 'timeout')
      failures.push({ arm: name, id, status, message: message ?? '' });
    else pages.set(id, pagesOf(hits));
    line.tick(++done, queries.length);
  });
  line.end();
  return { name, pages };
}
