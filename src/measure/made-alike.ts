import type { RunHeader } from '../types.js';

const MUST_MATCH = [
  'retriever',
  'config',
  'k',
  'depth',
  'metrics',
  'protocol',
  'casesVersion',
  'corpusVersion',
] as const;

/** The first setting in which two runs were made differently, so that one cannot go on as the other. */
export function differingSetting(
  a: RunHeader,
  b: RunHeader,
  but: readonly string[] = [],
): (typeof MUST_MATCH)[number] | undefined {
  return MUST_MATCH.find((key) => !but.includes(key) && JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}
