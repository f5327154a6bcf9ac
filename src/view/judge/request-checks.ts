import { openKeyOf, sameToken } from './token.js';

/** What a request says of itself. */
export type Asked = {
  readonly method: string;
  /** Path and query as they stand in the request. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

export type Refusal = { readonly status: number; readonly sentence: string };

/** The paths that there are, each with its one method. The first one is the page, in which nothing is but its script. */
export const PATHS: Readonly<Record<string, 'GET' | 'POST'>> = {
  '/': 'GET',
  '/api/state': 'GET',
  '/api/said': 'GET',
  '/api/page': 'GET',
  '/api/events': 'POST',
};

const HERE = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/;

/** Why a request is not answered, or null. Whatever is not plainly from the judge's own page is refused, before anything of it is read. */
export function refusal({ method, url, headers }: Asked, token: string): Refusal | null {
  const host = one(headers['host']);
  // A name that somebody else has pointed at this machine would make their page one origin with ours.
  if (!HERE.test(host))
    return refused(
      403,
      'this server answers under 127.0.0.1 and localhost alone; use the address that rlab printed',
    );
  if (!fromHere(headers, host) && !ledHere(url, headers, token))
    return refused(403, 'the request came from another page; open the address that rlab printed by itself');
  const path = url.split('?', 1)[0]!;
  const wanted = Object.hasOwn(PATHS, path) ? PATHS[path] : undefined;
  if (wanted === undefined) return refused(404, 'there is nothing here; use the address that rlab printed');
  if (method !== wanted) return refused(405, `this path takes ${wanted} alone`);
  if (path !== '/' && !sameToken(bearerOf(headers), token))
    return refused(401, 'the token is missing or another; use the whole address that rlab printed');
  return null;
}

/** Browsers say where a request comes from; what is typed or opened by another program comes from nowhere. */
function fromHere(headers: Asked['headers'], host: string): boolean {
  const origin = headers['origin'];
  const site = headers['sec-fetch-site'];
  return (
    (origin === undefined || one(origin) === `http://${host}`) &&
    (site === undefined || ['same-origin', 'none'].includes(one(site)))
  );
}

/** A browser that was given a file which leads to the page goes there as from elsewhere. Only this file knows the key; a frame or a script has no use for it. */
function ledHere(url: string, headers: Asked['headers'], token: string): boolean {
  const [path, query] = url.split('?', 2);
  const goes = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  const key = new URLSearchParams(query).get('open');
  return path === '/' && goes && key !== null && sameToken(key, openKeyOf(token));
}

function bearerOf(headers: Asked['headers']): string {
  return /^Bearer (\S+)$/.exec(one(headers['authorization']))?.[1] ?? '';
}

function one(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

function refused(status: number, reason: string): Refusal {
  return { status, sentence: `Refused: ${reason}.` };
}
