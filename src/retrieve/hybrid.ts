import { LabError } from '../errors.js';
import type { Retriever, RetrieverSpec, Search } from '../types.js';
import {
  ask,
  type Built,
  checkParts,
  composed,
  type Part,
  partConfigs,
  stageNames,
  wholeNumber,
} from './compose.js';
import { fuse, normalisedScore, reciprocalRank } from './fusion.js';

export type HybridOptions = {
  /** By ranks (`rrf`, reciprocal rank fusion), or by scores brought to 0 to 1 in each list. Default `rrf`. */
  readonly fusion?: 'rrf' | 'score';
  /** Of reciprocal rank fusion: the larger, the less the first ranks stand out. Default 60. */
  readonly k?: number;
  /** One for each part. Default 1 each. */
  readonly weights?: readonly number[];
  /** Hits that each part is asked for, in chunks; more where more are asked of the whole. Default 100. */
  readonly depth?: number;
  /** Default `hybrid rrf (bm25 + …)`. */
  readonly name?: string;
};

type Settings = Required<HybridOptions>;

/** Several retrievers in one ranking. What each of them gave is in the answer's stages. Of settings: the setting of a hybrid. */
export function hybrid(parts: readonly Retriever[], options?: HybridOptions): Retriever;
export function hybrid(parts: readonly Part[], options?: HybridOptions): RetrieverSpec;
export function hybrid(parts: readonly Part[], options: HybridOptions = {}): Retriever | RetrieverSpec {
  const { name, ...rest } = settle(parts, options);
  const { k: _, ...withoutK } = rest;
  const settings = rest.fusion === 'rrf' ? rest : withoutK;
  const config = { retriever: 'hybrid', ...settings, parts: partConfigs(parts) };
  return composed(parts, { name, config, searchOf: (built) => searchOf(built, rest) });
}

function searchOf(parts: readonly Built[], { fusion, k, weights, depth }: Omit<Settings, 'name'>): Search {
  const share = fusion === 'rrf' ? reciprocalRank(k) : normalisedScore;
  return async (query, wanted) => {
    const answers = await Promise.all(parts.map((part) => ask(part, query, Math.max(depth, wanted))));
    const lists = answers.map((answer) => answer.hits);
    return {
      hits: fuse(lists, weights, share).slice(0, wanted),
      stages: answers.flatMap((answer) => answer.stages),
    };
  };
}

function settle(parts: readonly Part[], options: HybridOptions): Settings {
  const say = (sentence: string): never => {
    throw new LabError(`hybrid: ${sentence}`);
  };
  const { fusion = 'rrf', k = 60, weights = parts.map(() => 1), depth = 100, name, ...unknown } = options;
  const [key] = Object.keys(unknown);
  if (key !== undefined)
    say(`the option "${key}" is unknown, wanted fusion, k, weights, depth or name; rename or drop it`);
  if (parts.length < 2) say(`there are ${parts.length} parts, wanted at least two retrievers; add one`);
  checkParts('hybrid', parts);
  if (fusion !== 'rrf' && fusion !== 'score')
    say(`fusion is ${JSON.stringify(fusion)}, wanted "rrf" or "score"; pick one`);
  if (!(Number.isFinite(k) && k >= 0)) say(`k is ${k}, wanted a number of at least 0; 60 is usual`);
  const fit = weights.length === parts.length && weights.every((one) => Number.isFinite(one) && one >= 0);
  if (!fit || weights.every((one) => one === 0))
    say(
      `weights are ${JSON.stringify(weights)}, wanted ${parts.length} numbers of at least 0, not all 0; correct them`,
    );
  wholeNumber('hybrid', 'depth', depth);
  return { fusion, k, weights, depth, name: name ?? `hybrid ${fusion} (${stageNames(parts).join(' + ')})` };
}
