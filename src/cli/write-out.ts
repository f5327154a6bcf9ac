import fs from 'node:fs';
import path from 'node:path';
import { LabError, messageOf } from '../errors.js';

/** Writes a file that an option names, making its folder; `option` is the verb and the option, as in `rlab diff: --out`. */
export function writeOut(option: string, file: string, text: string): void {
  try {
    fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    fs.writeFileSync(file, text);
  } catch (thrown) {
    throw new LabError(
      `${option} ${file} cannot be written (${messageOf(thrown)}), wanted a file in a folder that can be written; name another`,
    );
  }
}
