import { LabError } from '../errors.js';
import type { Words } from './args.js';

/** `rlab notebook FILE…`. */
export async function act(words: Words): Promise<void> {
  throw new LabError(`rlab notebook: ${words.positionals.join(', ')}`);
}
