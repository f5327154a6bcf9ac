/** A stretch of a page that answers, in UTF-16 offsets of its text. */
export type JudgedSpan = {
  readonly start: number;
  readonly end: number;
  /** 1 or more; at most the page's own. */
  readonly grade: number;
  /** Which part of the query it answers, where that has several; spans that share it are alternatives. */
  readonly need?: string;
};

/** What one judge said of one page for one query, once. */
export type Judgment = {
  /** Made by whoever sends it, so that sending it again records it once. */
  readonly id: string;
  readonly dataset: string;
  readonly caseId: string;
  readonly query: string;
  readonly doc: string;
  /** The sha1 of the text that was judged: what was said of one text says nothing of another. */
  readonly docDigest: string;
  readonly judge: string;
  /** 1, 2, …; a later one is made in another order, on another day. */
  readonly pass: number;
  /** 2 answers the query or a part of it, 1 is related and useful, 0 neither; null where the judge passed it over. */
  readonly grade: number | null;
  readonly spans: readonly JudgedSpan[];
  readonly note: string;
  /** ISO 8601, UTC. */
  readonly judgedAt: string;
};

/** Which judgments; all of them unless said. */
export type JudgmentFilter = {
  readonly dataset?: string;
  readonly judge?: string;
  readonly pass?: number;
};
