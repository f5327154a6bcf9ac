import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of the responses API, which can be told to misbehave. Only tests come here. */
export type ResponsesStub = {
  readonly baseURL: string;
  /** Request bodies, in order, whatever became of them. */
  readonly bodies: readonly ResponsesBody[];
  readonly paths: readonly string[];
  readonly close: () => Promise<void>;
};

export type ResponsesBody = {
  readonly model: string;
  readonly instructions: string;
  readonly input: string;
  readonly max_output_tokens: number;
  readonly store: boolean;
  readonly text: {
    readonly format: { readonly type: string; readonly strict: boolean; readonly schema: object };
  };
};

export type Reply = {
  /** What the model writes: as JSON, or as it is where it is a string. */
  readonly says?: unknown;
  readonly refusal?: string;
  readonly incomplete?: string;
  readonly usage?: { readonly input: number; readonly cached: number; readonly output: number } | null;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: { readonly message: string; readonly code?: string };
  /** A whole body, in place of a response. */
  readonly body?: unknown;
  readonly never?: boolean;
  readonly delayMs?: number;
};

/** Listens on a free port; `reply` is asked for each request, counted from 1. */
export async function responsesStub(
  reply: (request: number, body: ResponsesBody) => Reply | Promise<Reply>,
): Promise<ResponsesStub> {
  const bodies: ResponsesBody[] = [];
  const paths: string[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ResponsesBody;
    bodies.push(body);
    paths.push(request.url ?? '');
    const said = await reply(bodies.length, body);
    if (said.never === true) return;
    if (said.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, said.delayMs));
    response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers });
    response.end(JSON.stringify(said.body ?? (said.error ? { error: said.error } : responseOf(said, body))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    bodies,
    paths,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function responseOf({ says, refusal, incomplete, usage }: Reply, { model }: ResponsesBody): object {
  const text = typeof says === 'string' ? says : JSON.stringify(says);
  const part =
    refusal === undefined ? { type: 'output_text', text, annotations: [] } : { type: 'refusal', refusal };
  const { input, cached, output } = usage ?? { input: 100, cached: 0, output: 10 };
  return {
    id: 'resp_1',
    object: 'response',
    model,
    status: incomplete === undefined ? 'completed' : 'incomplete',
    incomplete_details: incomplete === undefined ? null : { reason: incomplete },
    error: null,
    output: [
      { id: 'rs_1', type: 'reasoning', summary: [] },
      { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [part] },
    ],
    ...(usage === null
      ? {}
      : {
          usage: {
            input_tokens: input,
            input_tokens_details: { cached_tokens: cached },
            output_tokens: output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: input + output,
          },
        }),
  };
}
