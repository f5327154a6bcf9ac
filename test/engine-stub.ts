import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as an engine got it. */
export type Asked = {
  readonly method: string | undefined;
  readonly route: string | undefined;
  readonly type: string | undefined;
  readonly body: unknown;
};

/** A server that gives one answer to everything, until it is told to fail. */
export async function engineStub(answer: object) {
  const asked: Asked[] = [];
  let failing = false;
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method, url: route, headers } = request;
    const body: unknown = JSON.parse(Buffer.concat(parts).toString());
    asked.push({ method, route, type: headers['content-type'], body });
    response.writeHead(failing ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(failing ? { error: 'not now' } : answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: asked as readonly Asked[],
    fail: () => {
      failing = true;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
