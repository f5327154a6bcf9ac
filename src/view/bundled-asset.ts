import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { LabError } from '../errors.js';

/** A script or style sheet that the build has made for a page: beside the built code, which is where it is looked for when run from source too. Throws a LabError where there is none. */
export function bundledAsset(page: 'judge' | 'review', name: 'page.js' | 'page.css'): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/view/' : './';
  const file = new URL(`${folder}${page}/${name}`, import.meta.url);
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    throw new LabError(
      `${page} page: ${file.pathname} is missing, wanted what the build makes; run npm run build`,
    );
  }
}

/** How a page's policy names a script or style sheet that stands in it. */
export function policySource(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}
