import type { Hit } from '../types.js';

/** How much of a ranking a reader or a model is given: the first chunks, or as many as a budget of tokens takes, the last one cut. */
export type Context = { readonly chunks: number } | { readonly tokens: number };

/**
 * What came of asking a model a question over a context. The list is closed; the first that holds is said.
 *
 * - `rate limited`: the server still answered 429 after all retries, or asked to wait too long.
 * - `timeout`: no answer came in time, after all retries.
 * - `error`: the search or the server failed in another way.
 * - `refused`: the model declined to answer.
 * - `truncated`: the answer broke off, most often at the limit of tokens.
 * - `invalid`: the answer is no JSON, or not of the shape that was asked for.
 * - `abstained`: the model said that the passages do not answer the question.
 * - `foreign citation`: it cites a page that was not in the context.
 * - `misquote`: it quotes what does not stand in the page that it cites. Stretches of whitespace count as one blank, blanks at the ends as none; all else must agree.
 * - `ok`: none of these.
 */
export const RAG_STATUSES = [
  'rate limited',
  'timeout',
  'error',
  'refused',
  'truncated',
  'invalid',
  'abstained',
  'foreign citation',
  'misquote',
  'ok',
] as const;

export type RagStatus = (typeof RAG_STATUSES)[number];

/** Statuses without an answer that can be read; only these are asked again with `retryFailed`. */
export const RAG_FAILURES: readonly RagStatus[] = [
  'rate limited',
  'timeout',
  'error',
  'truncated',
  'invalid',
];

export type RagCitation = {
  readonly doc: string;
  readonly quote: string;
  /** Whether the page was in the context. */
  readonly inContext: boolean;
  /** Whether the quote stands in the page. */
  readonly quoteFound: boolean;
};

/** As the server counted them; `cached` are those of the input that it had read before, `output` holds what was thought and not said. */
export type RagUsage = { readonly input: number; readonly cached: number; readonly output: number };

/** One question that was searched for, put to a model over what was found, and what came back. */
export type RagAnswer = {
  readonly questionId: string;
  readonly question: string;
  /** The recorded run that its hits are of; null where it was searched for itself. */
  readonly runId: string | null;
  readonly context: Context;
  readonly model: string;
  /** `openai`, or host and port of another. */
  readonly server: string;
  /** The digest of the prompt's words. */
  readonly prompt: string;
  /** Of question, texts of the context, model, server and prompt: what has the same is not asked for twice. */
  readonly digest: string;
  readonly status: RagStatus;
  /** Why it is not ok, in words; null where it is. */
  readonly message: string | null;
  readonly hits: readonly Hit[];
  /** The chunks that the model was shown, best first. */
  readonly contextIds: readonly string[];
  /** Null where none can be read. */
  readonly answer: string | null;
  readonly citations: readonly RagCitation[];
  /** What the model wrote, as it came; null where nothing did. */
  readonly raw: string | null;
  readonly usage: RagUsage | null;
  /** What it cost, whoever has paid for it; null where tokens or prices are not known. */
  readonly dollars: number | null;
  /** Of the answer, waits and retries included. */
  readonly latencyMs: number | null;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
};
