import { LabError } from '../errors.js';

const MOST = 80;

/** A judge's name as it is kept. Throws a LabError where it is blank, longer than 80 characters, or holds what cannot be seen. */
export function judgeName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '' && trimmed.length <= MOST && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(trimmed))
    return trimmed;
  throw new LabError(
    `judge: the name has ${trimmed.length} characters, wanted 1 to ${MOST} that can be seen; name another`,
  );
}
