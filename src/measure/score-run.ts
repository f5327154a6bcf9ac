import { LabError } from '../errors.js';
import { JudgedIds } from '../files/judged-ids.js';
import { findLookalike, type Lookalike, plainId } from '../files/lookalikes.js';
import { type OrderFacts, orderOf, type TieRule } from '../files/order.js';
import type { Qrels } from '../files/qrels.js';
import { readRun } from '../files/read-any-run.js';
import type { TopicHits } from '../files/topic-hits.js';
import type { FoundPage, Judged, Metric, OwnMetric } from '../types.js';
import { metricsOf } from './own-metric.js';

export type ScoreOptions = {
  /** Text forms, or functions of one's own with a name. */
  readonly metrics: readonly (string | Metric | OwnMetric)[];
  /** What stands first among equal scores. */
  readonly ties?: TieRule;
  /** Only the best so many hits of a topic are looked at. */
  readonly depth?: number;
};

/** A run file in numbers: a value for each topic of the qrels and metric, and what was odd about the file. */
export type RunScores = {
  readonly tag: string | null;
  readonly topics: readonly string[];
  /** By metric, in the order of the topics. A topic that the run lacks has the value of an empty ranking. */
  readonly values: ReadonlyMap<string, Float64Array>;
  /** Topics of the qrels that the run lacks. */
  readonly missing: readonly string[];
  /** Topics of the run that the qrels lack; they are no part of any number. */
  readonly unlabelled: readonly string[];
  readonly found: FileFacts;
};

export type FileFacts = {
  readonly contradicts: number;
  readonly ranksFromZero: number;
  /** Topics with equal scores that no rank orders, so that the order of the file decided. */
  readonly unranked: number;
  /** Topics with equal scores among the hits that were looked at. */
  readonly tied: number;
  readonly lookalikes: readonly (Lookalike & { readonly topic: string | null })[];
  /** How many hits the longest ranking has. */
  readonly longest: number;
};

/** Scores a run file against labels, one topic after another; nothing of a topic is kept but its values. */
export async function scoreRun(file: string, qrels: Qrels, given: ScoreOptions): Promise<RunScores> {
  const options = settled(given);
  const topics = [...qrels.keys()];
  const place = new Map(topics.map((topic, i) => [topic, i]));
  let state = new Scoring(qrels, place, options);
  const { tag } = await readRun(
    file,
    (hits) => state.take(hits),
    () => {
      state = new Scoring(qrels, place, options);
    },
  );
  return { tag, topics, ...state.end() };
}

type Settled = { readonly metrics: readonly Metric[]; readonly ties: TieRule; readonly depth?: number };

function settled({ metrics, ties = 'rank', depth }: Partial<ScoreOptions> = {}): Settled {
  if (!Array.isArray(metrics) || metrics.length === 0)
    throw new LabError(
      `scoreRun: metrics is ${JSON.stringify(metrics) ?? 'missing'}, wanted a list; write { metrics: ['ndcg@10'] }, say`,
    );
  if (ties !== 'rank' && ties !== 'docid')
    throw new LabError(`scoreRun: ties is ${JSON.stringify(ties)}, wanted rank or docid; pick one`);
  if (depth !== undefined && !(Number.isInteger(depth) && depth >= 1))
    throw new LabError(`scoreRun: depth is ${depth}, wanted a whole number of at least 1; correct it`);
  return { metrics: metricsOf(metrics), ties, ...(depth === undefined ? {} : { depth }) };
}

class Scoring {
  private readonly values: Map<string, Float64Array>;
  private readonly seen = new Set<string>();
  private readonly unlabelled: string[] = [];
  private readonly lookalikes: (Lookalike & { topic: string | null })[] = [];
  private contradicts = 0;
  private ranksFromZero = 0;
  private unranked = 0;
  private tied = 0;
  private longest = 0;
  private readonly qrels: Qrels;
  private readonly place: ReadonlyMap<string, number>;
  private readonly options: Settled;

  constructor(qrels: Qrels, place: ReadonlyMap<string, number>, options: Settled) {
    this.qrels = qrels;
    this.place = place;
    this.options = options;
    this.values = new Map(options.metrics.map((metric) => [metric.name, new Float64Array(qrels.size)]));
  }

  take(hits: TopicHits): void {
    const grades = this.qrels.get(hits.topic);
    if (grades === undefined) {
      this.unlabelled.push(hits.topic);
      return;
    }
    this.seen.add(hits.topic);
    const { order, facts } = orderOf(hits, this.options.ties, this.options.depth);
    this.note(hits, facts);
    const ids = new JudgedIds(grades.keys());
    const found = foundPages(hits, order, ids, grades, this.options.depth);
    this.lookFor(hits, ids, found, grades);
    this.score(hits.topic, seenBy(hits, order, found, grades, this.options.depth));
  }

  end(): Omit<RunScores, 'tag' | 'topics'> {
    const missing = [...this.qrels.keys()].filter((topic) => !this.seen.has(topic));
    for (const topic of missing)
      this.score(topic, { ...EMPTY, grades: this.qrels.get(topic)!, needs: needsOf(this.qrels.get(topic)!) });
    const { contradicts, ranksFromZero, unranked, tied, longest } = this;
    const lookalikes = [...topicLookalikes(this.unlabelled, missing), ...this.lookalikes];
    const found = { contradicts, ranksFromZero, unranked, tied, longest, lookalikes };
    return { values: this.values, missing, unlabelled: this.unlabelled, found };
  }

  private score(topic: string, judged: Judged): void {
    const at = this.place.get(topic)!;
    for (const metric of this.options.metrics) this.values.get(metric.name)![at] = metric.value(judged);
  }

  private note(hits: TopicHits, facts: OrderFacts): void {
    if (facts.contradicts) this.contradicts++;
    if (facts.ranksFromZero) this.ranksFromZero++;
    if (facts.ties > 0) this.tied++;
    if (facts.ties > 0 && facts.unranked && this.options.ties === 'rank') this.unranked++;
    this.longest = Math.max(this.longest, hits.count);
  }

  private lookFor(
    hits: TopicHits,
    ids: JudgedIds,
    found: readonly FoundPage[],
    grades: ReadonlyMap<string, number>,
  ): void {
    const there = new Set(found.map((one) => one.page));
    const wanted = [...grades].filter(([id, grade]) => grade > 0 && !there.has(id)).map(([id]) => id);
    if (wanted.length === 0) return;
    const alike = findLookalike(hits, wanted, (i) => ids.find(hits, i) !== -1);
    if (alike !== null) this.lookalikes.push({ ...alike, topic: hits.topic });
  }
}

const EMPTY = { pages: [], retrieved: 0, found: [] } as const;

function foundPages(
  hits: TopicHits,
  order: Int32Array | null,
  ids: JudgedIds,
  grades: ReadonlyMap<string, number>,
  depth = hits.count,
): readonly FoundPage[] {
  const found: FoundPage[] = [];
  const end = Math.min(depth, hits.count);
  for (let place = 0; place < end; place++) {
    const which = ids.find(hits, order === null ? place : order[place]!);
    if (which === -1) continue;
    const page = ids.ids[which]!;
    found.push({ rank: place + 1, page, grade: grades.get(page)! });
  }
  return found;
}

/** Ids are made strings, and needs sets, only for a metric that asks for them. */
function seenBy(
  hits: TopicHits,
  order: Int32Array | null,
  found: readonly FoundPage[],
  grades: ReadonlyMap<string, number>,
  depth = hits.count,
): Judged {
  const retrieved = Math.min(depth, hits.count);
  return {
    retrieved,
    found,
    grades,
    get pages() {
      return Array.from({ length: retrieved }, (_, place) => hits.id(order === null ? place : order[place]!));
    },
    get needs() {
      return needsOf(grades);
    },
  };
}

/** A qrels file knows no needs: each relevant document is one. */
function needsOf(grades: ReadonlyMap<string, number>): readonly ReadonlySet<string>[] {
  return [...grades].filter(([, grade]) => grade > 0).map(([id]) => new Set([id]));
}

function topicLookalikes(
  unlabelled: readonly string[],
  missing: readonly string[],
): readonly (Lookalike & { topic: null })[] {
  const plain = new Map(missing.map((topic) => [plainId(topic), topic]));
  return unlabelled.flatMap((found) => {
    const wanted = plain.get(plainId(found));
    return wanted === undefined ? [] : [{ found, wanted, topic: null }];
  });
}
