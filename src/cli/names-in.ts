import { LabError } from '../errors.js';

/** Names parted by commas. Throws a LabError where there is none. */
export function namesIn(text: string | undefined, option: string, wanted: string): readonly string[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new LabError(`rlab pool: found no ${option}, wanted ${wanted}; see rlab ls`);
}
