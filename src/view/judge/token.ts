import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import { LabError, messageOf } from '../../errors.js';
import { shownPath } from '../../project.js';

const TOKEN = /^[\w-]{43}$/;

/**
 * The secret that a judge's page shows with whatever it asks, from a file that only its owner reads; made where there is none. It stays, so that a page that was open when the
 * server ended can go on, and send what it still holds, when the server is back. Throws a LabError where others can read the file, or it holds no token.
 */
export function keptToken(file: string): string {
  try {
    if (!fs.existsSync(file)) makeToken(file);
  } catch (thrown) {
    throw new LabError(
      `token ${shownPath(file)}: cannot be written (${messageOf(thrown)}), wanted a store in a folder that can be written; name another with --store`,
    );
  }
  return readToken(file);
}

/** Written under another name first, so that who comes at the same time never finds half of it; who is second takes the first one's. */
function makeToken(file: string): void {
  const own = `${file}-${randomBytes(6).toString('hex')}`;
  fs.writeFileSync(own, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  try {
    takeName(own, file);
  } finally {
    fs.rmSync(own, { force: true });
  }
}

/** A link is made only where the name is free. Some file systems have none; there the file is written under its name. */
function takeName(own: string, file: string): void {
  try {
    fs.linkSync(own, file);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return;
    try {
      fs.copyFileSync(own, file, fs.constants.COPYFILE_EXCL);
    } catch (second) {
      if ((second as NodeJS.ErrnoException).code !== 'EEXIST') throw second;
    }
  }
}

function readToken(file: string): string {
  // Windows has no such rights; there the folder's own hold.
  const open = process.platform !== 'win32' && (fs.statSync(file).mode & 0o077) !== 0;
  if (open)
    throw new LabError(
      `token ${shownPath(file)}: can be read by others, wanted it for its owner alone; delete it, and another is made`,
    );
  const token = fs.readFileSync(file, 'utf8');
  if (!TOKEN.test(token))
    throw new LabError(
      `token ${shownPath(file)}: holds ${token.length} characters that are no token, wanted 43 letters and digits; delete it, and another is made`,
    );
  return token;
}

/** Compares digests, which are of one length, in a time that does not hang on where they differ. */
export function sameToken(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/** What a page that leads here shows beside: without it a link from elsewhere is refused. It tells nothing of the token. */
export function openKeyOf(token: string): string {
  return createHash('sha256').update(`open ${token}`).digest('base64url');
}

/** Below those that systems give out by themselves. */
const [LOWEST, PORTS] = [20_000, 12_000];

/**
 * The port that is tried first: the same for the same token, since what a browser keeps for a page belongs to its port too. A server that is started again finds there what was
 * not sent.
 */
export function portOf(token: string): number {
  return LOWEST + (createHash('sha256').update(`port ${token}`).digest().readUInt32BE() % PORTS);
}
