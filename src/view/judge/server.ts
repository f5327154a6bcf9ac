import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LabError, messageOf } from '../../errors.js';
import { judgeName } from '../../judge/judge-name.js';
import type { JudgeApi } from './judge-api.js';
import type { ServedPage } from './judge-page.js';
import { type Refusal, refusal } from './request-checks.js';
import { portOf } from './token.js';

export type JudgeServerOptions = {
  readonly api: JudgeApi;
  readonly page: ServedPage;
  readonly token: string;
  /** Who judges where the address names nobody. */
  readonly judge: string;
  /** Null is the token's own, or where that is taken any free one. */
  readonly port: number | null;
};

export type JudgeServer = { readonly port: number; readonly close: () => Promise<void> };

/** A judgment with the longest note and the most spans, each with the longest name of a part, has some 100 kB where letters take three bytes; the page sends 500 kB at once. */
const MOST_BYTES = 2_000_000;

/** Serves the page to this machine alone. The one file that imports fastify, when it is called. Throws a LabError where the port that is wanted is taken. */
export async function serveJudging(options: JudgeServerOptions): Promise<JudgeServer> {
  const { port, token } = options;
  if (port === null)
    return (await listening(options, portOf(token))) ?? (await serveJudging({ ...options, port: 0 }));
  const server = await listening(options, port);
  if (server !== null) return server;
  throw new LabError(
    `rlab judge: port ${port} is taken or not allowed, wanted a free one; name another, or leave --port out`,
  );
}

async function listening(options: JudgeServerOptions, port: number): Promise<JudgeServer | null> {
  const { fastify } = await import('fastify');
  const app = fastify({
    bodyLimit: MOST_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    frameworkErrors: (_fault, _request, reply) =>
      void answer(reply.headers(headersFor(options.page.policy)), NOT_READ),
  });
  app.removeContentTypeParser('text/plain');
  guard(app, options);
  routes(app, options);
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (thrown) {
    await app.close();
    if (['EADDRINUSE', 'EACCES'].includes((thrown as NodeJS.ErrnoException).code ?? '')) return null;
    throw thrown;
  }
  return { port: (app.server.address() as AddressInfo).port, close: async () => void (await app.close()) };
}

const NOT_READ: Refusal = { status: 400, sentence: 'Refused: the request cannot be read.' };

function guard(app: FastifyInstance, { token, page }: JudgeServerOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(page.policy));
    const { method, url, headers } = request;
    const refused = refusal({ method, url, headers }, token);
    return refused === null ? undefined : answer(reply, refused);
  });
  app.setNotFoundHandler((_request, reply) =>
    answer(reply, { status: 404, sentence: 'Refused: there is nothing here.' }),
  );
  app.setErrorHandler((thrown, _request, reply) => answer(reply, refusalOf(thrown)));
}

function headersFor(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

function routes(app: FastifyInstance, { api, page, judge }: JudgeServerOptions): void {
  const who = (request: FastifyRequest) => judgeName(queryOf(request, 'judge') ?? judge);
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page.html));
  app.get('/api/state', (request) => api.state(who(request)));
  const ofThisWork = (request: FastifyRequest) => {
    if (queryOf(request, 'work') !== api.work) throw new LabError(OTHER_WORK);
  };
  app.get('/api/page', (request) => {
    ofThisWork(request);
    return api.page(queryOf(request, 'doc') ?? '');
  });
  app.get('/api/said', (request) => {
    ofThisWork(request);
    const said = api.said(who(request));
    return said.version === queryOf(request, 'version') ? { version: said.version } : said;
  });
  app.post('/api/events', (request) => {
    ofThisWork(request);
    return api.take(who(request), eventsIn(request.body));
  });
}

/** The same address may be served again with something else to judge. */
const OTHER_WORK = 'Refused: this server judges another pool or pass than this page; load the page again.';

function eventsIn(body: unknown): unknown {
  return (body as { readonly events?: unknown } | null)?.events;
}

function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What was sent wrongly is said in a sentence; a fault of ours says nothing of itself to whoever asked, and all of it where rlab runs. */
function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof LabError) return { status: 400, sentence: thrown.message };
  const status = (thrown as { statusCode?: number }).statusCode ?? 500;
  if (status === 413)
    return {
      status,
      sentence: `Refused: the request has more than ${MOST_BYTES.toLocaleString('en')} bytes.`,
    };
  if (status === 415) return { status, sentence: 'Refused: the request is not JSON.' };
  if (status >= 400 && status < 500)
    return { status, sentence: 'Refused: the request is not JSON that can be read.' };
  console.error(`rlab judge: a fault of rlab's own: ${messageOf(thrown)}`);
  return { status: 500, sentence: 'The server failed; what it says of it is in the terminal.' };
}

function answer(reply: FastifyReply, { status, sentence }: Refusal): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(`${sentence}\n`);
}
