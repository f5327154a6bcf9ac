/** The public names, in the order of the flow. Notebooks, experiments and tests come in by this door. */

export type { AsyncChunker } from './chunk/async-chunker.js';
export { type FixedTokensOptions, fixedTokens } from './chunk/fixed-tokens.js';
export { type FromSplitterOptions, fromSplitter } from './chunk/from-splitter.js';
export { type HeadingsOptions, headings } from './chunk/headings.js';
export { type AsyncParentChildOptions, type ParentChildOptions, parentChild } from './chunk/parent-child.js';
export { type RecursiveOptions, recursive } from './chunk/recursive.js';
export { type SemanticOptions, semantic } from './chunk/semantic.js';
export { type SentencesOptions, sentences } from './chunk/sentences.js';
export { countTokens } from './chunk/tokens.js';
export { wholePages } from './chunk/whole-pages.js';
export { withHeaders } from './chunk/with-headers.js';
export type { BesideName } from './compare/beside.js';
export { compare } from './compare/compare.js';
export { type CompareAllOptions, compareAll } from './compare/compare-all.js';
export type { CompareOptions } from './compare/compare-options.js';
export { pair } from './compare/pair.js';
export { type Beforehand, type DetectableBeforehand, detectableBeforehand } from './compare/power.js';
export type { Tried } from './compare/rows-at-extremes.js';
export {
  type Extreme,
  type ExtremesOptions,
  type UnjudgedExtremes,
  unjudgedExtremes,
} from './compare/unjudged-extremes.js';
export { casesVersion } from './dataset/fingerprint.js';
export type { OpenOptions } from './dataset/open.js';
export { qaAsCases } from './dataset/qa-cases.js';
export { casesOfQrels } from './dataset/qrels-cases.js';
export { findQuote, type QuotePlace } from './dataset/quote.js';
export { casesOf, splitOf } from './dataset/splits.js';
export type { TokenPrices } from './diagnose/answer-prices.js';
export { type Bm25Terms, bm25Terms, type PageOrPlace } from './diagnose/bm25-terms.js';
export { BUCKETS, type Bucket } from './diagnose/buckets.js';
export type { ChangesOptions } from './diagnose/change-options.js';
export {
  type CaseChange,
  type ChangeCounts,
  type Changes,
  HAPPENINGS,
  type Happened,
  type Happening,
  type LabelChange,
  type LostIn,
  type Mover,
  type Piece,
  REACHES,
  type Reach,
  type Standing,
  type TermChange,
  type Transitions,
} from './diagnose/change-types.js';
export { changes } from './diagnose/changes.js';
export { type DiagnoseOptions, diagnose } from './diagnose/diagnose.js';
export { type DiagnoseAllOptions, diagnoseAll } from './diagnose/diagnose-all.js';
export { type Diagnosis, diagnosis } from './diagnose/diagnosis.js';
export type {
  BucketCount,
  BucketTransition,
  CaseDiagnosis,
  ContextDiagnosis,
  LostStep,
  NeedDiagnosis,
  RunDiagnosis,
} from './diagnose/diagnosis-types.js';
export { estimateRag, type RagEstimate } from './diagnose/estimate-rag.js';
export type { LabelPlace } from './diagnose/label-in-context.js';
export { type Located, locate, type Stage } from './diagnose/locate.js';
export type { RagOptions, RagQuestion } from './diagnose/rag-options.js';
export { RAG_INSTRUCTIONS } from './diagnose/rag-prompt.js';
export { type RagRun, type RunRagOptions, runRag, runRagAll } from './diagnose/run-rag.js';
export type { EmbedReport, LabEmbedder } from './embed/batched.js';
export { type CachedEmbedder, type CacheReport, cached, type Estimate } from './embed/cached.js';
export { type HashingOptions, hashing } from './embed/hashing.js';
export {
  type OpenAiEmbedder,
  type OpenAiEmbedderOptions,
  type OpenAiReport,
  openaiEmbedder,
} from './embed/openai-embedder.js';
export {
  type KnownPrefixes,
  type MissingPrefix,
  missingPrefix,
  type Prefixes,
  prefixesFor,
} from './embed/prefixes.js';
export { type TransformersOptions, transformers } from './embed/transformers.js';
export { useLite } from './embed/use-lite.js';
export { LabError } from './errors.js';
export type { Qrels } from './files/qrels.js';
export { readQrels } from './files/read-qrels.js';
export { type Ranking, RUN_FORMATS, type RunFormat, runText } from './files/write-run.js';
export type { ToJudge } from './judge/active-judging.js';
export type { ActiveOptions, PageGrade } from './judge/active-options.js';
export {
  type ActivePoolOptions,
  activePool,
  type NextOptions,
  type NextToJudge,
  nextToJudge,
} from './judge/active-pool.js';
export type { ActiveProgress } from './judge/active-progress.js';
export { type Agreement, agreement, type GradeAgreement, type GradePair } from './judge/agreement.js';
export {
  type ApartRule,
  type Decided,
  type DecideOptions,
  type Decisions,
  decide,
} from './judge/decide.js';
export {
  type ExportedLabels,
  type ExportOptions,
  exportLabels,
  type LabelsBefore,
} from './judge/export-labels.js';
export {
  type Failure,
  type Failures,
  type FailuresOptions,
  type Flag,
  failuresOf,
  failuresText,
} from './judge/failures.js';
export { type FailureLog, type LogRow, readFailureLog } from './judge/failures-log.js';
export { findPersonal, type PersonalData, withoutPersonal } from './judge/failures-personal.js';
export type { LabelledCases, OutsidePool } from './judge/label-cases.js';
export { type LabelChanges, labelChanges } from './judge/label-changes.js';
export type { LabelsHeader } from './judge/labels-text.js';
export { type PassAgreement, type PassOf, passAgreement, passesIn } from './judge/pass-agreement.js';
export { type PoolItem, type PoolOptions, pool } from './judge/pool.js';
export { type ArmFailure, type Asked, type AskOptions, askArms } from './judge/pool-ask.js';
export { type Pool, type PoolQuery, poolText, readPool } from './judge/pool-file.js';
export {
  type ArmPages,
  type PoolOfOptions,
  type PoolOrigin,
  poolOf,
  withoutPages,
} from './judge/pool-of-queries.js';
export { poolOfRuns } from './judge/pool-of-runs.js';
export { type PoolToSettle, poolToSettle } from './judge/pool-to-settle.js';
export type { UnlabelledQuery } from './judge/queries.js';
export { type QueriesRead, readQueries } from './judge/queries-file.js';
export { type Costs, costsOf } from './measure/costs.js';
export { evaluate } from './measure/evaluate.js';
export { type ExportedRun, exportRun, qrelsOf } from './measure/export-run.js';
export { type ImportedRun, type ImportOptions, importRun } from './measure/import-run.js';
export { compareReports, type ReferenceReport, referenceReport } from './measure/reference-report.js';
export { METRIC_FORMS, metric } from './measure/registry.js';
export { type RescoreOptions, rescore } from './measure/rescore.js';
export { type RunScores, type ScoreOptions, scoreRun } from './measure/score-run.js';
export type { EvaluateOptions } from './measure/settle.js';
export { type StageSummary, summarizeStages } from './measure/stage-summary.js';
export { summarize, summarizeBy } from './measure/summarize.js';
export { openDataset } from './open-dataset.js';
export { type AnnOptions, ann } from './retrieve/ann.js';
export { type AnnRecall, annRecall } from './retrieve/ann-recall.js';
export { hitsOf, stagesOf } from './retrieve/answer.js';
export { bm25 } from './retrieve/bm25.js';
export type { Bm25Options } from './retrieve/bm25-index.js';
export { type FilterOptions, filtered } from './retrieve/filtered.js';
export { type HybridOptions, hybrid } from './retrieve/hybrid.js';
export type { VectorOptions } from './retrieve/nearest-retriever.js';
export { type PgTextOptions, pgtext } from './retrieve/pgtext.js';
export { type PgVectorOptions, pgvector } from './retrieve/pgvector.js';
export { type Reranker, type RerankOptions, rerank } from './retrieve/rerank.js';
export { type RewriteOptions, rewritten } from './retrieve/rewritten.js';
export { tokenize } from './retrieve/tokenize.js';
export { vector } from './retrieve/vector.js';
export type { JudgedSpan, Judgment, JudgmentFilter } from './store/judgment.js';
export { openStore, type Store, type TestRead } from './store/open-store.js';
export {
  type Context,
  RAG_FAILURES,
  RAG_STATUSES,
  type RagAnswer,
  type RagCitation,
  type RagStatus,
  type RagUsage,
} from './store/rag-answer.js';
export type { Review, ReviewVerdict, SavedReviews } from './store/review.js';
export { readReviewFile } from './store/review-file.js';
export { type AcceptedBaseline, baselineText, readBaseline } from './sweep/accepted-baseline.js';
export { type Confirmation, confirmWinner } from './sweep/confirm.js';
export { type ExamineOptions, examine } from './sweep/doctor.js';
export type { EmbeddingEstimate } from './sweep/embedding-estimate.js';
export {
  type ArmEstimate,
  type EmbedderEstimate,
  estimateSweep,
  type SweepEstimate,
  type TextsEstimate,
} from './sweep/estimate.js';
export { type Arm, type Experiment, experiment, type GridParts, grid } from './sweep/experiment.js';
export type { Finding } from './sweep/finding.js';
export { type GateCheck, type GateOutcome, type GateVerdict, gate } from './sweep/gate.js';
export { type Ceiling, type GateRules, gateRules } from './sweep/gate-rules.js';
export type * from './types.js';

import { comparisonPicture } from './view/comparison-picture.js';
import { differences } from './view/differences.js';
import { firstRank } from './view/first-rank.js';
import { heatMap } from './view/heat-map.js';
import { pairedDifferences } from './view/paired-differences.js';
import { paretoFront } from './view/pareto-front.js';
import { recallAtK } from './view/recall-at-k.js';
import { recallByKind } from './view/recall-by-kind.js';
import { slope } from './view/slope.js';
import { stages } from './view/stages.js';

/** Figures as data, to be shown with `show` or drawn with `drawSvg`. */
export const figures = {
  recallByKind,
  recallAtK,
  pairedDifferences,
  comparison: comparisonPicture,
  differences,
  paretoFront,
  slope,
  firstRank,
  heatMap,
  stages,
} as const;
export { type DrawOptions, drawSvg } from './view/draw.js';
export { type Frame, type Framed, frame } from './view/frame.js';
export { type FrontPoint, frontOf } from './view/front.js';
export type { HeatMapOptions } from './view/heat-map.js';
export type { ParetoFrontOptions } from './view/pareto-front.js';
export { diagnosisText } from './view/print-diagnosis.js';
export { metricsTable } from './view/print-metrics.js';
export type { RecallAtKOptions } from './view/recall-at-k.js';
export type { RecallByKindOptions } from './view/recall-by-kind.js';
export { markdownReport, type ReportInput } from './view/report.js';
export { type ReviewOptions, reviewData } from './view/review/review-data.js';
export { reviewMarkdown } from './view/review/review-markdown.js';
export { reviewPage } from './view/review/review-page.js';
export type { ReviewData } from './view/review/review-types.js';
export { type SavedFrame, saveFrame } from './view/save-frame.js';
export { show } from './view/show.js';
export type { SlopeOptions } from './view/slope.js';
