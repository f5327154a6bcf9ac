import type { Judged, Metric } from '../types.js';
import { precision } from './precision.js';
import { recall } from './recall.js';
import { nameOf } from './relevant.js';

/** `f1@k`: the harmonic mean of precision@k and recall@k (van Rijsbergen 1979); 0 where both are 0. */
export function f1(k: number, rel = 1): Metric {
  const [p, r] = [precision(k, rel), recall(k, rel)];
  const harmonic = (a: number, b: number) => (a + b === 0 ? 0 : (2 * a * b) / (a + b));
  return {
    name: nameOf('f1', k, rel),
    k,
    binary: false,
    value: (judged: Judged) => harmonic(p.value(judged), r.value(judged)),
    ceiling: (judged: Judged) => harmonic(p.ceiling(judged), r.ceiling(judged)),
  };
}
