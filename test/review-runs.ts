import {
  bm25,
  type Case,
  compareAll,
  type Doc,
  evaluate,
  headings,
  type Run,
  recursive,
} from '../src/index.js';
import { type ReviewOptions, reviewData } from '../src/view/review/review-data.js';
import type { ReviewData } from '../src/view/review/review-types.js';

const WORDS =
  'stream request socket header handler timeout abort close buffer chunk pipe proxy cookie session token cache retry limit agent pool body file route hook plugin schema logger level worker thread signal'.split(
    ' ',
  );

/** Numbers that are the same on every machine. */
function turning(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

/** Pages of made-up paragraphs, each about two words that no other is about in that order. */
export function madePages(n: number): readonly Doc[] {
  const next = turning(7);
  const word = () => WORDS[Math.floor(next() * WORDS.length)]!;
  return Array.from({ length: n }, (_, i) => {
    const paragraphs = Array.from(
      { length: 6 },
      (_, j) => `## Part ${j}\n\n${Array.from({ length: 40 }, word).join(' ')}.`,
    );
    return {
      id: `guide/page-${i}`,
      title: `Page ${i}`,
      text: `# Page ${i}\n\n${paragraphs.join('\n\n')}\n`,
      fields: {},
    };
  });
}

/** Each case asks for some words of one paragraph, which is labelled. */
export function madeCases(docs: readonly Doc[], n: number): readonly Case[] {
  const next = turning(11);
  return Array.from({ length: n }, (_, i) => {
    const doc = docs[i % docs.length]!;
    const parts = [...doc.text.matchAll(/## Part \d\n\n([^\n]+)/g)];
    const part = parts[Math.floor(next() * parts.length)]!;
    const words = part[1]!.split(' ');
    const from = Math.floor(next() * (words.length - 4));
    const start = part.index;
    return {
      id: `case-${String(i + 1).padStart(5, '0')}`,
      query: words.slice(from, from + 4).join(' '),
      kind: ['exact', 'meaning', 'hops'][i % 3]!,
      labels: [{ doc: doc.id, grade: 2, start, end: start + part[0].length }],
      fields: {},
    };
  });
}

/** Runs of two or three chunkers over made-up pages. */
export async function madeRuns(
  docs: readonly Doc[],
  cases: readonly Case[],
  sizes: readonly number[] = [40],
): Promise<readonly Run[]> {
  const chunkers = [headings(), ...sizes.map((tokens) => recursive({ tokens }))];
  const runs: Run[] = [];
  for (const chunker of chunkers)
    runs.push(
      await evaluate(bm25(chunker.chunk(docs)), cases, { k: 3, depth: 12, metrics: ['recall@3', 'mrr@10'] }),
    );
  return runs;
}

export function madeReview(runs: readonly Run[], options: ReviewOptions = {}): ReviewData {
  const [baseline, ...others] = runs as readonly [Run, ...Run[]];
  return reviewData(runs, compareAll([baseline], others), options);
}

/** Many made-up queries without searching: two runs whose rankings are turned by numbers of the query. */
export function manyQueries(n: number): readonly Run[] {
  const docs = Array.from({ length: 40 }, (_, i) => `guide/page-${i}`);
  const cases = Array.from(
    { length: n },
    (_, i): Case => ({
      id: `case-${String(i + 1).padStart(5, '0')}`,
      query: `made-up query number ${i + 1} about ${WORDS[i % WORDS.length]} and ${WORDS[(i * 7 + 3) % WORDS.length]}`,
      kind: ['exact', 'meaning', 'hops'][i % 3]!,
      labels: [{ doc: docs[i % 40]!, grade: 1 }],
      fields: {},
    }),
  );
  return [0, 1].map((r): Run => {
    const results = cases.map(({ id, query, kind }, i) => {
      const moved = r === 1 && i % 4 === 0;
      const rank = (i * (moved ? 5 : 3) + (moved ? i % 7 : 0)) % 9;
      const hits = Array.from({ length: 10 }, (_, j) => {
        const doc = docs[(i + j - rank + 40) % 40]!;
        return { chunkId: `${doc}#${j % 4}`, docId: doc, score: 10 - j };
      });
      return {
        caseId: id,
        kind,
        query,
        status: 'ok' as const,
        message: null,
        metrics: { 'hit@5': rank < 5 ? 1 : 0 },
        ranks: { [docs[i % 40]!]: rank + 1 },
        hits,
        latencyMs: 1,
      };
    });
    return {
      ...TEMPLATE,
      id: `many-${r}`,
      name: r === 0 ? 'before' : 'after',
      casesVersion: `${n} cases`,
      cases,
      results,
    };
  });
}

const TEMPLATE: Omit<Run, 'cases' | 'results' | 'id' | 'name' | 'casesVersion'> = {
  status: 'done',
  dataset: null,
  retriever: 'made up',
  config: {},
  k: 5,
  depth: 10,
  metrics: ['hit@5'],
  protocol: {
    unit: 'page',
    dedupe: 'first chunk of a page counts',
    ties: 'as the retriever ordered them',
    tolerance: 1e-9,
    failures: 'left out of means; shown apart and again as 0',
    missing: 'counted as 0 and listed',
    gains: 'linear',
    ideal: 'the best order of all labelled pages',
    relevanceThreshold: 1,
    unjudged: 'not relevant',
    spanHeld: 0.5,
    tokenizer: 'cl100k_base',
    negativeGrades: 'unjudged',
  },
  corpusVersion: null,
  corpusPages: null,
  chunkCount: 160,
  environment: { gitCommit: null, gitDirty: null, versions: {}, platform: 'test' },
  startedAt: '2026-01-02T03:04:05.000Z',
  finishedAt: '2026-01-02T03:04:06.000Z',
};
