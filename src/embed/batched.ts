import { LabError } from '../errors.js';
import type { Embedder, EmbedRole, Json, OnProgress } from '../types.js';
import type { Prefixes } from './prefixes.js';
import { quoted } from './quoted.js';
import { cutToFit, type Tokenizer } from './tokens.js';

/** A text as the model gets it: with its prefix, and cut where it was too long and that was allowed. */
export type Prepared = { readonly sent: string; readonly truncated: boolean };

/** Some of the vectors asked for, of unit length, by the place of their text, and the tokens to pay for: 0 where the model runs here. */
export type Answer = {
  readonly places: readonly number[];
  readonly vectors: readonly Float32Array[];
  readonly tokens: number;
};

/** Embeds texts as they are and hands over each answer as it arrives, good ones also before it throws. */
export type Send = (sent: readonly string[], onAnswer: (answer: Answer) => void) => Promise<void>;

/** An embedder taken apart, so that a cache can stand between what is asked and what is sent. */
export type Batched = {
  /** All that decides a vector beside the text that is sent. */
  readonly settings: Json;
  readonly prepare: (texts: readonly string[], role: EmbedRole) => Promise<readonly Prepared[]>;
  /** Which of the texts the model reads to their ends. */
  readonly fit: (texts: readonly string[], role: EmbedRole) => Promise<readonly boolean[]>;
  /** What becomes of a text that does not fit; null where only the embedder knows. */
  readonly tooLong: 'cut' | 'error' | null;
  readonly tokenizer: () => Promise<Tokenizer>;
  readonly send: Send;
};

/** What an embedder did since it was made. */
export type EmbedReport = {
  readonly texts: number;
  /** As the server counted them, else as estimated; 0 where the model runs here. */
  readonly tokens: number;
  /** Null where the price is not known. */
  readonly dollars: number | null;
  /** Texts that were cut to the model's limit; their ends are in no vector. */
  readonly truncated: number;
};

/** An embedder of ours. */
export type LabEmbedder = Embedder & { readonly batched: Batched; readonly report: () => EmbedReport };

/** How an embedder is written. */
export type EmbedderParts = {
  /** Else provider and model. */
  readonly name?: string;
  readonly provider: string;
  readonly model: string;
  readonly dimensions: number;
  readonly prefixes: Prefixes;
  readonly maxTokens: number | null;
  readonly dollarsPerMillionTokens: number | null;
  /** Cut a text that is too long, and count it, rather than throw. */
  readonly truncate: boolean;
  readonly tokenizer: () => Promise<Tokenizer>;
  /** What else decides the vectors. */
  readonly extra?: { readonly [key: string]: Json };
  /** What else is worth recording. */
  readonly beside?: { readonly [key: string]: Json };
  readonly send: Send;
};

/** The embedder that `parts` describe. */
export function embedderOf(parts: EmbedderParts): LabEmbedder {
  const { provider, model, dimensions, prefixes, maxTokens, dollarsPerMillionTokens, truncate } = parts;
  const settings = { provider, model, dimensions, normalisation: 'l2', ...parts.extra };
  const counts = { texts: 0, tokens: 0, truncated: 0 };
  const batched: Batched = {
    settings,
    prepare: (texts, role) => prepareAll(parts, texts, role),
    fit: (texts, role) => fitAll(parts, texts, role),
    tooLong: truncate ? 'cut' : 'error',
    tokenizer: parts.tokenizer,
    send: (sent, onAnswer) => parts.send(sent, (answer) => counted(counts, answer, onAnswer)),
  };
  return {
    name: parts.name ?? `${provider}/${model}`,
    model,
    dimensions,
    config: { ...settings, prefixes, truncate, ...parts.beside },
    maxTokens,
    dollarsPerMillionTokens,
    batched,
    embed: async (texts, role, onProgress) => {
      const prepared = await batched.prepare(texts, role);
      counts.truncated += prepared.filter((text) => text.truncated).length;
      return collect(
        batched.send,
        prepared.map((text) => text.sent),
        onProgress,
      );
    },
    report: () => ({ ...counts, dollars: dollarsOf(counts.tokens, dollarsPerMillionTokens) }),
  };
}

/** What tokens cost, in dollars; null where the price is not known. */
export function dollarsOf(tokens: number, perMillion: number | null): number | null {
  return perMillion === null ? null : (tokens * perMillion) / 1e6;
}

function counted(
  counts: { texts: number; tokens: number },
  answer: Answer,
  onAnswer: (answer: Answer) => void,
): void {
  counts.texts += answer.places.length;
  counts.tokens += answer.tokens;
  onAnswer(answer);
}

async function collect(
  send: Send,
  sent: readonly string[],
  onProgress: OnProgress | undefined,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = new Array(sent.length);
  let done = 0;
  await send(sent, (answer) => {
    answer.places.forEach((place, i) => {
      vectors[place] = answer.vectors[i]!;
    });
    done += answer.places.length;
    onProgress?.(done, sent.length);
  });
  return vectors;
}

/** All texts are looked at before any is sent, so that nothing is paid for a call that fails on its last text. */
async function prepareAll(
  parts: EmbedderParts,
  texts: readonly string[],
  role: EmbedRole,
): Promise<readonly Prepared[]> {
  const all = texts.map((text) => (parts.prefixes[role] ?? '') + text);
  const { maxTokens } = parts;
  const places = texts.map((_, i) => `${parts.model}: ${role} ${i + 1} of ${texts.length}`);
  const empty = all.indexOf('');
  if (empty !== -1) {
    throw new LabError(
      `${places[empty]} is empty, wanted at least one character; leave it out or give it a text`,
    );
  }
  const fit = await fitAll(parts, texts, role);
  if (maxTokens === null || fit.every(Boolean)) return all.map(whole);
  const tokenizer = await parts.tokenizer();
  return all.map((sent, i) => {
    if (fit[i]) return whole(sent);
    if (parts.truncate) return { sent: cutToFit(sent, maxTokens, tokenizer), truncated: true };
    const about = tokenizer.exact ? 'has' : 'is estimated at';
    throw new LabError(
      `${places[i]}, ${quoted(texts[i]!)}, ${about} more than ${maxTokens} tokens, wanted at most that many; cut smaller chunks, or pass truncate: true to lose its end`,
    );
  });
}

async function fitAll(
  { prefixes, maxTokens, tokenizer }: EmbedderParts,
  texts: readonly string[],
  role: EmbedRole,
): Promise<readonly boolean[]> {
  const all = texts.map((text) => (prefixes[role] ?? '') + text);
  // Loaded only for a text that might be too long: queries are not worth the wait.
  if (maxTokens === null || all.every((sent) => surelyFits(sent, maxTokens))) return all.map(() => true);
  const { fits } = await tokenizer();
  return all.map((sent) => surelyFits(sent, maxTokens) || fits(sent, maxTokens));
}

function whole(sent: string): Prepared {
  return { sent, truncated: false };
}

/** A token is at least one byte of the text, but for a few that a model sets around it. */
function surelyFits(sent: string, maxTokens: number): boolean {
  return Buffer.byteLength(sent) + 8 <= maxTokens;
}
