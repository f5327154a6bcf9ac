import { headings } from './chunk/headings.js';
import { type OpenOptions, openFolder } from './dataset/open.js';
import type { Dataset } from './types.js';

/**
 * Opens a dataset by path, or by name below `LAB_DATA` or `datasets/`; `LAB_DATA` itself where nothing is named. Chunk labels
 * are checked against the heading chunker unless another is given. Throws a LabError that lists every fault at once.
 */
export function openDataset(where?: string, options: OpenOptions = {}): Promise<Dataset> {
  return openFolder(where, { chunker: headings(), ...options });
}
