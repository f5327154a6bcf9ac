/**
 * The words of the project as types. Every stage speaks in these; none of them holds a handle, so that
 * all of them print, clone and serialise.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What a row can be sliced by: flat values beside the named properties of a page or a case. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** One document of a corpus. `text` is the file without byte-order mark and front matter; offsets count from there. */
export type Doc = {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly fields: Fields;
};

/** A piece of a page: `doc.text.slice(start, end) === text`, offsets in UTF-16 code units; `id` is `docId#index`. */
export type Chunk = {
  readonly id: string;
  readonly docId: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /**
   * What stands for the chunk in an index, where that is not its own text: one text with a header before it, or the pieces of a large chunk that is
   * found by any of them. Offsets and `text` are of the page in any case.
   */
  readonly indexed?: readonly string[];
};

/** All chunks of a corpus in order, with what made them. A run takes its corpus version from here. */
export type ChunkSet = {
  readonly name: string;
  readonly config: Json;
  readonly chunks: readonly Chunk[];
  readonly corpus: Corpus;
};

/** Cuts pages into chunks. `config` names everything that changes the cuts. */
export type Chunker = {
  readonly name: string;
  readonly config: Json;
  /** Where cuts are found by embedding. */
  readonly embedders?: readonly Embedder[];
  /** What these embed, as documents, to cut the pages: of each embedder one entry or several. */
  readonly toEmbed?: (docs: readonly Doc[]) => readonly ToEmbed[];
  readonly chunk: (docs: readonly Doc[]) => ChunkSet;
};

/** Which pages a run searched: a version, and a digest for each page so that a refusal can name the edited ones. */
export type Corpus = {
  readonly version: string;
  readonly pages: Readonly<Record<string, string>>;
};

/**
 * What is relevant to a case: a page, or a span of it. Labels that share a `need` are alternatives; a label
 * without one is a need of its own. `chunk` is set where the label was given as a chunk id.
 */
export type Label = {
  readonly doc: string;
  /** 2 answers the query, 1 is related and useful. Plain ids count as 1. */
  readonly grade: number;
  readonly start?: number;
  readonly end?: number;
  readonly need?: string;
  readonly chunk?: string;
};

/** One labelled query. */
export type Case = {
  readonly id: string;
  readonly query: string;
  readonly kind: string;
  readonly labels: readonly Label[];
  readonly fields: Fields;
};

/** A question with a reference answer and the pages that carry it; `unanswerable` ones have neither. */
export type QaCase = {
  readonly id: string;
  readonly question: string;
  readonly answer: string | null;
  readonly citations: readonly string[];
  readonly unanswerable: boolean;
  readonly fields: Fields;
};

/** `dev` and `test` share out the cases by id; `all` is both, and so counts as a look at test. */
export type Split = 'dev' | 'test' | 'all';

/** A labelled set over a corpus, checked as it was loaded. */
export type Dataset = {
  readonly name: string;
  readonly folder: string;
  readonly docs: readonly Doc[];
  readonly cases: readonly Case[];
  readonly qa: readonly QaCase[];
  readonly corpusVersion: string;
  readonly casesVersion: string;
  /** The version headers of the case files, as written there. */
  readonly headers: Readonly<Record<string, Json>>;
};

/** One search result. Within a list the best stands first. */
export type Hit = {
  readonly chunkId: string;
  readonly docId: string;
  readonly score: number;
  /** Where the chunk stands in its page, in UTF-16 offsets; known where the retriever names its chunks, or says so itself. */
  readonly start?: number;
  readonly end?: number;
};

/** A stretch of a page, in UTF-16 offsets. */
export type Place = { readonly doc: string; readonly start: number; readonly end: number };

/** A labelled stretch; those that share a need are alternatives. */
export type SpanLabel = Place & { readonly grade: number; readonly need: string };

/** What span metrics are computed from: the places of the hits, best first, against the labelled ones. */
export type Spans = {
  readonly retrieved: readonly Place[];
  /** The texts of the retrieved chunks; null where the chunks are not known any more. */
  readonly texts: readonly string[] | null;
  readonly labels: readonly SpanLabel[];
  /** All chunks that hold some of a label; null where the chunks are not known any more. */
  readonly holding: readonly Place[] | null;
};

/** What one stage of a composed retriever gave, before the next one took it up. */
export type SearchStage = {
  readonly name: string;
  readonly hits: readonly Hit[];
  /** What it was asked, where that is not the query itself. */
  readonly query?: string;
};

/** The hits, or with them what led to them, stage by stage. */
export type SearchAnswer =
  | readonly Hit[]
  | { readonly hits: readonly Hit[]; readonly stages: readonly SearchStage[] };

/** `depth` is the number of chunks asked for. */
export type Search = (query: string, depth: number) => SearchAnswer | Promise<SearchAnswer>;

/** What embedding some texts takes where none of them has been embedded yet. */
export type EmbeddingCosts = {
  readonly texts: number;
  readonly tokens: number;
  /** Whether tokens were counted with the model's own tokenizer; else they are estimated, to the high side. */
  readonly exact: boolean;
  /** 0 where the model runs here, null where the price is not known. */
  readonly dollars: number | null;
};

/** What an index takes, whoever has paid for it already. */
export type IndexCosts = {
  /** Of its postings, vectors and graph; null where that is not known. */
  readonly bytes: number | null;
  /** Of the indexed texts, not of queries; null where nothing is embedded. */
  readonly embedding: EmbeddingCosts | null;
};

/** Anything that searches. What is left out is recorded as unknown, never guessed. */
export type Retriever = {
  readonly search: Search;
  readonly name?: string;
  readonly config?: Json;
  readonly chunkSet?: ChunkSet;
  readonly indexCosts?: () => IndexCosts | Promise<IndexCosts>;
};

/** A retriever that answers with hits alone, as one does that is not composed of others. */
export type PlainRetriever = Omit<Retriever, 'search'> & {
  readonly search: (query: string, depth: number) => readonly Hit[] | Promise<readonly Hit[]>;
};

/** What a text is embedded as: many models want another prefix or instruction for each. */
export type EmbedRole = 'query' | 'document';

/** Turns texts into vectors of unit length. `config` names everything that changes them: model, dimensions, prefixes, normalisation. */
export type Embedder = {
  readonly name: string;
  readonly model: string;
  readonly dimensions: number;
  readonly config: Json;
  /** The longest text that the model reads, in its own tokens; null where that is not known. */
  readonly maxTokens: number | null;
  /** Dollars for a million tokens; 0 where it runs here, null where it is not known. */
  readonly dollarsPerMillionTokens: number | null;
  /** One vector for each text, in their order. */
  readonly embed: (
    texts: readonly string[],
    role: EmbedRole,
    onProgress?: OnProgress,
  ) => Promise<readonly Float32Array[]>;
};

/** Texts for an embedder; null where they are not known before something else has been embedded. */
export type ToEmbed = { readonly embedder: Embedder; readonly texts: readonly string[] | null };

/** Makes a retriever for a set of chunks, so that one setting can be tried on several chunkers. */
export type RetrieverSpec = {
  readonly name: string;
  readonly config: Json;
  /** Those that chunks and queries are embedded with, its parts' among them. */
  readonly embedders?: readonly Embedder[];
  readonly build: (chunks: ChunkSet) => Retriever | Promise<Retriever>;
};

/** A labelled page that came back; ranks count pages from 1. A grade below 0 is in the labels and was judged by nobody. */
export type FoundPage = { readonly rank: number; readonly page: string; readonly grade: number };

/**
 * What a metric is computed from: the pages of one result, each once, best first, against the labels of its case.
 * `needs` holds for each need the pages of which any one meets it.
 */
export type Judged = {
  readonly pages: readonly string[];
  /** How many pages came back. */
  readonly retrieved: number;
  readonly grades: ReadonlyMap<string, number>;
  readonly needs: readonly ReadonlySet<string>[];
  /** The labelled ones among the pages, best first. */
  readonly found: readonly FoundPage[];
  /** Null where the places of hits are not known. */
  readonly spans?: Spans | null;
};

/** A metric of one's own: any function with a name. What it returns must be a finite number. */
export type OwnMetric = (judged: Judged) => number;

/** A metric is a value; `name` is its text form, which `metric(name)` reads back. */
export type Metric = {
  readonly name: string;
  readonly k: number | null;
  /** In [0, 1] for the built-in ones. */
  readonly value: (judged: Judged) => number;
  /** The highest value that any ranking could reach with these labels. */
  readonly ceiling: (judged: Judged) => number;
  /** Values are 0 or 1 only, so a mean is a share. */
  readonly binary: boolean;
  /** Values are counts, which add up over cases. */
  readonly count?: boolean;
  /** Computed from labelled spans: each relevant label must have one. */
  readonly needsSpans?: boolean;
  /** Where the ranking is cut by a budget of tokens: how many. */
  readonly tokens?: number;
};

/** `ok` and `empty` (nothing came back) are answers; `error` and `timeout` are failures, never zeros. */
export type ResultStatus = 'ok' | 'empty' | 'error' | 'timeout';

/** One case's outcome in a run. A failed one has null for every metric. */
export type Result = {
  readonly caseId: string;
  readonly kind: string;
  readonly query: string;
  readonly status: ResultStatus;
  readonly message: string | null;
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Page rank (from 1) of every labelled page; null where it is not among the hits. */
  readonly ranks: Readonly<Record<string, number | null>>;
  readonly hits: readonly Hit[];
  /** How many pages came back; runs of older releases do not say. */
  readonly pageCount?: number;
  /** Null where it is not known, as for a run that was made elsewhere. */
  readonly latencyMs: number | null;
  /** Tokens of the first k chunks, as the protocol counts them: what a reader or a model would have to read. Not there where the chunks are not known. */
  readonly contextTokens?: number;
  /** Where the case was searched several times: each of them. `metrics` are then means over those that were answered. */
  readonly repeats?: readonly Repeat[];
  /** Where the retriever is composed of others: what each stage gave, in the order in which they come. */
  readonly stages?: readonly SearchStage[];
};

/** One of several searches for the same case. */
export type Repeat = {
  readonly status: ResultStatus;
  readonly message: string | null;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly latencyMs: number | null;
};

/** How numbers were made; stored with each run, since a number without it cannot be compared. */
export type Protocol = {
  readonly unit: 'page';
  readonly dedupe: 'first chunk of a page counts' | 'none: a page that comes twice is an error';
  /** What stands first among equal scores. */
  readonly ties:
    | 'as the retriever ordered them'
    | 'by the rank in the file'
    | 'by document id, descending by bytes, as trec_eval does';
  readonly tolerance: number;
  readonly failures: 'left out of means; shown apart and again as 0';
  /** A case that the retriever was not asked, or that its file lacks. */
  readonly missing: 'counted as 0 and listed';
  readonly gains: 'linear';
  /** What nDCG divides by. */
  readonly ideal: 'the best order of all labelled pages';
  readonly relevanceThreshold: number;
  readonly unjudged: 'not relevant';
  /** How much of a span a chunk must hold to count for `chunk_recall`, unless the metric says. */
  readonly spanHeld: number;
  /** What token budgets (`span_recall@2000tok`) are counted in. */
  readonly tokenizer: string;
  readonly negativeGrades: 'unjudged';
};

/** What the run was made with, so that it can be trusted later. `null` where it could not be found out. */
export type Environment = {
  readonly gitCommit: string | null;
  readonly gitDirty: boolean | null;
  readonly versions: Readonly<Record<string, string>>;
  readonly platform: string;
};

/** What a run's index and contexts take, beside the latency of each query. */
export type RunCosts = {
  readonly indexBytes: number | null;
  /** Mean tokens of a chunk, over `of` chunks: all, or some at even distances where there are very many. */
  readonly chunkTokens: { readonly mean: number; readonly of: number } | null;
  readonly embedding: EmbeddingCosts | null;
};

/** The notebook that recorded a run. */
export type NotebookRef = {
  /** Its file's name, without folders. */
  readonly name: string;
  /** The first twelve digits of the sha1 of its code cells; null where a frontend ran them, whose cells may differ from the saved ones. */
  readonly cells: string | null;
};

export type RunStatus = 'running' | 'done' | 'failed' | 'interrupted';

/** Everything of a run but its results. */
export type RunHeader = {
  readonly id: string;
  readonly name: string;
  readonly status: RunStatus;
  readonly dataset: string | null;
  readonly retriever: string;
  readonly config: Json;
  readonly k: number;
  readonly depth: number;
  readonly metrics: readonly string[];
  readonly protocol: Protocol;
  readonly casesVersion: string;
  readonly corpusVersion: string | null;
  readonly corpusPages: Readonly<Record<string, string>> | null;
  readonly chunkCount: number | null;
  /** Runs of older releases, and such as were made elsewhere, do not say. */
  readonly costs?: RunCosts | null;
  /** Where nothing was searched and recorded answers were scored again: the id of the run that they are of. */
  readonly answersOf?: string;
  readonly environment: Environment;
  /** Where a cell of a notebook recorded the run, and it could be found out which. */
  readonly notebook?: NotebookRef;
  readonly startedAt: string;
  readonly finishedAt: string | null;
};

/** One retriever over one set of cases. Results stand in the order of the cases, whatever order they came in. */
export type Run = RunHeader & {
  readonly cases: readonly Case[];
  readonly results: readonly Result[];
};

/** Takes a run as it happens. The store is one; `evaluate` knows no other thing of it. */
export type Recorder = {
  readonly begin: (header: RunHeader, cases: readonly Case[]) => void;
  readonly record: (runId: string, position: number, result: Result) => void;
  readonly finish: (runId: string, status: RunStatus, finishedAt: string) => void;
  /** A run that is to go on, as it was left; throws where there is none by that name, or it is done and `evenDone` is not said. */
  readonly reopen: (run: string, evenDone?: boolean) => Run;
};

/** Told after each unit of work; `total` is null while unknown. */
export type OnProgress = (done: number, total: number | null) => void;

/** Low and high end of an interval; null is an end that the data do not bound. */
export type Interval = readonly [number | null, number | null];

/** A mean that says its n and its counts. */
export type MetricSummary = {
  readonly metric: string;
  /** Over the queries that were answered; null when none was. */
  readonly mean: number | null;
  readonly meanWithFailuresAsZero: number;
  /** 95 %: Wilson where the metric is 0 or 1, or lies between them and all values are 1 or all are 0; else a seeded percentile bootstrap; null when n < 2. */
  readonly interval: Interval | null;
  readonly intervalMethod: 'wilson' | 'bootstrap';
  readonly ceiling: number;
};

/** A run, or a slice of it, in numbers. */
export type Summary = {
  readonly slice: string;
  readonly n: number;
  readonly answered: number;
  readonly empty: number;
  readonly errors: number;
  readonly timeouts: number;
  /** Fewer than 10 cases: a mean over them says next to nothing. */
  readonly small: boolean;
  /** Answered cases with all that was needed among the first k pages. */
  readonly allFound: number;
  readonly metrics: readonly MetricSummary[];
};

/** The name of the group that a case belongs to. */
export type Slicer = (item: Case) => string;

export type PairStatus = 'better' | 'worse' | 'same' | 'failed';

/** One case in two runs; `a`, `b` and `delta` (b - a) are null where a run failed on it. */
export type PairedResult = {
  readonly caseId: string;
  readonly kind: string;
  readonly query: string;
  readonly status: PairStatus;
  readonly a: number | null;
  readonly b: number | null;
  readonly delta: number | null;
  /** Where a run searched the case several times: the share of all pairs of searches that do not say what `status` says. */
  readonly flipRate?: number;
};

export type Verdict = 'better' | 'worse' | 'cannot-tell' | 'identical';

/** Means of both runs and the difference b - a with its test. */
export type PairedDifference = {
  readonly n: number;
  readonly meanA: number | null;
  readonly meanB: number | null;
  readonly delta: number | null;
  /** 95 %, by inverting the test of `pValue`; null where all pairs are equal or there is none. */
  readonly interval: Interval | null;
  readonly pValue: number | null;
};

/** `pValue` and `interval` hold for all slices together (Šidák over those with a difference at all). */
export type SliceDifference = PairedDifference & {
  readonly slice: string;
  /** Of this slice alone. */
  readonly uncorrected: { readonly pValue: number | null; readonly interval: Interval | null };
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly failed: number;
  readonly small: boolean;
};

/** What a comparison needs to name a run by. */
export type RunRef = {
  readonly id: string;
  readonly name: string;
  readonly retriever: string;
  readonly k: number;
  readonly depth: number;
  readonly startedAt: string;
};

/** How a comparison stands among others that were declared with it. */
export type FamilyRef = {
  readonly size: number;
  readonly correction: 'max-t' | 'holm' | 'benjamini-hochberg';
  /** Of this pair alone. */
  readonly uncorrected: number;
};

/** A statistic that was asked for beside the one rule. What it does not have is null. */
export type BesideStatistic = {
  readonly name: string;
  readonly statistic: number | null;
  readonly pValue: number | null;
  readonly interval: readonly [number, number] | null;
  /** What it rests on. */
  readonly note: string;
};

/** Pages among the first k of all answers together, and how many of them carry no label; `judged` is the mean of `judged@k`, null where nothing was answered. */
export type UnjudgedPages = {
  readonly k: number;
  readonly unjudged: number;
  readonly of: number;
  readonly judged: number | null;
};

/** Two runs query by query. `better` means that run b is better than run a. */
export type Comparison = PairedDifference & {
  readonly metric: string;
  readonly runA: RunRef;
  readonly runB: RunRef;
  readonly casesVersion: string;
  readonly corpusVersion: string | null;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly failed: number;
  readonly tolerance: number;
  readonly test: string;
  readonly verdict: Verdict;
  /** The verdict as a sentence with its numbers. */
  readonly sentence: string;
  /** What such a pair could have shown: the true difference it would tell in 80 % of repetitions; null without spread. */
  readonly detectable: number | null;
  /** Where it is one of several comparisons: how p and interval were corrected for them. */
  readonly family: FamilyRef | null;
  /** Other statistics that were asked for; they decide nothing. */
  readonly beside: readonly BesideStatistic[];
  /** Queries that were searched several times and do not always move the same way; null without repeats. */
  readonly flips: { readonly cases: number; readonly of: number } | null;
  /** Groups of cases that were flipped together; null where each case stands for itself. */
  readonly clusters: number | null;
  /** Shown beside the verdict; decides nothing. */
  readonly signTest: { readonly pValue: number; readonly better: number; readonly worse: number };
  readonly allFound: { readonly a: number; readonly b: number; readonly n: number };
  /** Of the pairs that both answered, as far as the metric looks, or within the run's k where that is not known in pages; null where a run does not say how many pages came back. */
  readonly unjudged?: { readonly a: UnjudgedPages | null; readonly b: UnjudgedPages | null };
  readonly withFailuresAsZero: PairedDifference;
  readonly slices: readonly SliceDifference[];
  /** Worst change first; failed pairs stand before all. */
  readonly results: readonly PairedResult[];
  /** What a reader has to know before believing the numbers. */
  readonly notes: readonly string[];
};

/** A picture as data: plain plotly JSON, the numbers it shows as a table, and a sentence for those who cannot see it. */
export type Figure = {
  readonly name: string;
  readonly title: string;
  readonly alt: string;
  readonly data: readonly Json[];
  readonly layout: { readonly [key: string]: Json };
  readonly table: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly (string | number | null)[])[];
  };
};
