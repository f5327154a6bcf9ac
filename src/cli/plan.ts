import { detectableBeforehand } from '../compare/power.js';
import { LabError } from '../errors.js';
import { textTable } from '../view/tables.js';
import type { Words } from './args.js';
import { print } from './output.js';

const SHARES = [0.1, 0.2, 0.4];

/** `rlab plan --n N`: the smallest difference that a set of so many cases shows in 80 % of comparisons. */
export async function act(words: Words): Promise<void> {
  if (words.text('n') === undefined)
    throw new LabError('rlab plan: found no --n, wanted the number of cases; write rlab plan --n 100, say');
  const n = words.count('n', 1);
  const changed = words.text('changed');
  const shares = changed === undefined ? SHARES : [share('changed', changed)];
  const size = words.text('change');
  const typicalChange = size === undefined ? 1 : share('change', size);
  const rows = shares.map((part) => ({
    changed: part,
    least: detectableBeforehand({ n, changed: part, typicalChange }),
  }));
  print(words.flag('json'), { n, typicalChange, power: 0.8, alpha: 0.05, rows }, () =>
    text(n, typicalChange, rows),
  );
}

type Row = { readonly changed: number; readonly least: ReturnType<typeof detectableBeforehand> };

function text(n: number, size: number, rows: readonly Row[]): string {
  const cells = rows.map(({ changed, least }) => [
    `${+(100 * changed).toFixed(1)} % (${Math.round(changed * n)})`,
    least === null ? 'none' : least.difference.toFixed(3),
    least === null ? '–' : least.better.toFixed(1),
    least === null ? '–' : least.worse.toFixed(1),
  ]);
  return [
    `n = ${n} cases, each that differs by ${size}; in 80 % of comparisons told at p < 0.05`,
    '',
    textTable(['cases that differ', 'least difference', 'better', 'worse'], cells),
    ...(rows.some((row) => row.least === null)
      ? [
          '',
          'none: even if all that differ get better, so few are told apart in fewer than 80 % of comparisons',
        ]
      : []),
  ].join('\n');
}

function share(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value <= 1) return value;
  throw new LabError(
    `rlab plan: --${name} is "${text}", wanted a number above 0 and at most 1; write 0.2, say`,
  );
}
