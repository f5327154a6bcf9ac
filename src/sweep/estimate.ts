import { indexedTexts } from '../chunk/indexed-texts.js';
import { toEmbedOf } from '../chunk/to-embed.js';
import { cacheOf, innermost } from '../embed/embedding-costs.js';
import { PRICES } from '../embed/openai-models.js';
import { batchedOf } from '../embed/plain-batches.js';
import type { Store } from '../store/open-store.js';
import type { Case, Dataset, Doc, Embedder, ToEmbed } from '../types.js';
import { type ArmChunks, chunkedOnce, chunksKey, noneIsRefused } from './arm-chunks.js';
import {
  type Asked,
  type EmbeddingEstimate,
  estimateEmbedding,
  estimateTogether,
  sumOf,
} from './embedding-estimate.js';
import type { Arm, Experiment } from './experiment.js';
import { casesIn, casesLeft } from './run-experiment.js';

/** What an arm's embedder is asked: `cuts` are what a chunker embeds to find its cuts. */
export type TextsEstimate = {
  readonly of: 'cuts' | 'chunks' | 'queries';
  readonly embedder: string;
  /** Null where the texts are not known before the pages have been cut, which has to be paid for. */
  readonly estimate: EmbeddingEstimate | null;
};

export type ArmEstimate = {
  readonly name: string;
  readonly chunker: string;
  /** Null where they are not known before what finds their cuts has been paid for. */
  readonly chunks: number | null;
  /** Cases times repeats. */
  readonly searches: number;
  /** Those that `--resume` would leave to do: a run with these very settings is taken as far as it is in the store. */
  readonly left: number;
  readonly embeddings: readonly TextsEstimate[];
};

export type EmbedderEstimate = EmbeddingEstimate & {
  readonly name: string;
  /** Whether some of its texts are not known yet, so that it is more. */
  readonly more: boolean;
};

/** What a sweep would take. */
export type SweepEstimate = {
  readonly dataset: string;
  readonly cases: number;
  readonly repeats: number;
  readonly arms: readonly ArmEstimate[];
  /** Each distinct embedder, with each text once that several arms share. */
  readonly embedders: readonly EmbedderEstimate[];
  /** Of them all; null where nothing is embedded. */
  readonly total: EmbeddingEstimate | null;
  readonly searches: { readonly all: number; readonly left: number };
  /** The price list that some embedder's price is from, or null. */
  readonly prices: { readonly taken: string; readonly source: string } | null;
};

/**
 * What an experiment would take, before it is run: chunks, texts, tokens, dollars and searches, and what of it is done already. Pages are cut; nothing is
 * embedded, asked or written. A chunker that embeds to find its cuts is asked for chunks only where the cache has all that it needs. Rewritten
 * queries are not foreseen.
 */
export async function estimateSweep(
  of: Experiment,
  data: Dataset,
  { store }: { readonly store?: Store } = {},
): Promise<SweepEstimate> {
  const cases = casesIn(of, data);
  const repeats = of.repeats ?? 1;
  const sets = await chunkedOnce(of.arms, data.docs, costsNothing);
  const asked = of.arms.map((arm) => askedBy(arm, data.docs, cases, repeats, sets));
  const estimateOf = textsEstimates();
  const arms: ArmEstimate[] = [];
  for (const [i, arm] of of.arms.entries())
    arms.push({
      name: arm.name,
      chunker: arm.chunker.name,
      chunks: sets.get(chunksKey(arm))?.chunks.length ?? null,
      searches: cases.length * repeats,
      left: (store === undefined ? cases.length : casesLeft(of, arm, data, cases, store)) * repeats,
      embeddings: await Promise.all(asked[i]!.map(estimateOf)),
    });
  const embedders = await eachEmbedder(asked.flat());
  const searches = (name: 'searches' | 'left') => arms.reduce((sum, arm) => sum + arm[name], 0);
  return {
    dataset: data.name,
    cases: cases.length,
    repeats,
    arms,
    embedders,
    total: embedders.length === 0 ? null : sumOf(embedders),
    searches: { all: searches('searches'), left: searches('left') },
    prices: asked.flat().some(({ embedder }) => hasListPrice(embedder)) ? PRICES : null,
  };
}

type Wanted = Omit<Asked, 'texts'> & {
  /** The chunks that they are of or for. */
  readonly chunks: string;
  readonly of: TextsEstimate['of'];
  readonly texts: readonly string[] | null;
};

/** Whether a cache has all of it. */
async function costsNothing(toEmbed: readonly ToEmbed[]): Promise<boolean> {
  if (!(await noneIsRefused(toEmbed))) return false;
  for (const { embedder, texts } of toEmbed) {
    const cache = cacheOf(embedder);
    if (cache === null || texts === null) return false;
    if ((await cache.estimate(texts, 'document')).missing > 0) return false;
  }
  return true;
}

function askedBy(
  arm: Arm,
  docs: readonly Doc[],
  cases: readonly Case[],
  repeats: number,
  sets: ArmChunks,
): readonly Wanted[] {
  const chunks = chunksKey(arm);
  const set = sets.get(chunks);
  const texts = set === undefined ? null : indexedTexts(set.chunks).texts;
  const queries = cases.map((item) => item.query);
  const cuts = toEmbedOf(arm.chunker, docs).map(
    (one): Wanted => ({ ...one, chunks, of: 'cuts', role: 'document', times: 1 }),
  );
  const searched = (arm.retriever.embedders ?? []).flatMap((embedder): readonly Wanted[] => [
    { embedder, chunks, of: 'chunks', role: 'document', texts, times: 1 },
    { embedder, chunks, of: 'queries', role: 'query', texts: queries, times: repeats },
  ]);
  return [...cuts, ...searched];
}

/** Counting is slow and arms share chunks and embedders, so each of the same texts are counted once. */
function textsEstimates(): (wanted: Wanted) => Promise<TextsEstimate> {
  const known = new Map<string, Promise<EmbeddingEstimate>>();
  return async ({ of, chunks, texts, ...asked }) => {
    const embedder = asked.embedder.name;
    if (texts === null) return { of, embedder, estimate: null };
    const key = JSON.stringify([of, of === 'queries' ? null : chunks, asked.times, keyOf(asked.embedder)]);
    const estimate = known.get(key) ?? estimateEmbedding({ ...asked, texts });
    known.set(key, estimate);
    return { of, embedder, estimate: await estimate };
  };
}

/** Embedders are one where they share a cache and all that decides a vector. */
async function eachEmbedder(asked: readonly Wanted[]): Promise<readonly EmbedderEstimate[]> {
  const groups = new Map<string, Wanted[]>();
  for (const one of asked) groups.set(keyOf(one.embedder), [...(groups.get(keyOf(one.embedder)) ?? []), one]);
  return Promise.all(
    [...groups.values()].map(async (group) => {
      const known = group.filter((one): one is Wanted & Asked => one.texts !== null);
      const more = known.length < group.length;
      const { embedder } = group[0]!;
      return { name: embedder.name, ...(await estimateTogether(embedder, known)), more };
    }),
  );
}

function keyOf(embedder: Embedder): string {
  const { settings } = batchedOf(innermost(embedder), 'document');
  const prefixes = (embedder.config as { readonly prefixes?: unknown } | null)?.prefixes ?? null;
  return JSON.stringify([settings, prefixes, cacheOf(embedder)?.file ?? null]);
}

function hasListPrice(embedder: Embedder): boolean {
  const { config } = innermost(embedder);
  return config !== null && typeof config === 'object' && 'prices' in config;
}
