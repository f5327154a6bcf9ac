import { listed } from '../measure/score-notes.js';
import type { Context, RagAnswer } from '../store/rag-answer.js';
import type { Hit } from '../types.js';
import type { Bucket } from './buckets.js';
import { type CutContext, contextWords } from './context.js';
import type { LostStep } from './diagnosis-types.js';
import { percent } from './evidence-words.js';
import type { LabelPlace } from './label-in-context.js';

type Shown = {
  readonly bucket: Bucket;
  readonly place: LabelPlace;
  readonly hits: readonly Hit[];
  readonly cut: CutContext;
  readonly context: Context;
  readonly answer: RagAnswer | null;
  readonly lost: LostStep | null;
};

/** What shows that a label is where its bucket says, as a sentence with its numbers. */
export function evidenceOf(shown: Shown): string {
  return `${ofBucket(shown)}${stepText(shown.lost)}`;
}

function ofBucket(shown: Shown): string {
  const { bucket, place, hits, context, answer } = shown;
  const { doc } = place;
  switch (bucket) {
    case 'retrieval':
      return `no chunk of ${doc} is among the ${hits.length} hits`;
    case 'ranking':
      return `${doc} comes first at hit ${place.pageRank}, after the context of ${contextWords(context)}`;
    case 'other chunk':
      return `the context holds ${doc} at hit ${place.pageRank}, but none of its ${place.start}–${place.end}; ${
        place.rank === null ? 'no hit holds any of it' : `the first chunk that does is hit ${place.rank}`
      }`;
    case 'cut':
      return cutText(shown);
    case 'reached context':
      return `${spanText(place)} is in the context at hit ${place.rank ?? place.pageRank}; no answer is recorded`;
    case 'generation':
      return `${spanText(place)} is in the context at hit ${place.rank ?? place.pageRank}; ${answerText(answer!)}`;
    case 'ok':
      return `the answer cites ${doc}, which is in the context at hit ${place.rank ?? place.pageRank}`;
  }
}

function spanText({ doc, start, end }: LabelPlace): string {
  return start === undefined ? doc : `${doc} ${start}–${end}`;
}

function cutText({ place, cut }: Shown): string {
  const more = (place.heldByAll ?? 0) > (place.held ?? 0);
  const all = more
    ? `all hits together hold ${percent(place.heldByAll)}`
    : 'the further hits hold no more of it';
  const budget = cut.cutAt === null ? '' : `; the budget ends within hit ${cut.cutAt}`;
  return `the context holds ${percent(place.held)} of ${spanText(place)}; ${all}${budget}`;
}

function answerText({ status, citations }: RagAnswer): string {
  if (status === 'abstained') return 'the answer is that the passages do not say';
  if (status === 'refused' || status === 'truncated' || status === 'invalid')
    return `the answer is ${status}`;
  if (citations.length === 0) return 'the answer cites nothing';
  return `the answer cites ${listed([...new Set(citations.map(({ doc }) => doc))])}${
    status === 'ok' ? '' : ` (${status})`
  }`;
}

function stepText(lost: LostStep | null): string {
  if (lost === null) return '';
  const { step, stages } = lost;
  const had = stages.map(({ stage, rank }) => `${stage} ${rank === null ? 'without it' : `at ${rank}`}`);
  if (step !== 'retrieval') return `; lost in ${step} (${had.join(', ')})`;
  if (stages.every(({ rank }) => rank === null)) return '; no stage had it';
  return `; no stage had it within the context (${had.join(', ')})`;
}
