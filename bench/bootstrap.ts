import { pathToFileURL } from 'node:url';
import { pairedBootstrap } from '../src/compare/bootstrap.js';
import { bootstrapMean } from '../src/measure/interval.js';
import { randomWords } from '../src/measure/random.js';

const ROWS = 6980; // the queries of MS MARCO's small dev set
const ROUNDS = 5;

export type BootstrapTimes = {
  readonly differences: string;
  readonly distinct: number;
  /** Milliseconds, the median of five rounds, on one thread. */
  readonly plainLoop: number;
  readonly ours: number;
  readonly ratio: number;
};

/** 10,000 resamples of 6,980 paired differences: n draws each by the plain loop, and as `pairedBootstrap` does it. */
export function benchBootstrap(): readonly BootstrapTimes[] {
  const words = randomWords(5);
  const uniform = () => words() / 2 ** 32;
  const reciprocal = () => {
    const rank = 1 + Math.floor(uniform() * 20);
    return rank > 10 ? 0 : 1 / rank;
  };
  const shapes: Readonly<Record<string, () => number>> = {
    'in quarters': () => (uniform() < 0.3 ? 0 : Math.round((uniform() - 0.48) * 4) / 4),
    'of reciprocal ranks': () => reciprocal() - reciprocal(),
    'all different': () => uniform() - 0.48,
  };
  return Object.entries(shapes).map(([name, shape]) => timesOf(name, Array.from({ length: ROWS }, shape)));
}

function timesOf(name: string, differences: readonly number[]): BootstrapTimes {
  const plain: number[] = [];
  const quick: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(milliseconds(() => bootstrapMean(differences)));
    quick.push(milliseconds(() => pairedBootstrap(differences)));
  }
  const [plainLoop, ours] = [median(plain), median(quick)];
  return { differences: name, distinct: new Set(differences).size, plainLoop, ours, ratio: plainLoop / ours };
}

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.table(benchBootstrap());
