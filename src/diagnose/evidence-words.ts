import { listed } from '../measure/score-notes.js';
import type { Setting } from './case-view.js';
import type { LabelChange, Mover } from './change-types.js';

/** A page, with the stretch where k counts chunks. */
export function nameOfLabel({ doc, start, end }: LabelChange, { unit }: Setting): string {
  return unit === 'page' || start === undefined ? doc : `${doc} ${start}–${end}`;
}

/** A page and the labelled stretch of it, whatever k counts. */
export function spanName({ doc, start, end }: LabelChange): string {
  return `${doc} ${start}–${end}`;
}

export function percent(share: number | null): string {
  return share === null ? 'an unknown share' : `${Math.floor(100 * share + 1e-9)} %`;
}

/** Pages with their grade and rank, each once. */
export function moverNames(movers: readonly Mover[], withGrade: boolean): string {
  const first = movers.filter((mover, i) => movers.findIndex(({ doc }) => doc === mover.doc) === i);
  return listed(
    first.map(({ doc, rank, grade }) => `${doc} (${withGrade ? `grade ${grade}, ` : ''}at ${rank})`),
  );
}
