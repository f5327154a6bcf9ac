import { messageOf } from '../errors.js';
import type { Diagnostic } from '../tslab.js';
import type { LateError } from './late-errors.js';
import type { CellProblem } from './run-cells.js';

export function compileProblem(cell: number, { start, messageText, fileName }: Diagnostic): CellProblem {
  const where = fileName === undefined ? '' : `${fileName}: `;
  return {
    cell,
    line: start.line + 1,
    what: `the cell does not compile (${where}${messageText.replace(/\.$/, '')}); correct it`,
  };
}

export function thrownProblem(cell: number, value: unknown): CellProblem {
  return {
    cell,
    what: `the cell threw ${errorText(value)}; correct it, or catch the error where it is to be shown`,
  };
}

export function lateProblem(cell: number, { kind, value }: LateError): CellProblem {
  const what = kind === 'rejection' ? 'a promise was rejected' : 'an error was thrown';
  return {
    cell,
    what: `${what} that the cell did not wait for, ${errorText(value)}; await what the cell starts`,
  };
}

/** `TypeError: x is not a function`, on one line and without a full stop. */
function errorText(value: unknown): string {
  const text = messageOf(value).replace(/\.$/, '');
  if (!(value instanceof Error)) return text;
  return text === value.name ? text : `${value.name}: ${text}`;
}
