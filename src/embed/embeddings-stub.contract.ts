import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of embeddings as the protocol has it, which can be told to misbehave. Only tests come here. */
export type EmbeddingsStub = {
  readonly baseURL: string;
  /** The texts of each request, in order, whatever became of it. */
  readonly asked: readonly (readonly string[])[];
  /** Request bodies beside `input`, and the keys sent. */
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
  readonly keys: readonly (string | undefined)[];
  /** Times of arrival, in milliseconds. */
  readonly times: readonly number[];
  /** Every text that was answered with a vector, once for each time: what a customer would pay for. */
  readonly paid: readonly string[];
  readonly close: () => Promise<void>;
};

type Row = { index?: number; embedding: unknown; object: 'embedding' };

export type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: { readonly message: string; readonly code?: string };
  /** Cut the connection: before the answer, or in the middle of its body. Or stop there and hold the line. */
  readonly drop?: 'before' | 'within' | 'stall';
  readonly delayMs?: number;
  readonly never?: boolean;
  readonly body?: unknown;
  readonly change?: (rows: Row[]) => readonly unknown[];
  readonly asNumbers?: boolean;
};

export const STUB_DIMENSIONS = 8;

/** What the stub answers for a text; not of unit length. */
export function stubVector(text: string, dimensions = STUB_DIMENSIONS): readonly number[] {
  const codes = [...text].map((letter) => letter.codePointAt(0)!);
  return Array.from({ length: dimensions }, (_, i) =>
    Math.fround(codes.reduce((sum, code, at) => sum + Math.sin(code * (i + 1) + at), 1 + i)),
  );
}

/** One token a word. */
export function stubTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
}

export function base64Of(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}

/** Listens on a free port; `reply` is asked for each request, counted from 1, and says nothing where all is well. */
export async function embeddingsStub(
  reply: (request: number, texts: readonly string[]) => Reply | undefined = () => undefined,
): Promise<EmbeddingsStub> {
  const asked: (readonly string[])[] = [];
  const bodies: Record<string, unknown>[] = [];
  const keys: (string | undefined)[] = [];
  const times: number[] = [];
  const paid: string[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input, ...rest } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
    asked.push(input);
    bodies.push(rest);
    keys.push(request.headers.authorization);
    times.push(performance.now());
    const said = reply(asked.length, input) ?? {};
    await answer(response, input, rest as { dimensions?: number }, said, paid);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    bodies,
    keys,
    times,
    paid,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  response: http.ServerResponse,
  texts: readonly string[],
  { dimensions = STUB_DIMENSIONS }: { dimensions?: number },
  said: Reply,
  paid: string[],
): Promise<void> {
  if (said.never === true) return;
  if (said.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, said.delayMs));
  if (said.drop === 'before') return void response.destroy();
  if (said.error !== undefined || said.body !== undefined) {
    response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers });
    return void response.end(JSON.stringify(said.body ?? { error: said.error }));
  }
  const rows = texts.map((text, index): Row => {
    const vector = stubVector(text, dimensions);
    return { object: 'embedding', index, embedding: said.asNumbers ? vector : base64Of(vector) };
  });
  const tokens = stubTokens(texts);
  const whole = JSON.stringify({
    object: 'list',
    data: said.change?.(rows) ?? rows,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) });
  if (said.drop !== undefined) {
    response.write(whole.slice(0, whole.length / 2), () => said.drop === 'within' && response.destroy());
    return;
  }
  paid.push(...texts);
  response.end(whole);
}
