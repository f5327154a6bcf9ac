import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Public collections and values of trusted tools, beside the project where they are present; no part of it. */
const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'shared', 'data');

export const hasSharedData = fs.existsSync(ROOT);

export function sharedPath(...parts: readonly string[]): string {
  return path.join(ROOT, ...parts);
}

export function sharedJson<T>(...parts: readonly string[]): T {
  return JSON.parse(fs.readFileSync(sharedPath(...parts), 'utf8')) as T;
}

/** The lines of a text file, each as its fields. */
export function sharedLines(...parts: readonly string[]): readonly (readonly string[])[] {
  const text = fs.readFileSync(sharedPath(...parts), 'utf8').trim();
  return text.split('\n').map((line) => line.trim().split(/\s+/));
}

if (!hasSharedData)
  console.warn('the shared test data is absent: tests against values of trusted tools are skipped');
