import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), 'golden');

/**
 * Compares a text with its golden file. Where they differ the text is left beside it as its `-changed` twin to look at;
 * UPDATE_GOLDEN=1 makes it the new golden file.
 */
export function expectGolden(name: string, text: string): void {
  const file = path.join(FOLDER, name);
  const { dir, name: stem, ext } = path.parse(file);
  const twin = path.join(dir, `${stem}-changed${ext}`);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    fs.mkdirSync(FOLDER, { recursive: true });
    fs.writeFileSync(file, text);
  }
  const golden = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
  if (golden === text) fs.rmSync(twin, { force: true });
  else if (fs.existsSync(FOLDER)) fs.writeFileSync(twin, text);
  expect(text, `${name} differs; look at its -changed twin, then run again with UPDATE_GOLDEN=1`).toBe(
    golden,
  );
}
