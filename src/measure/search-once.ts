import { LabError, messageOf } from '../errors.js';
import type { Hit, ResultStatus, Search, SearchStage } from '../types.js';

/** What one search came to. Hits of a failed one are none. */
export type Outcome = {
  readonly status: ResultStatus;
  readonly message: string | null;
  readonly hits: readonly Hit[];
  readonly latencyMs: number;
  readonly stages?: readonly SearchStage[];
};

class TimedOut extends Error {}

/**
 * Searches once and never throws: a retriever's exception, a late answer or an answer that is no list of hits is a status
 * with its message. A synchronous search cannot be stopped at the timeout; it is called late when it returns.
 */
export async function searchOnce(
  search: Search,
  query: string,
  depth: number,
  timeoutMs: number | null,
): Promise<Outcome> {
  const started = performance.now();
  const latency = () => performance.now() - started;
  try {
    const answer: unknown = await withTimeout(search(query, depth), timeoutMs);
    const hits = checkHits(listOf(answer), depth);
    const stages = stagesOf(answer);
    if (timeoutMs !== null && latency() > timeoutMs) throw new TimedOut();
    const status = hits.length === 0 ? 'empty' : 'ok';
    return { status, message: null, hits, latencyMs: latency(), ...(stages.length === 0 ? {} : { stages }) };
  } catch (thrown) {
    const late = thrown instanceof TimedOut;
    const message = late ? `no answer within ${timeoutMs} ms` : messageOf(thrown);
    return { status: late ? 'timeout' : 'error', message, hits: [], latencyMs: latency() };
  }
}

async function withTimeout<T>(work: T | Promise<T>, timeoutMs: number | null): Promise<T> {
  if (timeoutMs === null) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** An answer may be the hits alone, or the hits with the stages that led to them. */
function listOf(answer: unknown): unknown {
  const isList = answer === null || typeof answer !== 'object' || Array.isArray(answer);
  return isList ? answer : ((answer as { readonly hits?: unknown }).hits ?? answer);
}

/** The stages as plain copies, each as deep as it was; a name for each. */
function stagesOf(answer: unknown): readonly SearchStage[] {
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return [];
  const { stages } = answer as { readonly stages?: unknown };
  if (stages === undefined) return [];
  if (!Array.isArray(stages))
    throw new LabError(`search returned ${kindOf(stages)} as stages, wanted a list`);
  return stages.map(({ name, hits, query }: Partial<Record<'name' | 'hits' | 'query', unknown>>, i) => {
    if (typeof name !== 'string' || name === '')
      throw new LabError(`stage ${i + 1} has the name ${kindOf(name)}, wanted a text`);
    const asked = typeof query === 'string' ? { query } : {};
    return { name, hits: checkHits(hits, Number.POSITIVE_INFINITY), ...asked };
  });
}

/** The hits as plain copies, at most `depth`; throws for what would make a wrong number. */
function checkHits(answer: unknown, depth: number): readonly Hit[] {
  if (!Array.isArray(answer)) throw new LabError(`search returned ${kindOf(answer)}, wanted a list of hits`);
  const seen = new Set<string>();
  return answer.slice(0, depth).map((hit: Partial<Hit> | null, i) => {
    const { chunkId, docId, score, start, end } = hit ?? {};
    if (typeof docId !== 'string' || docId === '')
      throw new LabError(`hit ${i + 1} has the docId ${kindOf(docId)}, wanted a page id`);
    const id = chunkId ?? docId;
    if (typeof id !== 'string')
      throw new LabError(`hit ${i + 1} has the chunkId ${kindOf(id)}, wanted a string`);
    if (typeof score !== 'number' || Number.isNaN(score))
      throw new LabError(`hit ${i + 1} (${id}) has the score ${kindOf(score)}, wanted a number`);
    if (seen.has(id)) throw new LabError(`the chunk "${id}" is among the hits twice, wanted each once`);
    seen.add(id);
    return { chunkId: id, docId, score, ...placeOf(id, start, end) };
  });
}

/** Both ends or none; whole numbers, the end after the start. */
function placeOf(id: string, start: unknown, end: unknown): { start?: number; end?: number } {
  if (start === undefined && end === undefined) return {};
  if (
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    0 <= (start as number) &&
    (start as number) <= (end as number)
  )
    return { start: start as number, end: end as number };
  throw new LabError(
    `the hit ${id} stands at ${kindOf(start)} to ${kindOf(end)}, wanted whole offsets, the end not before the start`,
  );
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === 'number' ? String(value) : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
