import type { Happening, LostIn, Reach, Side } from '../../diagnose/change-types.js';
import type { Review } from '../../store/review.js';
import type { FamilyRef, Interval, PairStatus, Verdict } from '../../types.js';

/** Everything that the review page shows, as plain JSON: the page computes nothing that is not in here, but for what its reader leaves out. */
export type ReviewData = {
  readonly version: 1;
  readonly title: string;
  readonly metric: string;
  /** What k counts in `cut.k`. */
  readonly unit: 'page' | 'chunk';
  readonly cut: Cut;
  /** The cases' field that slices go by. */
  readonly slicedBy: string;
  /** Of the Monte Carlo test. */
  readonly seed: number;
  /** The baseline first. */
  readonly runs: readonly ReviewRun[];
  /** Each run against the baseline. */
  readonly pairs: readonly ReviewPair[];
  readonly cases: readonly ReviewCase[];
  /** Pages by number: names are long and come often. */
  readonly docs: readonly string[];
  readonly texts: ReviewTexts;
  readonly reviews: readonly Review[];
};

/** Where rankings are cut: after `k` in the metric's unit, and after a budget of tokens where one is known. Labels count from the grade `rel` on. */
export type Cut = { readonly k: number; readonly tokens: number | null; readonly rel: number };

export type ReviewRun = {
  readonly id: string;
  readonly name: string;
  readonly retriever: string;
  /** A digest of the retriever and its configuration, the same whenever it is run again. */
  readonly configDigest: string;
  readonly startedAt: string;
  readonly gitCommit: string | null;
  readonly gitDirty: boolean | null;
  /** By case, in the order of `cases`; null where it is not shown. */
  readonly rankings: readonly (Ranking | null)[];
};

export type Ranking = {
  readonly status: 'ok' | 'empty' | 'error' | 'timeout';
  readonly message?: string;
  /** Best first. */
  readonly hits: readonly RankedHit[];
  /** How many more came back. */
  readonly more: number;
  /** So many hits stand within k, and within the budget of tokens (the last of them may be cut); null where it is not known. */
  readonly withinK: number;
  readonly withinBudget: number | null;
};

/** Page number, chunk id without its page's id before it, place in UTF-16 offsets (−1 where it is not known), score. */
export type RankedHit = readonly [doc: number, chunk: string, start: number, end: number, score: number];

export type ReviewCase = {
  readonly id: string;
  readonly query: string;
  readonly kind: string;
  readonly slice: string;
  /** Of the query and its labels: a verdict on a label says nothing of another label. */
  readonly digest: string;
  readonly labels: readonly ReviewLabel[];
};

export type ReviewLabel = {
  readonly doc: number;
  readonly grade: number;
  readonly start?: number;
  readonly end?: number;
  readonly need?: string;
};

export type ReviewPair = {
  /** Positions in `runs`. */
  readonly a: number;
  readonly b: number;
  readonly card: Card;
  readonly slices: readonly SliceRow[];
  /** Failed ones first, then the worst change. */
  readonly rows: readonly ReviewRow[];
};

/** What the verdict is and what it rests on. Texts are whole sentences, made once for the page and for the comment. */
export type Card = {
  readonly verdict: Verdict;
  /** `BETTER: b is better than a on recall@5`. */
  readonly headline: string;
  /** The first five lines, the headline among them. */
  readonly lines: readonly string[];
  /** What the metric's name means, and how p and intervals hold for several runs. */
  readonly gloss: readonly string[];
  /** Versions, ages, judged shares and what unjudged pages could do. */
  readonly facts: readonly string[];
  readonly settings: readonly Setting[];
  readonly costs: readonly Setting[];
  /** What each stage of a composed retriever found; empty where neither run has stages. */
  readonly stages: readonly Setting[];
  readonly numbers: PairNumbers;
  /** The same without the cases whose labels a reviewer called bad; null where there are none. */
  readonly withoutDisputed: {
    readonly left: number;
    readonly numbers: PairNumbers;
    readonly line: string;
  } | null;
  readonly notes: readonly string[];
};

export type PairNumbers = {
  readonly n: number;
  readonly meanA: number | null;
  readonly meanB: number | null;
  readonly delta: number | null;
  readonly interval: Interval | null;
  readonly pValue: number | null;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly failed: number;
  readonly family: FamilyRef | null;
};

export type Setting = { readonly name: string; readonly a: string; readonly b: string };

export type SliceRow = {
  readonly name: string;
  readonly n: number;
  readonly delta: number | null;
  readonly interval: Interval | null;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly failed: number;
  readonly small: boolean;
};

/** One case in two runs. */
export type ReviewRow = {
  /** Position in `cases`. */
  readonly case: number;
  readonly status: PairStatus;
  readonly a: number | null;
  readonly b: number | null;
  readonly delta: number | null;
  /** Each word once, the first one what the change rests on. */
  readonly words: readonly Happening[];
  readonly happened: readonly { readonly what: Happening; readonly in: Side; readonly evidence: string }[];
  /** Where a budget of tokens cuts: of what the lower run holds less within it. A sentence, or null. */
  readonly beyondBudget: string | null;
  readonly labels: readonly LabelMove[];
  /** Pages without a label within k that only one of the runs shows. */
  readonly unjudged: { readonly a: number; readonly b: number };
  /** The best rank of a label that stands after the cut in run b, in the metric's unit. */
  readonly nearMiss: number | null;
};

export type LabelMove = {
  /** Position among the case's labels. */
  readonly label: number;
  readonly a: Stand;
  readonly b: Stand;
  /** Where less of it counts for the metric; null for a label that the metric leaves out. */
  readonly lowerIn: Side | null;
  /** Hits within the cut that stand before it in the lower run and did not in the other: positions in that run's ranking. */
  readonly movedBy: readonly number[];
  readonly lostIn: LostIn | null;
};

export type Stand = {
  readonly reach: Reach;
  /** In the metric's unit. */
  readonly rank: number | null;
  /** The share of the span within k. */
  readonly held: number | null;
  /** The share within the budget of tokens, where the metric has one and texts are known. */
  readonly inBudget: number | null;
};

/** Stretches of pages that are shown: [start, text] by page number, apart from each other and in order. */
export type ReviewTexts = {
  readonly pages: Readonly<Record<string, readonly (readonly [start: number, text: string])[]>>;
  /** Why there are none, or not all; null where all are there. */
  readonly note: string | null;
};
