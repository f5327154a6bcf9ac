import { LabError } from '../errors.js';
import { type OpenAiOptions, type OpenAiServer, openAiServer, RefusedError } from '../openai.js';
import { type Answer, type EmbedReport, embedderOf, type LabEmbedder, type Send } from './batched.js';
import { type ReadAnswer, readAnswer } from './openai-answer.js';
import { openAiModel, PRICES } from './openai-models.js';
import { type Batch, halves, oneBatch, pack, someAtATime } from './pack.js';
import { onlyPrefixes, type Prefixes } from './prefixes.js';
import { quoted } from './quoted.js';
import { estimatedTokens, type Tokenizer } from './tokens.js';

export type OpenAiEmbedderOptions = OpenAiOptions & {
  readonly model?: string;
  /** Asked of the server, which cuts the vectors to it; some models and servers refuse that. */
  readonly dimensions?: number;
  /** What the model gives by itself, where that is known: it is then not asked for with one short text. */
  readonly nativeDimensions?: number;
  readonly prefixes?: Prefixes | null;
  /** The longest text, in tokens, where the model is not OpenAI's. */
  readonly maxTokens?: number;
  /** Where the model is not OpenAI's. */
  readonly dollarsPerMillionTokens?: number;
  /** Counts a text in the model's own tokens, where it is not OpenAI's; else they are estimated, to the high side. */
  readonly countTokens?: (text: string) => number;
  /** Cut a text that is too long, and count it in the report, rather than throw. */
  readonly truncate?: boolean;
  /** The most texts in a request: 512 at OpenAI, whose limit is 2,048; 32 elsewhere. */
  readonly batchTexts?: number;
  /** The most tokens in a request; 300,000, the limit of OpenAI. */
  readonly batchTokens?: number;
  /** Requests under way at once; 4. */
  readonly atOnce?: number;
};

export type OpenAiReport = EmbedReport & { readonly requests: number; readonly retries: number };

export type OpenAiEmbedder = LabEmbedder & { readonly report: () => OpenAiReport };

/**
 * Embeds by the protocol of OpenAI: there, or at any server that speaks it (Ollama, vLLM, LM Studio, TEI), named by `baseURL` or
 * OPENAI_BASE_URL. Vectors are checked and brought to length 1. A key is wanted at the first request only, so what is cached needs none;
 * a model that is not OpenAI's is asked for its dimensions with one short text, unless they are given. Nothing sets prefixes by itself: pass
 * `prefixesFor(model)`.
 */
export async function openaiEmbedder(options: OpenAiEmbedderOptions = {}): Promise<OpenAiEmbedder> {
  checkOptions(options);
  const { model = 'text-embedding-3-small', truncate = false } = options;
  const server = openAiServer(options);
  const known = openAiModel(model);
  const asking: Asking = { server, model, asked: options.dimensions };
  const given = options.dimensions ?? options.nativeDimensions ?? known?.dimensions;
  const dimensions = given ?? (await discover(asking));
  const tokenizer = tokenizerOf(options, known?.tokenizer);
  const price = priceOf(options, server, known?.dollarsPerMillionTokens);
  const shortened = options.dimensions === undefined ? '' : `@${dimensions}`;
  const embedder = embedderOf({
    name: `${server.name}/${model}${shortened}`,
    provider: server.name,
    model,
    dimensions,
    prefixes: onlyPrefixes(options.prefixes),
    maxTokens: options.maxTokens ?? known?.maxTokens ?? null,
    dollarsPerMillionTokens: price,
    truncate,
    tokenizer,
    beside: { server: server.url, ...(price ? { prices: { ...PRICES, perMillionTokens: price } } : {}) },
    send: sendTo({ ...asking, dimensions, tokenizer }, options),
  });
  return { ...embedder, report: () => ({ ...embedder.report(), ...server.counts() }) };
}

function sendTo(
  toAsk: ToAsk,
  { batchTexts, batchTokens = 300_000, atOnce = 4 }: OpenAiEmbedderOptions,
): Send {
  const limits = { texts: batchTexts ?? (toAsk.server.name === 'openai' ? 512 : 32), tokens: batchTokens };
  return async (sent, onAnswer) => {
    const batches = oneBatch(sent, limits) ?? pack(sent, limits, await toAsk.tokenizer());
    await someAtATime(batches, atOnce, (batch) => askAll(toAsk, batch, onAnswer));
  };
}

type Asking = { readonly server: OpenAiServer; readonly model: string; readonly asked: number | undefined };
type ToAsk = Asking & { readonly dimensions: number; readonly tokenizer: () => Promise<Tokenizer> };

/** How many numbers a vector of the model has. */
async function discover(asking: Asking): Promise<number> {
  const batch = { places: [0], texts: ['dimensions'] };
  const { vectors, problem } = await ask(asking, batch, null);
  if (problem !== null) throw faulty(asking, problem);
  return vectors[0]!.length;
}

/** Asks for a batch; where the server says that it is too large, for its halves, down to the one text that is. */
async function askAll(toAsk: ToAsk, batch: Batch, onAnswer: (answer: Answer) => void): Promise<void> {
  let read: ReadAnswer;
  try {
    read = await ask(toAsk, batch, toAsk.dimensions);
  } catch (thrown) {
    if (!isTooLarge(thrown)) throw thrown;
    if (batch.texts.length === 1) throw refusedText(toAsk, batch.texts[0]!, thrown);
    for (const half of halves(batch)) await askAll(toAsk, half, onAnswer);
    return;
  }
  // The good ones first: they have been paid for.
  const tokens = read.tokens ?? (await countAll(toAsk, batch));
  onAnswer({ places: read.places, vectors: read.vectors, tokens });
  if (read.problem !== null) throw faulty(toAsk, read.problem);
}

async function ask(
  { server, model, asked }: Asking,
  batch: Batch,
  dimensions: number | null,
): Promise<ReadAnswer> {
  const wanted = asked === undefined ? {} : { dimensions: asked };
  const body = { model, input: batch.texts, encoding_format: 'base64', ...wanted };
  // By `post` and not `embeddings.create`, which without a format would read a server's plain numbers as base64.
  return readAnswer(await server.post('/embeddings', body), batch, dimensions);
}

async function countAll({ tokenizer }: ToAsk, { texts }: Batch): Promise<number> {
  const { count } = await tokenizer();
  return texts.reduce((sum, text) => sum + count(text), 0);
}

function isTooLarge(thrown: unknown): thrown is RefusedError {
  return (
    thrown instanceof RefusedError &&
    [400, 413, 422].includes(thrown.status) &&
    /token|length|too (long|large)|batch|size|context/i.test(thrown.said)
  );
}

function refusedText(asking: Asking, text: string, { said }: RefusedError): LabError {
  return faulty(asking, `refused ${quoted(text)} (${said}), wanted a text that it takes; cut smaller chunks`);
}

function faulty({ server, model }: Asking, problem: string): LabError {
  return new LabError(`${server.name} (${server.url}): ${model} ${problem}`);
}

function tokenizerOf(
  { countTokens }: OpenAiEmbedderOptions,
  known: (() => Promise<Tokenizer>) | undefined,
): () => Promise<Tokenizer> {
  if (countTokens === undefined) return known ?? (async () => estimatedTokens);
  const own = {
    exact: true,
    count: countTokens,
    fits: (text: string, max: number) => countTokens(text) <= max,
  };
  return async () => own;
}

/** A known model elsewhere has the price of whoever runs it; a model of this machine costs nothing. */
function priceOf(
  { dollarsPerMillionTokens }: OpenAiEmbedderOptions,
  server: OpenAiServer,
  known: number | undefined,
): number | null {
  if (dollarsPerMillionTokens !== undefined) return dollarsPerMillionTokens;
  if (known !== undefined) return server.name === 'openai' ? known : null;
  return /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(server.name) ? 0 : null;
}

const WHOLE: readonly (keyof OpenAiEmbedderOptions & string)[] = [
  'dimensions',
  'nativeDimensions',
  'maxTokens',
  'batchTexts',
  'batchTokens',
  'atOnce',
];

function checkOptions(options: OpenAiEmbedderOptions): void {
  for (const name of WHOLE) {
    const value = options[name];
    if (value === undefined || (Number.isInteger(value) && (value as number) >= 1)) continue;
    throw new LabError(
      `openaiEmbedder: ${name} is ${value}, wanted a whole number of at least 1; correct it`,
    );
  }
  const { batchTexts = 1, batchTokens = 1 } = options;
  if (batchTexts > 2048 || batchTokens > 300_000) {
    throw new LabError(
      `openaiEmbedder: a batch of ${batchTexts} texts and ${batchTokens} tokens, wanted at most 2048 and 300000, the limits of the API; lower batchTexts or batchTokens`,
    );
  }
}
