import type { Context, RagStatus } from '../store/rag-answer.js';
import type { RunRef } from '../types.js';
import type { Bucket } from './buckets.js';
import type { LostIn } from './change-types.js';
import type { LabelPlace } from './label-in-context.js';

/** The step of a composed retriever that lost something, with where each stage had it: its name and the rank in chunks. */
export type LostStep = {
  readonly step: LostIn;
  readonly stages: readonly { readonly stage: string; readonly rank: number | null }[];
};

/** One thing that a query needs: of alternatives the one that came furthest. */
export type NeedDiagnosis = {
  readonly need: string;
  readonly bucket: Bucket;
  readonly label: LabelPlace;
  /** How many labels would do, and how many of them are in the context. */
  readonly alternatives: number;
  readonly inContext: number;
  /** Null where nothing was lost before the context, or nothing is recorded of stages. */
  readonly lostIn: LostStep | null;
  /** A sentence with its numbers. */
  readonly evidence: string;
};

/** One query at one context: as good as the worst of its needs. */
export type CaseDiagnosis = {
  readonly id: string;
  readonly query: string;
  readonly kind: string;
  readonly context: Context;
  readonly bucket: Bucket;
  /** Of the worst need, the first of them where several are. */
  readonly evidence: string;
  readonly needs: readonly NeedDiagnosis[];
  /** Whether the hits were enough to fill the context. */
  readonly filled: boolean;
};

/** How many queries, and needs, ended in a bucket. */
export type BucketCount = {
  readonly bucket: Bucket;
  readonly cases: number;
  readonly needs: number;
  /** The first query there. */
  readonly example: CaseDiagnosis | null;
  /** Of a composed retriever: the steps that lost it, with the queries that they lost; `retrieval` where no stage had it. */
  readonly lostIn: readonly { readonly step: LostIn; readonly cases: number }[];
  /** What to try first; null where nothing was lost. */
  readonly firstKnob: string | null;
};

/** All queries at one context. */
export type ContextDiagnosis = {
  readonly context: Context;
  /** `k=6`, or `500tok`. */
  readonly name: string;
  /** Queries that were diagnosed. */
  readonly n: number;
  readonly needs: number;
  /** All buckets, in their order. */
  readonly buckets: readonly BucketCount[];
  readonly cases: readonly CaseDiagnosis[];
  /** Queries whose ranking was cut at the run's depth before the context is full: a deeper one might hold more. */
  readonly unfilled: readonly string[];
  /** How many of these queries have a recorded answer that could be read or counted. */
  readonly answered: number;
  /** Answers that the server never gave, which are not counted. */
  readonly unanswered: readonly { readonly id: string; readonly message: string }[];
  /** Of the unanswerable questions that were asked: for how many the model said so. Null where none was asked. */
  readonly abstained: {
    readonly n: number;
    readonly of: number;
    /** All others, with the status of what it said. */
    readonly others: readonly { readonly id: string; readonly status: RagStatus }[];
  } | null;
};

/** How many queries moved from one bucket to another between two contexts. */
export type BucketTransition = {
  readonly from: Context;
  readonly to: Context;
  readonly n: number;
  /** `counts[bucket in from][bucket in to]`. */
  readonly counts: Readonly<Record<Bucket, Readonly<Record<Bucket, number>>>>;
  readonly moved: readonly {
    readonly id: string;
    readonly query: string;
    readonly from: Bucket;
    readonly to: Bucket;
  }[];
};

/** Where the evidence of all queries of a run got lost, at several contexts. Failed, unlabelled and unanswerable queries are listed, not counted. */
export type RunDiagnosis = {
  readonly run: RunRef;
  readonly unit: 'cases' | 'questions' | 'queries';
  readonly rel: number | null;
  readonly held: number;
  /** Needs with a labelled span, in runs whose hits know their places; the others are looked at by page. */
  readonly needsWithSpan: number;
  readonly contexts: readonly ContextDiagnosis[];
  readonly transition: BucketTransition | null;
  readonly failed: readonly { readonly id: string; readonly message: string }[];
  readonly unlabelled: readonly string[];
  readonly unanswerable: readonly string[];
};
