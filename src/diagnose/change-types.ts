import type { PairStatus, RunRef } from '../types.js';

/**
 * What can be said to have happened to a label between two runs. The list is closed; several of them may hold for one case. "The lower run" is the one in which the label
 * stands lower: run b where a case got worse, run a where it got better.
 *
 * - `failed`: the run gave no answer for the case (error or timeout).
 * - `not retrieved`: what is labelled is not among the hits of the lower run at all.
 * - `below k`: it was retrieved, after the first k.
 * - `lower`: it is among the first k in both runs, at a later rank in the lower one.
 * - `partly`: the first k chunks, or the best of them alone, hold some of the span, less than in the other run.
 * - `not covered`: no chunk of the lower run holds any of it, or its pages lack the page. Said only where the chunks or the pages are known.
 * - `cut`: chunk boundaries cut the span: no known chunk of the lower run holds as much of it as one of the other does.
 * - `tie`: equal scores: those that stand strictly before it leave room enough, so the order among equals decided.
 * - `crowded`: several chunks of one page took places; each page once, there would have been room.
 * - `unjudged`: hits without a label took the place.
 * - `displaced`: hits that are labelled, relevant or not, took the place.
 * - `diluted`: the first k chunks hold as much of what is labelled as before, among more that is not.
 * - `none`: no label stands lower: the metric moved by something else.
 */
export const HAPPENINGS = [
  'failed',
  'not retrieved',
  'below k',
  'lower',
  'partly',
  'not covered',
  'cut',
  'tie',
  'crowded',
  'unjudged',
  'displaced',
  'diluted',
  'none',
] as const;

export type Happening = (typeof HAPPENINGS)[number];

/** How far something that is labelled came in a run. */
export const REACHES = ['in the top k', 'below k', 'not retrieved', 'failed'] as const;

export type Reach = (typeof REACHES)[number];

export type Side = 'a' | 'b';

/** What k counts: pages after dedupe, or chunks where the metric looks at spans. */
export type Unit = 'page' | 'chunk';

/** A chunk that holds some of a labelled span. */
export type Piece = {
  readonly chunkId: string;
  readonly start: number;
  readonly end: number;
  /** Of the span's characters, from 0 to 1. */
  readonly share: number;
  /** Among the hits, in chunks from 1; null where it is none of them. */
  readonly rank: number | null;
};

/** Where a label stands in one run. Ranks count from 1 and are null where it is not among the hits. */
export type Standing = {
  readonly reach: Reach;
  /** Of its page, in pages. */
  readonly pageRank: number | null;
  /** Of the first hit that holds some of it, in chunks; of the first of its page where no span, or no place, is known. */
  readonly chunkRank: number | null;
  /** Of the hit at the rank that counts. */
  readonly score: number | null;
  /** The share of the span that the first k chunks hold, and all hits; null without a span, or where the places of hits are not known. */
  readonly heldWithinK: number | null;
  readonly heldWithinDepth: number | null;
  /** The hits that hold some of the span, best first. */
  readonly pieces: readonly Piece[];
  /** In each stage of a composed retriever, in the unit that counts; empty where it is not composed. */
  readonly stages: readonly { readonly stage: string; readonly rank: number | null }[];
};

/** A hit that stands before a label in the lower run and did not in the other. */
export type Mover = {
  readonly chunkId: string;
  readonly doc: string;
  readonly start?: number;
  readonly end?: number;
  /** In the unit that counts. */
  readonly rank: number;
  /** Null where it is unjudged. */
  readonly grade: number | null;
};

/** The step of a composed retriever that lost a label: it was high enough in what the step was given, and not in what it made of it. */
export type LostIn = 'retrieval' | 'fusion' | 'reranking' | 'filter' | 'rewriting' | 'last step';

/** What a query term adds to a BM25 score, 0 where the text lacks it: for the label's best chunk in each run, and for the first of those that moved before it. */
export type TermChange = {
  readonly term: string;
  readonly a: number;
  readonly b: number;
  readonly mover: number | null;
};

export type LabelChange = {
  readonly doc: string;
  readonly start?: number;
  readonly end?: number;
  readonly need?: string;
  readonly grade: number;
  readonly a: Standing;
  readonly b: Standing;
  /** The run in which it stands lower; null where it stands alike, or a run failed. */
  readonly lowerIn: Side | null;
  readonly movedBy: readonly Mover[];
  /** Null where the lower run has no stages, or it is not known. */
  readonly lostIn: LostIn | null;
  /** Only where both runs are BM25 and their chunks were given. */
  readonly terms: readonly TermChange[] | null;
};

export type Happened = {
  readonly what: Happening;
  /** The run in which it happened. */
  readonly in: Side;
  /** Position among the case's labels; null where it is said of the whole case. */
  readonly label: number | null;
  /** A sentence with its numbers. */
  readonly evidence: string;
};

/** One case that moved between two runs, or that one of them failed. */
export type CaseChange = {
  readonly caseId: string;
  readonly kind: string;
  readonly query: string;
  readonly status: Exclude<PairStatus, 'same'>;
  readonly a: number | null;
  readonly b: number | null;
  readonly delta: number | null;
  readonly labels: readonly LabelChange[];
  readonly happened: readonly Happened[];
};

/** In how many cases something happened. A case counts once for each word, so the words do not add up to the cases. */
export type ChangeCounts = {
  readonly slice: string;
  readonly worse: number;
  readonly better: number;
  readonly failed: number;
  readonly counts: readonly {
    readonly what: Happening;
    readonly worse: number;
    readonly better: number;
    readonly failed: number;
  }[];
};

/** How many needs came from one reach in run a to another in run b. */
export type Transitions = {
  readonly slice: string;
  /** Needs of all paired cases, moved or not. */
  readonly n: number;
  /** `from[reach in a][reach in b]`. */
  readonly from: Readonly<Record<Reach, Readonly<Record<Reach, number>>>>;
};

/** What changed between two runs, for each case that moved by a metric. */
export type Changes = {
  readonly metric: string;
  readonly runA: RunRef;
  readonly runB: RunRef;
  readonly k: number;
  readonly unit: Unit;
  /** Failed ones first, then the worst change. */
  readonly cases: readonly CaseChange[];
  /** `all`, then each slice. */
  readonly counts: readonly ChangeCounts[];
  readonly transitions: readonly Transitions[];
  readonly notes: readonly string[];
};
