import type { QueryTerm } from '../../judge/term-weights.js';
import type { JudgedSpan, Judgment } from '../../store/judgment.js';

/** What the page and its server say to each other. Nothing of it names an arm, a rank, a score or a label. */

export type JudgeQuery = {
  readonly id: string;
  readonly query: string;
  readonly terms: readonly QueryTerm[];
};

/** A judgment as its judge sees it again. */
export type SaidOfPage = Pick<Judgment, 'id' | 'caseId' | 'doc' | 'grade' | 'spans' | 'note'>;

/** All that one judge said in one pass and did not take back, in order. `version` changes whenever it does. */
export type SaidSoFar = { readonly version: string; readonly judgments: readonly SaidOfPage[] };

export type JudgeState = {
  /** What is being judged, whoever judges it: of another pool or pass it is another. */
  readonly work: string;
  readonly judge: string;
  readonly pass: number;
  readonly pool: string;
  readonly dataset: string;
  readonly queries: readonly JudgeQuery[];
  readonly docs: readonly { readonly id: string; readonly title: string; readonly digest: string }[];
  /** In the order of judging, by their places in `queries` and `docs`. */
  readonly tasks: readonly (readonly [query: number, doc: number])[];
  /** The command that comes when all is judged. */
  readonly next: string;
  /** Sentences for the judge. */
  readonly notes: readonly string[];
  readonly said: SaidSoFar;
};

export type PageText = { readonly id: string; readonly digest: string; readonly text: string };

/** A judgment as the page sends it; whose it is, and of which pass and dataset, the server knows. */
export type SentJudgment = Omit<Judgment, 'dataset' | 'judge' | 'pass'>;

/** What a judge does, in the order in which it is done. Sent again it does nothing more. */
export type JudgeEvent =
  | { readonly kind: 'judge'; readonly judgment: SentJudgment }
  | { readonly kind: 'undo'; readonly id: string };

/** What became of an event, in the order of the events: null where it is kept, else why not. */
export type EventsAnswer = { readonly refused: readonly (string | null)[]; readonly said: SaidSoFar };

export type { JudgedSpan, QueryTerm };
