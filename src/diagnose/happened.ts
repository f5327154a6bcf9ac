import { isFailed } from '../measure/summarize.js';
import type { Result } from '../types.js';
import type { CaseView } from './case-view.js';
import type { Happened, Side } from './change-types.js';
import { byBoundary } from './happened-boundary.js';
import { byOthers } from './happened-others.js';
import { whereTo } from './happened-where.js';
import { diluted } from './happened-whole.js';
import { lostLabels, type Question } from './lost-labels.js';

/** What happened to one case that moved: for each label that it rests on where it went, then what took part in that. Never empty. */
export function happenedTo(question: Question): readonly Happened[] {
  const lost = lostLabels(question);
  const found = lost.flatMap((i) => happenedToLabel(question, i));
  if (found.length > 0) return found;
  const thinned = diluted(question);
  if (thinned !== null) return [thinned];
  const later = question.labels.findIndex(
    (label) => label.lowerIn === question.lower.side && label.grade >= question.setting.rel,
  );
  return later === -1 ? [nothing(question)] : happenedToLabel(question, later);
}

/** One entry for each run that gave no answer. */
export function failures(a: CaseView, b: CaseView): readonly Happened[] {
  return [a, b].flatMap(({ side, run, result }) =>
    isFailed(result) ? [failure(side, run.name, result)] : [],
  );
}

function failure(side: Side, name: string, { status, message }: Result): Happened {
  const evidence = `${name} gave no answer: ${status}${message === null ? '' : `, ${message}`}`;
  return { what: 'failed', in: side, label: null, evidence };
}

function happenedToLabel(question: Question, i: number): readonly Happened[] {
  return [whereTo(question, i), ...byBoundary(question, i), ...byOthers(question, i)];
}

function nothing({ item, lower, other, setting }: Question): Happened {
  const relevant = item.labels.some(({ grade }) => grade >= setting.rel);
  const repeated = [lower, other].some(({ result }) => result.repeats !== undefined);
  const evidence = [
    relevant ? `no relevant label stands lower in ${lower.run.name}` : 'the case has no relevant label',
    ...(repeated ? ['hits are of the first search alone, the metric is a mean over all'] : []),
  ].join('; ');
  return { what: 'none', in: lower.side, label: null, evidence };
}
