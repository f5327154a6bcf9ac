import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/examples.js';
import { madePool } from '../../judge/judge-work.contract.js';
import { judgeWork } from '../../judge/work.js';
import { openStore } from '../../store/open-store.js';
import { judgeApi } from './judge-api.js';
import { judgePage } from './judge-page.js';
import { type JudgeServer, serveJudging } from './server.js';
import { keptToken, openKeyOf, portOf, sameToken } from './token.js';

type Answer = { readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly body: string };
type Asked = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

const { pool, data } = madePool(2);
const work = judgeWork(pool, data, 1);
const folder = temporaryFolder();
const token = keptToken(path.join(folder, 'lab.sqlite-token'));
const store = openStore(path.join(folder, 'lab.sqlite'));
const api = judgeApi(work, store, data.docs, 'next');
const ofWork = `work=${api.work}`;

/** What a browser says that a file has led to the page. */
const LED = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const OPENED = `/?open=${openKeyOf(token)}`;

describe('the judging server', () => {
  let server: JudgeServer;
  const ofJudge = { authorization: `Bearer ${token}` };
  const json = { ...ofJudge, 'content-type': 'application/json' };

  beforeAll(async () => {
    server = await serveJudging({ api, page: judgePage(), token, judge: 'ana', port: 0 });
  });
  afterAll(async () => {
    await server.close();
    store.close();
  });

  const ask = ({ method = 'GET', path: where = '/api/state', headers = ofJudge, body }: Asked) =>
    new Promise<Answer>((resolve, reject) => {
      const request = http.request(
        { host: '127.0.0.1', port: server.port, method, path: where, headers },
        (answer) => {
          let text = '';
          answer.on('data', (part: Buffer) => {
            text += part.toString();
          });
          answer.on('end', () =>
            resolve({ status: answer.statusCode!, headers: answer.headers, body: text }),
          );
        },
      );
      request.on('error', reject);
      request.end(body);
    });

  it('answers its page, and lets it run its one script and ask nobody else', async () => {
    const { status, headers, body } = await ask({ path: '/', headers: {} });
    const script = /<script>([\s\S]*)<\/script>/.exec(body)![1]!;
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(policy).not.toContain('unsafe');
    expect(policy).toMatch(/^default-src 'none';.* connect-src 'self';.* frame-ancestors 'none'$/);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('answers a browser that its own file has led to the page', async () => {
    expect(await ask({ path: OPENED, headers: LED })).toMatchObject({ status: 200 });
    expect(openKeyOf(token)).not.toContain(token.slice(0, 4));
  });

  it('has nothing in the page that is to be judged: that is behind the token', async () => {
    const { body } = await ask({ path: '/', headers: {} });
    for (const text of [token, 'made pool', 'emoji', 'where does', 'secret-arm', 'ana'])
      expect(body.replace(/<script>[\s\S]*<\/script>/, '')).not.toContain(text);
  });

  it('never names an arm, a label, or how deep the pool went', async () => {
    const state = await ask({});
    const page = await ask({ path: `/api/page?doc=pages%2Femoji&${ofWork}` });
    expect([state.status, page.status]).toEqual([200, 200]);
    for (const { body } of [state, page, await ask({ path: `/api/said?${ofWork}` })]) {
      for (const arm of pool.arms) expect(body).not.toContain(arm);
      expect(body).not.toMatch(/"(arms?|rank|score|how|depth|labels?|relevant|kind)"/);
    }
    expect(JSON.parse(page.body)).toEqual({
      id: 'pages/emoji',
      digest: work.digests.get('pages/emoji'),
      text: work.docs.get('pages/emoji')!.text,
    });
  });

  const WRONG_TOKEN = 'Refused: the token is missing or another; use the whole address that rlab printed.\n';
  const ELSEWHERE =
    'Refused: the request came from another page; open the address that rlab printed by itself.\n';
  const OTHER_NAME =
    'Refused: this server answers under 127.0.0.1 and localhost alone; use the address that rlab printed.\n';
  const NOTHING = 'Refused: there is nothing here; use the address that rlab printed.\n';
  const refusals: readonly (readonly [string, Asked, number, string])[] = [
    ['no token', { headers: {} }, 401, WRONG_TOKEN],
    ['another token', { headers: { authorization: `Bearer ${token.slice(1)}A` } }, 401, WRONG_TOKEN],
    ['a token that is longer', { headers: { authorization: `Bearer ${token}A` } }, 401, WRONG_TOKEN],
    ['a token in the address', { path: `/api/state?token=${token}`, headers: {} }, 401, WRONG_TOKEN],
    ['a token in a cookie', { headers: { cookie: `token=${token}` } }, 401, WRONG_TOKEN],
    [
      'no token, to write',
      { method: 'POST', path: '/api/events', headers: { 'content-type': 'application/json' }, body: '{}' },
      401,
      WRONG_TOKEN,
    ],
    ['another origin', { headers: { ...ofJudge, origin: 'https://example.com' } }, 403, ELSEWHERE],
    ['no origin that one can name', { headers: { ...ofJudge, origin: 'null' } }, 403, ELSEWHERE],
    [
      'another port of this machine',
      { headers: { ...ofJudge, origin: 'http://127.0.0.1:1' } },
      403,
      ELSEWHERE,
    ],
    ['a link from another page', { path: '/', headers: { 'sec-fetch-site': 'cross-site' } }, 403, ELSEWHERE],
    [
      'a link from another page with another key',
      { path: `/?open=${openKeyOf(`${token}x`)}`, headers: LED },
      403,
      ELSEWHERE,
    ],
    [
      'a frame in another page',
      { path: OPENED, headers: { ...LED, 'sec-fetch-dest': 'iframe' } },
      403,
      ELSEWHERE,
    ],
    [
      'a question from another page',
      { path: `/api/state?open=${openKeyOf(token)}`, headers: LED },
      403,
      ELSEWHERE,
    ],
    ['a page on another port', { headers: { ...ofJudge, 'sec-fetch-site': 'same-site' } }, 403, ELSEWHERE],
    ['a name that was pointed here', { headers: { ...ofJudge, host: 'evil.example' } }, 403, OTHER_NAME],
    [
      'a name that begins like ours',
      { headers: { ...ofJudge, host: '127.0.0.1.evil.example' } },
      403,
      OTHER_NAME,
    ],
    [
      'a name pointed here, for the page',
      { path: '/', headers: { host: 'localhost.evil.example' } },
      403,
      OTHER_NAME,
    ],
    ['a path outside', { path: '/../../etc/passwd' }, 404, NOTHING],
    ['a path outside, written otherwise', { path: '/%2e%2e/%2e%2e/etc/passwd' }, 404, NOTHING],
    ['a path that is none', { path: '/%zz' }, 400, 'Refused: the request cannot be read.\n'],
    ['a path like one of an object', { path: '/constructor' }, 404, NOTHING],
    ['a path with a slash more', { path: '/api/state/' }, 404, NOTHING],
    ['another method', { method: 'DELETE' }, 405, 'Refused: this path takes GET alone.\n'],
    [
      'a question of what is allowed',
      { method: 'OPTIONS', path: '/api/events', headers: {} },
      405,
      'Refused: this path takes POST alone.\n',
    ],
    ['reading what is to be written', { path: '/api/events' }, 405, 'Refused: this path takes POST alone.\n'],
    [
      'a method that few know',
      { method: 'PROPFIND', path: '/' },
      405,
      'Refused: this path takes GET alone.\n',
    ],
    [
      'what is not JSON',
      { method: 'POST', path: '/api/events', headers: json, body: '{"events":' },
      400,
      'Refused: the request is not JSON that can be read.\n',
    ],
    [
      'nothing',
      { method: 'POST', path: '/api/events', headers: json },
      400,
      'Refused: the request is not JSON that can be read.\n',
    ],
    [
      'a form',
      {
        method: 'POST',
        path: '/api/events',
        headers: { ...ofJudge, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'a=1',
      },
      415,
      'Refused: the request is not JSON.\n',
    ],
    [
      'plain text',
      {
        method: 'POST',
        path: '/api/events',
        headers: { ...ofJudge, 'content-type': 'text/plain' },
        body: '{}',
      },
      415,
      'Refused: the request is not JSON.\n',
    ],
    [
      'a poisoned object',
      { method: 'POST', path: '/api/events', headers: json, body: '{"__proto__":{"events":[]}}' },
      400,
      'Refused: the request is not JSON that can be read.\n',
    ],
    [
      'too much',
      { method: 'POST', path: '/api/events', headers: json, body: `{"events":"${'x'.repeat(2_000_000)}"}` },
      413,
      'Refused: the request has more than 2,000,000 bytes.\n',
    ],
    [
      'no list',
      { method: 'POST', path: `/api/events?${ofWork}`, headers: json, body: '[]' },
      400,
      'events: wanted a list of at most 500; send fewer at once\n',
    ],
    [
      'a null',
      { method: 'POST', path: `/api/events?${ofWork}`, headers: json, body: 'null' },
      400,
      'events: wanted a list of at most 500; send fewer at once\n',
    ],
    [
      'too many events',
      {
        method: 'POST',
        path: `/api/events?${ofWork}`,
        headers: json,
        body: JSON.stringify({ events: Array(501).fill(1) }),
      },
      400,
      'events: wanted a list of at most 500; send fewer at once\n',
    ],
    [
      'a page that is not in the pool',
      { path: `/api/page?doc=..%2F..%2Fetc%2Fpasswd&${ofWork}` },
      400,
      'page: it is not in the pool, wanted one that is to be judged; go back to the list\n',
    ],
    [
      'a judge that cannot be seen',
      { path: '/api/state?judge=%00' },
      400,
      'judge: the name has 1 characters, wanted 1 to 80 that can be seen; name another\n',
    ],
  ];
  it.each(refusals)('refuses %s', async (_, asked, status, sentence) => {
    const answer = await ask(asked);
    expect([answer.status, answer.body]).toEqual([status, sentence]);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('refuses a page that was made for another pool or pass, so that nothing is taken for it', async () => {
    const sentence =
      'Refused: this server judges another pool or pass than this page; load the page again.\n';
    const second = judgeApi(judgeWork(pool, data, 2), store, data.docs, 'next');
    for (const asked of [
      { path: `/api/said?work=${second.work}` },
      { path: '/api/page?doc=pages%2Femoji' },
      { method: 'POST', path: `/api/events?work=${second.work}`, headers: json, body: '{"events":[]}' },
    ]) {
      const { status, body } = await ask(asked);
      expect([status, body]).toEqual([400, sentence]);
    }
  });

  it('answers through a tunnel from another port of the machine where the judge sits', async () => {
    const headers = { ...ofJudge, host: 'localhost:9', origin: 'http://localhost:9' };
    expect((await ask({ headers })).status).toBe(200);
  });

  it('ends what is no HTTP at all, and goes on', async () => {
    const said = await new Promise<string>((resolve) => {
      const socket = net.connect(server.port, '127.0.0.1', () =>
        socket.write('\u0016\u0003nonsense\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (part) => {
        text += part.toString();
      });
      socket.on('close', () => resolve(text));
      socket.on('error', () => resolve(text));
    });
    expect(said).toMatch(/^(HTTP\/1\.1 400|$)/);
    expect((await ask({})).status).toBe(200);
  });

  it('takes what its own page sends, under the judge that the address names', async () => {
    const { queries, docs, tasks } = JSON.parse((await ask({})).body) as ReturnType<
      ReturnType<typeof judgeApi>['state']
    >;
    const [query, doc] = [queries[tasks[0]![0]]!, docs[tasks[0]![1]]!];
    const judgment = {
      id: '00000000-0000-4000-8000-00000000000a',
      caseId: query.id,
      query: query.query,
      doc: doc.id,
      docDigest: doc.digest,
      grade: 1,
      spans: [],
      note: '',
      judgedAt: '2026-02-01T09:00:00.000Z',
    };
    const origin = { origin: `http://127.0.0.1:${server.port}`, 'sec-fetch-site': 'same-origin' };
    const body = JSON.stringify({ events: [{ kind: 'judge', judgment }, { kind: 'steal' }, null] });
    const answer = await ask({
      method: 'POST',
      path: `/api/events?judge=ben&${ofWork}`,
      headers: { ...json, ...origin },
      body,
    });
    const unknown = 'event: its kind is unknown, wanted judge or undo; load the page again';
    expect(JSON.parse(answer.body)).toMatchObject({ refused: [null, unknown, unknown] });
    expect(store.judgments().map(({ id, judge, pass }) => [id, judge, pass])).toEqual([
      [judgment.id, 'ben', 1],
    ]);
  });

  it('says nothing of its own faults but that there was one', async () => {
    const broken = {
      ...api,
      state: () => {
        throw new Error(`secret ${folder}`);
      },
    };
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const other = await serveJudging({ api: broken, page: judgePage(), token, judge: 'ana', port: 0 });
    const answer = await fetch(`http://127.0.0.1:${other.port}/api/state`, { headers: ofJudge });
    expect([answer.status, await answer.text()]).toEqual([
      500,
      'The server failed; what it says of it is in the terminal.\n',
    ]);
    expect(said.mock.calls).toEqual([[`rlab judge: a fault of rlab's own: secret ${folder}`]]);
    said.mockRestore();
    await other.close();
  });

  it('listens to this machine alone, and says where a port is taken', async () => {
    const again = { api, page: judgePage(), token, judge: 'ana' };
    await expect(serveJudging({ ...again, port: server.port })).rejects.toThrow(
      `rlab judge: port ${server.port} is taken or not allowed, wanted a free one; name another, or leave --port out`,
    );
  });

  it('is found again where it was, unless somebody else is there', async () => {
    const options = {
      api: judgeApi(work, store, data.docs, 'next'),
      page: judgePage(),
      token,
      judge: 'ana',
      port: null,
    };
    const [first, second] = [await serveJudging(options), await serveJudging(options)];
    expect(portOf(token)).toBeGreaterThanOrEqual(20_000);
    expect(portOf(token)).toBeLessThan(32_000);
    expect(second.port).not.toBe(first.port);
    await first.close();
    await second.close();
    const third = await serveJudging(options);
    if (first.port === portOf(token)) expect(third.port).toBe(first.port);
    await third.close();
  });
});

describe('the token', () => {
  it('stays, for its owner alone', () => {
    const file = path.join(folder, 'lab.sqlite-token');
    expect(keptToken(file)).toBe(token);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is one, and whole, whoever makes it at the same time', async () => {
    const [file, gate] = ['lab.sqlite-token', 'go'].map((name) => path.join(temporaryFolder(), name)) as [
      string,
      string,
    ];
    const module = new URL('../../../dist/view/judge/token.js', import.meta.url);
    const script = `import fs from 'node:fs';
import { keptToken } from ${JSON.stringify(module.href)};
while (!fs.existsSync(${JSON.stringify(gate)}));
console.log(keptToken(${JSON.stringify(file)}));`;
    const many = Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]),
    );
    await new Promise((resolve) => setTimeout(resolve, 800));
    fs.writeFileSync(gate, '');
    const said = await Promise.all(many);
    expect(new Set(said.map(({ stdout }) => stdout.trim()))).toEqual(new Set([keptToken(file)]));
    expect(fs.readdirSync(path.dirname(file))).toEqual(['lab.sqlite-token']);
  });

  it('is refused where others can read it, where it is damaged, and where none can be kept', () => {
    const file = path.join(temporaryFolder(), 'lab.sqlite-token');
    keptToken(file);
    fs.chmodSync(file, 0o644);
    expect(() => keptToken(file)).toThrow(
      /can be read by others, wanted it for its owner alone; delete it, and another is made$/,
    );
    fs.rmSync(file);
    fs.writeFileSync(file, 'abc', { mode: 0o600 });
    expect(() => keptToken(file)).toThrow(
      /holds 3 characters that are no token, wanted 43 letters and digits; delete it, and another is made$/,
    );
    expect(() => keptToken('/nowhere/token')).toThrow(/^token \/nowhere\/token: cannot be written/);
  });

  it('is the same or not, of whatever length', () => {
    expect([sameToken(token, token), sameToken('', token), sameToken(`${token}x`, token)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
