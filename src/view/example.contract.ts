import { compare } from '../compare/compare.js';
import { judged } from '../measure/judged.js';
import { PROTOCOL } from '../measure/protocol.js';
import { metric } from '../measure/registry.js';
import type { Case, Comparison, Hit, Result, Run } from '../types.js';

/** Runs to draw and write up in tests: small enough to read, with one failure, one empty answer and one tiny kind. */

type Row = readonly [
  id: string,
  kind: string,
  query: string,
  relevant: string,
  pages: string,
  sections: string,
];

// Relevant pages and the two rankings, best first, each page a letter; "!" is a query that failed.
const ROWS: readonly Row[] = [
  ['q01', 'semantic', 'stop a request that takes too long', 'a', 'bacd', 'abcd'],
  ['q02', 'semantic', 'where do log lines go', 'b', 'bcde', 'bcad'],
  ['q03', 'semantic', 'keep sockets open between requests', 'c', 'defgabc', 'cdef'],
  ['q04', 'semantic', 'what happens | when a stream ends *early*', 'd', 'dabc', 'abcefgd'],
  ['q05', 'semantic', 'limit the size of an upload', 'e', 'eabc', 'eabc'],
  ['q06', 'semantic', 'send a file in pieces', 'f', 'abfc', 'abcf'],
  ['q07', 'semantic', 'answer in another language', 'g', 'abcdefg', 'gabc'],
  ['q08', 'semantic', 'test a handler without a port', 'h', 'habc', 'habc'],
  ['q09', 'semantic', 'hide secrets from logs', 'a', 'abcd', '!'],
  ['q10', 'semantic', 'reuse a schema', 'b', 'acdefb', 'bacd'],
  ['q11', 'exact_term', 'ECONNRESET', 'c', 'cabd', 'cabd'],
  ['q12', 'exact_term', 'ERR_STREAM_PREMATURE_CLOSE', 'd', 'dabc', 'abcefghd'],
  ['q13', 'exact_term', 'X-Forwarded-For', 'e', 'eabc', ''],
  ['q14', 'multi_hop', 'log the body of requests that were aborted', 'ab', 'acdeb', 'acdefb'],
  ['q15', 'multi_hop', 'time limits of proxy and server together', 'cd', 'cabdefgh', 'cd'],
];

const METRICS = ['recall@5', 'hit@5', 'mrr@10'];

export const examplePages: Run = runOf('pages', 4, ROWS);
export const exampleSections: Run = runOf('sections', 5, ROWS);
export const exampleComparison: Comparison = compare(examplePages, exampleSections, 'recall@5');

/** Runs over made-up cases, of any number and names, for looking at crowded pictures. */
export function crowd(names: readonly string[], n: number, kinds: readonly string[]): readonly Run[] {
  const letters = 'abcdefghijkl';
  const rows = Array.from({ length: n }, (_, i): Row => {
    const kind = kinds[i % (kinds.length + 1)] ?? kinds[0]!;
    return [
      `query-${i + 1}`,
      kind,
      `made-up query ${i + 1}`,
      letters[i % 12]! + letters[(i * 7 + 5) % 12]!,
      '',
      '',
    ];
  });
  // Rankings are the letters turned and woven by numbers of the row, so that they are the same on every machine.
  return names.map((name, r) => {
    const ranked = rows.map((row, i): Row => {
      const turn = (i * i * (i % 3 === 0 ? r + 1 : 1) + 3 * i) % 12;
      return [row[0], row[1], row[2], row[3], letters.slice(turn) + letters.slice(0, turn), ''];
    });
    return runOf(name, 4, ranked);
  });
}

function runOf(name: string, column: 4 | 5, rows: readonly Row[]): Run {
  const cases = rows.map(caseOf);
  return {
    id: `run-${name}`,
    name,
    status: 'done',
    dataset: 'example',
    retriever: `${name} · bm25`,
    config: { retriever: 'bm25', k1: 1.5, b: 0.75, chunks: { chunker: name } },
    k: 5,
    depth: 20,
    metrics: METRICS,
    protocol: PROTOCOL,
    casesVersion: `${rows.length} cases · sha1 01234567`,
    corpusVersion: '8 pages · sha1 89abcdef',
    corpusPages: null,
    chunkCount: 8,
    environment: { gitCommit: null, gitDirty: null, versions: {}, platform: 'example' },
    startedAt: '2026-01-02T03:04:05.000Z',
    finishedAt: '2026-01-02T03:04:06.000Z',
    cases,
    results: rows.map((row, i) => resultOf(cases[i]!, row[column])),
  };
}

function caseOf([id, kind, query, relevant]: Row): Case {
  const labels = [...new Set(relevant)].map((doc) => ({ doc: `${doc}.md`, grade: 1 }));
  return { id, query, kind, labels, fields: { applies_to: id < 'q08' ? 'v4' : 'v5' } };
}

function resultOf(item: Case, ranking: string): Result {
  const failed = ranking === '!';
  const hits: readonly Hit[] = failed
    ? []
    : [...ranking].map((letter, i) => ({ chunkId: `${letter}.md#0`, docId: `${letter}.md`, score: 20 - i }));
  const seen = judged(item, hits);
  const rank = (doc: string) => (seen.pages.includes(doc) ? seen.pages.indexOf(doc) + 1 : null);
  return {
    caseId: item.id,
    kind: item.kind,
    query: item.query,
    status: failed ? 'error' : hits.length === 0 ? 'empty' : 'ok',
    message: failed ? 'the index answered 503' : null,
    metrics: Object.fromEntries(METRICS.map((name) => [name, failed ? null : metric(name).value(seen)])),
    ranks: Object.fromEntries(item.labels.map(({ doc }) => [doc, rank(doc)])),
    hits,
    latencyMs: 3,
  };
}

/** The same run with what its contexts, index and embedding took. */
export function withCosts(
  run: Run,
  { tokens, bytes = 1e6, dollars = null }: { tokens: number; bytes?: number; dollars?: number | null },
): Run {
  return {
    ...run,
    results: run.results.map((row) => (row.status === 'error' ? row : { ...row, contextTokens: tokens })),
    costs: {
      indexBytes: bytes,
      chunkTokens: null,
      embedding: { texts: 8, tokens: 800, exact: true, dollars },
    },
  };
}

/** The same run where no query was answered. */
export function allFailed(run: Run): Run {
  const results = run.results.map((row) => ({
    ...row,
    status: 'error' as const,
    message: 'the index answered 503',
    metrics: Object.fromEntries(METRICS.map((name) => [name, null])),
    ranks: Object.fromEntries(Object.keys(row.ranks).map((page) => [page, null])),
    hits: [],
  }));
  return { ...run, id: `${run.id}-down`, name: `${run.name}, down`, results };
}

/** The same run with two stages before its hits: its ranking turned round, and the first three of it. */
export function staged(run: Run): Run {
  const results = run.results.map((row) =>
    row.status === 'error'
      ? row
      : {
          ...row,
          stages: [
            { name: 'keyword', hits: [...row.hits].reverse() },
            { name: 'fused / vector', hits: row.hits.slice(0, 3) },
          ],
        },
  );
  return { ...run, results };
}
