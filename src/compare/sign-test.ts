/**
 * The exact two-sided sign test: the chance, if better and worse were equally likely, of a split at least as uneven
 * (Dixon and Mood 1946; equal pairs are left out). It sees no sizes: 20 small gains against 4 great losses pass it.
 */
export function signTest(better: number, worse: number): number {
  const n = better + worse;
  if (n === 0) return 1;
  let tail = 0;
  for (let i = 0; i <= Math.min(better, worse); i++) tail += Math.exp(logChoose(n, i) - n * Math.LN2);
  return Math.min(1, 2 * tail);
}

function logChoose(n: number, k: number): number {
  let log = 0;
  for (let i = 1; i <= k; i++) log += Math.log((n - k + i) / i);
  return log;
}
