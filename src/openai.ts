import type OpenAI from 'openai';
import { LabError, messageOf } from './errors.js';

/** How a server that speaks OpenAI's protocol is asked. */
export type OpenAiOptions = {
  /** Where it listens, most often ending in `/v1`; else OPENAI_BASE_URL, else OpenAI itself. */
  readonly baseURL?: string;
  /** Else OPENAI_API_KEY, read when first needed. Servers other than OpenAI may want none. */
  readonly apiKey?: string;
  /** For one attempt, its whole body included; 60,000. */
  readonly timeoutMs?: number;
  /** Attempts after the first, for 408, 409, 429, 5xx, a dropped connection and a timeout; 6. */
  readonly maxRetries?: number;
  /** The longest wait before an attempt, in milliseconds; a server that asks for more is not waited for. 60,000. */
  readonly maxWaitMs?: number;
  /** The wait before the first retry where the server names none, in milliseconds; doubled each time up to 8,000. 500. */
  readonly backoffMs?: number;
};

/** A server that speaks OpenAI's protocol. The SDK is loaded, and a key wanted, at the first call. */
export type OpenAiServer = {
  /** `openai`, or host and port of another. */
  readonly name: string;
  /** Without user, password and query. */
  readonly url: string;
  /**
   * Posts JSON to a path after `url` (`/embeddings`), again where that may help, and gives the answer as it came. Throws a LabError, and a
   * RefusedError where the server will not have it.
   */
  readonly post: (path: string, body: object) => Promise<unknown>;
  /**
   * Asks a model for an answer of a shape, which a zod schema says, by the responses API. What the model wrote comes back whatever it is; throws as `post` does, and an
   * UnansweredError where no attempt was answered.
   */
  readonly respond: (request: ModelRequest) => Promise<ModelResponse>;
  /** Attempts so far, and how many of them repeated one that failed. */
  readonly counts: () => { readonly requests: number; readonly retries: number };
};

export type ModelRequest = {
  readonly model: string;
  readonly instructions: string;
  readonly input: string;
  /** Those that the model thinks in included. */
  readonly maxOutputTokens: number;
  readonly shape: { readonly name: string; readonly schema: unknown };
};

/** What a model wrote, as the responses API gives it. */
export type ModelResponse = {
  /** Whether it came to its end, and where not the server's word for why. */
  readonly complete: boolean;
  readonly why: string | null;
  /** Where it declined: its words. */
  readonly refusal: string | null;
  readonly text: string;
  /** The text read by the schema, or what is wrong with it; null where it declined or broke off. */
  readonly parsed: { readonly value: unknown } | { readonly problem: string } | null;
  readonly usage: { readonly input: number; readonly cached: number; readonly output: number } | null;
};

/** No attempt was answered, or the server asks to wait for too long. */
export class UnansweredError extends LabError {
  readonly reason: 'rate limited' | 'timeout' | 'error';

  constructor(message: string, reason: UnansweredError['reason']) {
    super(message);
    this.reason = reason;
  }
}

/** The server was reached and said no, which another attempt would not change. */
export class RefusedError extends LabError {
  readonly status: number;
  /** The server's own words. */
  readonly said: string;

  constructor(message: string, status: number, said: string) {
    super(message);
    this.status = status;
    this.said = said;
  }
}

const OPENAI = 'https://api.openai.com/v1';
/** The SDK wants something; servers that want no key do not look. */
const NO_KEY = 'none';
const LONGEST_BACKOFF_MS = 8000;

/** The server that `options` and the environment name; nothing is asked of it yet. */
export function openAiServer(options: OpenAiOptions = {}): OpenAiServer {
  const url = baseUrlOf(options);
  const shown = `${url.origin}${url.pathname}`.replace(/\/$/, '');
  const name = url.host === new URL(OPENAI).host ? 'openai' : url.host;
  const counts = { requests: 0, retries: 0 };
  let client: Promise<OpenAI> | undefined;
  const ask = async <T>(call: Call<T>): Promise<T> => {
    client ??= clientOf(url, name, options);
    const ready = await client.catch((thrown) => {
      client = undefined;
      throw thrown;
    });
    const where = `${name} (${shown})`;
    return withRetries(
      { where, options, counts, key: ready.apiKey === NO_KEY ? '' : (ready.apiKey ?? '') },
      (signal) => call(ready, signal),
    );
  };
  return {
    name,
    url: shown,
    post: (path, body) => ask((ready, signal) => ready.post(path, { body, signal })),
    respond: async (request) => {
      const format = await lenientFormat(request.shape);
      const response = await ask((ready, signal) => parsedBy(ready, request, format, signal));
      return modelResponse(response, `${name} (${shown})`);
    },
    counts: () => ({ ...counts }),
  };
}

type Call<T> = (client: OpenAI, signal: AbortSignal) => Promise<T>;
type Parsed = Exclude<ModelResponse['parsed'], null>;

/**
 * The SDK's format for a zod schema, but one that does not throw at a text off the schema: the answer, which has been paid for, would be lost with its
 * count of tokens.
 */
async function lenientFormat({ name, schema }: ModelRequest['shape']) {
  const { zodTextFormat } = await import('openai/helpers/zod');
  const { makeParseableTextFormat } = await import('openai/lib/parser');
  const format = zodTextFormat(schema as Parameters<typeof zodTextFormat>[0], name);
  return makeParseableTextFormat<Parsed>(format, (text) => {
    try {
      return { value: format.$parseRaw(text) };
    } catch (thrown) {
      return { problem: messageOf(thrown) };
    }
  });
}

/** A body that is no response makes the SDK fail on it; it came with status 200, so asking again would not help. */
async function parsedBy(
  client: OpenAI,
  { model, instructions, input, maxOutputTokens }: ModelRequest,
  format: Awaited<ReturnType<typeof lenientFormat>>,
  signal: AbortSignal,
) {
  const body = { model, instructions, input, max_output_tokens: maxOutputTokens, store: false };
  try {
    return await client.responses.parse({ ...body, text: { format } }, { signal });
  } catch (thrown) {
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}

function modelResponse(response: Awaited<ReturnType<typeof parsedBy>>, where: string): ModelResponse {
  if (!Array.isArray(response?.output))
    throw new UnansweredError(
      `${where}: answered no response, wanted one; check that baseURL ends where /responses begins`,
      'error',
    );
  const parts = response.output.flatMap((item) => (item.type === 'message' ? item.content : []));
  const refusals = parts.flatMap((part) => (part.type === 'refusal' ? part.refusal : []));
  const { status, incomplete_details: details, error, usage } = response;
  const complete = status === undefined || status === 'completed';
  return {
    complete,
    why: complete ? null : (details?.reason ?? error?.message ?? status ?? null),
    refusal: refusals.length === 0 ? null : refusals.join('\n'),
    text: parts.flatMap((part) => (part.type === 'output_text' ? part.text : [])).join(''),
    parsed: complete ? response.output_parsed : null,
    usage: usageOf(usage),
  };
}

/** Null where a server does not count. */
function usageOf(usage: unknown): ModelResponse['usage'] {
  const {
    input_tokens: input,
    output_tokens: output,
    input_tokens_details: details,
  } = (usage ?? {}) as {
    readonly input_tokens?: unknown;
    readonly output_tokens?: unknown;
    readonly input_tokens_details?: { readonly cached_tokens?: unknown } | null;
  };
  if (typeof input !== 'number' || typeof output !== 'number') return null;
  const cached = details?.cached_tokens;
  return { input, cached: typeof cached === 'number' ? cached : 0, output };
}

/** Whether asking would fail for want of a key: OpenAI itself wants one. */
export function lacksKey(options: OpenAiOptions): boolean {
  return openAiServer(options).name === 'openai' && keyOf(options) === '';
}

function keyOf({ apiKey }: OpenAiOptions): string {
  return apiKey ?? process.env['OPENAI_API_KEY']?.trim() ?? '';
}

function baseUrlOf({ baseURL }: OpenAiOptions): URL {
  const given = baseURL ?? (process.env['OPENAI_BASE_URL']?.trim() || OPENAI);
  const from = baseURL === undefined ? 'OPENAI_BASE_URL' : 'baseURL';
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new LabError(`${from}: is no web address, wanted one like http://localhost:11434/v1; correct it`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new LabError(`${from}: holds a user or password, wanted an address without; pass it as apiKey`);
  }
  return url;
}

async function clientOf(url: URL, name: string, options: OpenAiOptions): Promise<OpenAI> {
  const apiKey = keyOf(options);
  if (apiKey === '' && name === 'openai') {
    throw new LabError(
      'openai: no key was found, wanted one from platform.openai.com; set OPENAI_API_KEY or pass apiKey, or name a server that wants none by OPENAI_BASE_URL',
    );
  }
  const { default: Client } = await import('openai');
  // The SDK's own retries are off: its timeout ends with the headers, and it waits however long it is told to.
  return new Client({ apiKey: apiKey || NO_KEY, baseURL: url.href.replace(/\/$/, ''), maxRetries: 0 });
}

type Rules = {
  readonly where: string;
  readonly options: OpenAiOptions;
  readonly counts: { requests: number; retries: number };
  readonly key: string;
};

async function withRetries<T>(rules: Rules, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { maxRetries = 6, timeoutMs = 60_000, maxWaitMs = 60_000, backoffMs = 500 } = rules.options;
  for (let attempt = 0; ; attempt++) {
    const signal = AbortSignal.timeout(timeoutMs);
    rules.counts.requests++;
    try {
      return await ask(signal);
    } catch (thrown) {
      const failure = failureOf(thrown, signal.aborted, timeoutMs);
      const wait = failure.waitMs ?? backoff(attempt, backoffMs);
      if (!failure.again || attempt >= maxRetries || wait > maxWaitMs) {
        throw told(rules, failure, attempt + 1, wait > maxWaitMs);
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
      rules.counts.retries++;
    }
  }
}

/** Doubled at each attempt, less up to a quarter, so that parallel calls do not come back together. */
function backoff(attempt: number, firstMs: number): number {
  return Math.min(LONGEST_BACKOFF_MS, firstMs * 2 ** attempt) * (1 - Math.random() / 4);
}

type Failure = {
  /** The status of an answer; null where none came. */
  readonly status: number | null;
  readonly text: string;
  readonly again: boolean;
  readonly waitMs: number | null;
  readonly timedOut?: boolean;
};

type ApiError = {
  readonly status?: number;
  readonly code?: string | null;
  readonly headers?: { readonly get: (name: string) => string | null };
};

function failureOf(thrown: unknown, timedOut: boolean, timeoutMs: number): Failure {
  const { status, code, headers } = thrown as ApiError;
  if (timedOut) {
    return {
      status: null,
      text: `no answer within ${timeoutMs} ms`,
      again: true,
      waitMs: null,
      timedOut: true,
    };
  }
  if (typeof status !== 'number') {
    // Where nothing listens, or nobody has the name, asking again only delays the message.
    const again = !/ECONNREFUSED|ENOTFOUND/.test(causesOf(thrown));
    return { status: null, text: causesOf(thrown), again, waitMs: null };
  }
  const passing = [408, 409, 429].includes(status) || status >= 500;
  const said = headers?.get('x-should-retry');
  const again = code !== 'insufficient_quota' && (said === 'true' || (passing && said !== 'false'));
  return { status, text: messageOf(thrown), again, waitMs: waitOf(headers) };
}

/** What a failed connection was caused by, innermost last. */
function causesOf(thrown: unknown): string {
  const texts: string[] = [];
  for (let at = thrown; at instanceof Error && texts.length < 5; at = at.cause) {
    const { code } = at as { readonly code?: unknown };
    texts.push(
      typeof code === 'string' && !at.message.includes(code) ? `${messageOf(at)} ${code}` : messageOf(at),
    );
  }
  return texts.length === 0 ? messageOf(thrown) : texts.join(': ');
}

/** What the server asks to wait, in milliseconds; RFC 9110, 10.2.3: seconds or a date. */
function waitOf(headers: ApiError['headers']): number | null {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const text = headers?.get('retry-after') ?? '';
  const ms = /^\s*[\d.]+\s*$/.test(text) ? Number.parseFloat(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function told({ where, key }: Rules, failure: Failure, attempts: number, tooLong: boolean): LabError {
  const text = withoutKey(failure.text, key);
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  if (failure.status === 401 || failure.status === 403) {
    const message = `${where}: refused the key (${text}), wanted one that is valid there; set OPENAI_API_KEY or pass apiKey`;
    return new RefusedError(message, failure.status, text);
  }
  if (failure.again && tooLong && failure.waitMs !== null) {
    const seconds = Math.ceil(failure.waitMs / 1000);
    return new UnansweredError(
      `${where}: asks to wait ${seconds} s (${text}), longer than maxWaitMs; try again then, or raise maxWaitMs`,
      reasonOf(failure),
    );
  }
  if (failure.status !== null && !failure.again) {
    const message = `${where}: refused the request (${text}), wanted one it can answer; check the account, model, dimensions and baseURL`;
    return new RefusedError(message, failure.status, text);
  }
  return new UnansweredError(
    `${where}: failed in ${times} (last: ${text}), wanted an answer; check that the server runs at this address, then try again`,
    reasonOf(failure),
  );
}

function reasonOf({ status, timedOut }: Failure): UnansweredError['reason'] {
  if (timedOut === true) return 'timeout';
  return status === 429 ? 'rate limited' : 'error';
}

/** A server may quote the key that it refuses. */
function withoutKey(text: string, key: string): string {
  const whole = key.length >= 4 ? text.replaceAll(key, '[key]') : text;
  return whole.replace(/\bsk-[\w*.-]{6,}/g, '[key]');
}
