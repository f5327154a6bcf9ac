import { charsOf, coverOf, sharedChars } from '../measure/spans.js';
import { type CaseView, placeOf, spanOf } from './case-view.js';
import type { Happened } from './change-types.js';
import type { Question } from './lost-labels.js';

/** Where k counts chunks and no label is held less: whether more without a label came with it. */
export function diluted(question: Question): Happened | null {
  const { lower, other, setting } = question;
  if (setting.unit !== 'chunk') return null;
  const [here, there] = [unlabelled(question, lower), unlabelled(question, other)];
  if (here === null || there === null || here <= there) return null;
  return {
    what: 'diluted',
    in: lower.side,
    label: null,
    evidence: `the first ${setting.k} chunks of ${lower.run.name} hold ${here} characters without a label (${there} in ${other.run.name}) and no label is held less`,
  };
}

/** Characters of the first k chunks that no relevant label asks for, each once. */
function unlabelled({ item, setting }: Question, { hits }: CaseView): number | null {
  const places = hits.slice(0, setting.k).map(placeOf);
  if (places.includes(null)) return null;
  const held = coverOf(places.filter((place) => place !== null));
  const wanted = coverOf(
    item.labels.filter(({ grade }) => grade >= setting.rel).flatMap((label) => spanOf(label) ?? []),
  );
  return charsOf(held) - sharedChars(wanted, held);
}
