import { LabError } from '../errors.js';
import type { Words } from './args.js';

/** `rlab run FILE…`. */
export async function act(words: Words): Promise<void> {
  throw new LabError(`rlab run: ${words.positionals.join(', ')}`);
}
