import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { LabError, messageOf } from '../errors.js';
import { shownPath } from '../project.js';

/** Writes pieces of text to a file, gzip where its name ends in `.gz`, making its folder. A file that cannot be written is a LabError. */
export async function writeText(file: string, pieces: Iterable<string>): Promise<void> {
  try {
    fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    const out = fs.createWriteStream(file);
    const { createGzip } = await import('node:zlib');
    const into = file.endsWith('.gz') ? createGzip() : out;
    if (into !== out) into.pipe(out);
    const done = finished(out);
    done.catch(() => {});
    for (const piece of pieces) if (!into.write(piece)) await Promise.race([once(into, 'drain'), done]);
    into.end();
    await done;
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    throw new LabError(
      `${shownPath(file)}: cannot be written (${messageOf(thrown)}), wanted a file in a folder that can be written; name another`,
    );
  }
}
