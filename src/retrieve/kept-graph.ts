import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Bytes that are hashed at a time: a graph may be larger than a buffer can be. */
const STEP = 1 << 22;

/** Where a graph is kept: files of one stem are of the same vectors and settings. */
export type Place = { readonly folder: string; readonly stem: string };

/**
 * The kept graph that is whole, or null. Its name ends in the digest of its bytes, since a damaged one would end the process that loads it rather than
 * throw. One whose bytes are others is removed: it can be built again.
 */
export function soundFile({ folder, stem }: Place): string | null {
  if (!fs.existsSync(folder)) return null;
  const pattern = new RegExp(`^${stem}-([0-9a-f]{16})\\.usearch$`);
  for (const name of fs.readdirSync(folder).sort()) {
    const digest = pattern.exec(name)?.[1];
    if (digest === undefined) continue;
    const file = path.join(folder, name);
    if (digestOf(file) === digest) return file;
    fs.rmSync(file, { force: true });
  }
  return null;
}

/** Keeps what `save` writes: first under another name, so that one that was broken off is never read. */
export function keep({ folder, stem }: Place, save: (file: string) => void): void {
  fs.mkdirSync(folder, { recursive: true });
  const unfinished = path.join(folder, `${stem}.unfinished-${process.pid}`);
  try {
    save(unfinished);
    fs.renameSync(unfinished, path.join(folder, `${stem}-${digestOf(unfinished)}.usearch`));
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}

function digestOf(file: string): string {
  const hash = createHash('sha256');
  const bytes = Buffer.alloc(STEP);
  const handle = fs.openSync(file, 'r');
  try {
    for (let read = -1; read !== 0; ) {
      read = fs.readSync(handle, bytes, 0, STEP, null);
      hash.update(bytes.subarray(0, read));
    }
  } finally {
    fs.closeSync(handle);
  }
  return hash.digest('hex').slice(0, 16);
}
