import { createHash } from 'node:crypto';
import { pathGiven } from '../errors.js';
import type { Embedder, EmbedRole, Json, OnProgress } from '../types.js';
import { type Answer, type Batched, dollarsOf } from './batched.js';
import { type CacheFile, embeddingsPath, openCacheFile } from './cache-file.js';
import { batchedOf } from './plain-batches.js';

/** What an embedding of some texts would cost now. */
export type Estimate = {
  readonly texts: number;
  /** Distinct ones that are not in the cache. */
  readonly missing: number;
  readonly tokens: number;
  /** Null where the price is not known. */
  readonly dollars: number | null;
  /** Whether tokens were counted with the model's own tokenizer; else they are estimated, to the high side. */
  readonly exact: boolean;
};

/** What a cache did since it was made; `hits + misses + duplicates` are the texts it was asked for. */
export type CacheReport = {
  readonly file: string;
  readonly hits: number;
  /** Texts that were embedded. */
  readonly misses: number;
  /** Texts that came again in one call. */
  readonly duplicates: number;
  /** Of the misses: those whose vector in the file was not what had been written. */
  readonly damaged: number;
  /** Texts that were cut to the model's limit; their ends are in no vector. */
  readonly truncated: number;
  /** Paid for, as the server counted them, else as estimated; 0 where the model runs here. */
  readonly tokens: number;
  readonly dollars: number | null;
  /** All that was ever paid for this model in this file, by any process. */
  readonly ever: { readonly tokens: number; readonly dollars: number | null };
};

export type CachedEmbedder = Embedder & {
  readonly file: string;
  /** What is asked where the cache has nothing. */
  readonly behind: Embedder;
  /** How many are missing, and what they cost. Asks no server and writes nothing. */
  readonly estimate: (texts: readonly string[], role?: EmbedRole) => Promise<Estimate>;
  readonly report: () => CacheReport;
  readonly close: () => void;
};

/**
 * An embedder that pays for a text once. Vectors are kept in an SQLite file (`embeddings.sqlite` beside the store) under a hash of provider,
 * model, dimensions, normalisation and the text as it is sent, its prefix included; of an embedder that is not ours, under its whole configuration,
 * role and text. Each answer is written as it arrives, so a run that is killed goes on where it was. Several processes may share the
 * file; those that want the same text at the same moment each pay for it, and the first vector written stays.
 */
export function cached(embedder: Embedder, file: string = embeddingsPath()): CachedEmbedder {
  const path = pathGiven('cached', file);
  const sides = { query: sideOf(embedder, 'query', path), document: sideOf(embedder, 'document', path) };
  const state: State = { embedder, counts: { ...NONE }, underWay: new Map() };
  return {
    name: embedder.name,
    model: embedder.model,
    dimensions: embedder.dimensions,
    config: embedder.config,
    maxTokens: embedder.maxTokens,
    dollarsPerMillionTokens: embedder.dollarsPerMillionTokens,
    file: sides.document.cache.file,
    behind: embedder,
    embed: (texts, role, onProgress) => embedCached(state, sides[role], texts, onProgress),
    estimate: (texts, role = 'document') => estimate(state, sides[role], texts),
    report: () => ({
      file: sides.document.cache.file,
      ...state.counts,
      dollars: dollarsOf(state.counts.tokens, embedder.dollarsPerMillionTokens),
      ever: sides.document.cache.spent(),
    }),
    close: () => {
      sides.query.cache.close();
      sides.document.cache.close();
    },
  };
}

const NONE = { hits: 0, misses: 0, duplicates: 0, damaged: 0, truncated: 0, tokens: 0 };

/** An embedder in one role. */
type Side = {
  readonly role: EmbedRole;
  readonly batched: Batched;
  readonly settings: string;
  readonly cache: CacheFile;
};

type State = {
  readonly embedder: Embedder;
  readonly counts: { -readonly [name in keyof typeof NONE]: number };
  /** By key in hex: what another call is embedding already. */
  readonly underWay: Map<string, Promise<void>>;
};

function sideOf(embedder: Embedder, role: EmbedRole, file: string): Side {
  const batched = batchedOf(embedder, role);
  const settings = JSON.stringify(sorted(batched.settings));
  const { model, dimensions } = embedder;
  return { role, batched, settings, cache: openCacheFile(file, { settings, model, dimensions }) };
}

/** Keys in one order, so that the same settings have the same text. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, item]) => [name, sorted(item as Json)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A distinct text: its key, and the places where it was asked for. */
type Wanted = {
  readonly key: Buffer;
  readonly hex: string;
  readonly sent: string;
  readonly places: number[];
};

async function wantedOf(side: Side, texts: readonly string[]) {
  const prepared = await side.batched.prepare(texts, side.role);
  const byHex = new Map<string, Wanted>();
  prepared.forEach(({ sent }, place) => {
    const key = createHash('sha256').update(side.settings).update('\0').update(sent).digest();
    const hex = key.toString('hex');
    const known = byHex.get(hex);
    if (known === undefined) byHex.set(hex, { key, hex, sent, places: [place] });
    else known.places.push(place);
  });
  return { wanted: [...byHex.values()], truncated: prepared.filter((text) => text.truncated).length };
}

async function estimate({ embedder }: State, side: Side, texts: readonly string[]): Promise<Estimate> {
  const { wanted } = await wantedOf(side, texts);
  const missing = wanted.filter(({ key }) => !(side.cache.get(key) instanceof Float32Array));
  const tokenizer = await side.batched.tokenizer();
  const tokens = missing.reduce((sum, { sent }) => sum + tokenizer.count(sent), 0);
  const dollars = dollarsOf(tokens, embedder.dollarsPerMillionTokens);
  return { texts: texts.length, missing: missing.length, tokens, dollars, exact: tokenizer.exact };
}

async function embedCached(
  state: State,
  side: Side,
  texts: readonly string[],
  onProgress: OnProgress | undefined,
): Promise<readonly Float32Array[]> {
  // Before anything is paid for: what cannot be kept would be paid for again.
  side.cache.ready();
  const { wanted, truncated } = await wantedOf(side, texts);
  const vectors: Float32Array[] = new Array(texts.length);
  let done = 0;
  const take = ({ places }: Wanted, vector: Float32Array) => {
    for (const place of places) vectors[place] = vector;
    done += places.length;
  };
  const missing = wanted.filter((one) => !takeStored(state, side, one, take));
  const { counts } = state;
  counts.hits += wanted.length - missing.length;
  counts.duplicates += texts.length - wanted.length;
  counts.truncated += truncated;
  if (done > 0) onProgress?.(done, texts.length);
  await fill(state, side, missing, (one, vector) => {
    take(one, vector);
    onProgress?.(done, texts.length);
  });
  return vectors;
}

type Take = (one: Wanted, vector: Float32Array) => void;

function takeStored({ counts }: State, { cache }: Side, one: Wanted, take: Take): boolean {
  const found = cache.get(one.key);
  if (found === 'damaged') counts.damaged++;
  if (!(found instanceof Float32Array)) return false;
  take(one, found);
  return true;
}

/** Embeds what is missing, but for what another call of this process is embedding already: that is waited for. */
async function fill(state: State, side: Side, missing: readonly Wanted[], take: Take): Promise<void> {
  const others = missing.filter(({ hex }) => state.underWay.has(hex));
  const waited = others.map(({ hex }) => state.underWay.get(hex)!);
  const mine = missing.filter(({ hex }) => !state.underWay.has(hex));
  const work = embedMissing(state, side, mine, take);
  for (const { hex } of mine) state.underWay.set(hex, work);
  try {
    await work;
  } finally {
    for (const { hex } of mine) state.underWay.delete(hex);
  }
  await Promise.allSettled(waited);
  const left = others.filter((one) => !takeStored(state, side, one, take));
  state.counts.hits += others.length - left.length;
  // Where the other call failed, this one tries for itself.
  if (left.length > 0) await fill(state, side, left, take);
}

async function embedMissing(
  { embedder, counts }: State,
  { batched, cache }: Side,
  missing: readonly Wanted[],
  take: Take,
): Promise<void> {
  if (missing.length === 0) return;
  const onAnswer = ({ places, vectors, tokens }: Answer) => {
    const answered = places.map((place) => missing[place]!);
    const keys = answered.map(({ key }) => key);
    cache.put(keys, vectors, { tokens, dollars: dollarsOf(tokens, embedder.dollarsPerMillionTokens) });
    counts.misses += answered.length;
    counts.tokens += tokens;
    answered.forEach((one, i) => {
      // Another process may have been first, and all are to see the same vector.
      const stored = cache.get(one.key);
      take(one, stored instanceof Float32Array ? stored : vectors[i]!);
    });
  };
  await batched.send(
    missing.map(({ sent }) => sent),
    onAnswer,
  );
}
