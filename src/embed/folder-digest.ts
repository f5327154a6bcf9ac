import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const SAMPLE_BYTES = 65_536;

/**
 * Tells one model's folder from another's: names, sizes, and the beginning, middle and end of each file. Two trainings of one model differ in
 * all their weights, so a sample tells them apart without reading gigabytes.
 */
export function folderDigest(folder: string): string {
  const hash = createHash('sha256');
  const names = fs.readdirSync(folder, { recursive: true }) as string[];
  for (const name of names.map((file) => file.split(path.sep).join('/')).sort()) {
    const file = path.join(folder, name);
    const { size } = fs.statSync(file);
    if (!fs.statSync(file).isFile() || /(^|\/)(\.|README)/.test(name)) continue;
    hash.update(`${name}\0${size}\0`);
    for (const sample of samples(file, size)) hash.update(sample);
  }
  return hash.digest('hex').slice(0, 16);
}

function samples(file: string, size: number): readonly Buffer[] {
  const handle = fs.openSync(file, 'r');
  try {
    return [0, Math.floor(size / 2), Math.max(0, size - SAMPLE_BYTES)].map((from) => {
      const bytes = Buffer.alloc(Math.min(SAMPLE_BYTES, size - from));
      return bytes.subarray(0, fs.readSync(handle, bytes, 0, bytes.length, from));
    });
  } finally {
    fs.closeSync(handle);
  }
}
