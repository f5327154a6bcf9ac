import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metric } from '../measure/registry.js';
import { resultOf } from '../measure/result-of.js';
import type { Case, Hit, Label, Result, Run, SearchStage } from '../types.js';
import { bareRun } from './bare-run.contract.js';
import { type Changes, HAPPENINGS, type LabelChange, REACHES, type Side } from './change-types.js';
import { changes } from './changes.js';

const DOCS = ['d0', 'd1', 'd2', 'd3', 'd4'];
const K = 2;
const DEPTH = 6;
const PAGE_METRICS = [
  'recall@2',
  'precision@2',
  'all@2',
  'hit@2',
  'mrr',
  'mrr@2',
  'ndcg@3',
  'map',
  'bpref',
  'num_ret',
];
const SPAN_METRICS = ['span_recall@2', 'chunk_recall@2', 'span_precision@2', 'span_iou@2', 'chroma_recall@2'];

/** These move only where a label does. */
const BY_LABELS = /^(recall|precision|all|hit|mrr|ndcg|map|span_recall|chunk_recall|chroma_recall)/;

const docId = fc.constantFrom(...DOCS);
const stretch = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 15 }));

const label = (spans: boolean): fc.Arbitrary<Label> =>
  fc
    .record({
      doc: docId,
      grade: fc.integer({ min: -1, max: 2 }),
      place: spans ? stretch : fc.option(stretch, { nil: null }),
      need: fc.option(fc.constantFrom('n', 'm'), { nil: null }),
    })
    .map(({ doc, grade, place, need }) => ({
      doc,
      grade,
      ...(place === null ? {} : { start: place[0], end: place[0] + place[1] }),
      ...(need === null ? {} : { need }),
    }));

/** Hits of up to the depth, scores falling with ties; chunk ids mean something else in each list. */
const hitsArbitrary = (placed: boolean): fc.Arbitrary<readonly Hit[]> =>
  fc.array(fc.tuple(docId, stretch, fc.integer({ min: 0, max: 3 })), { maxLength: DEPTH }).map((rows) =>
    [...rows]
      .sort((x, y) => y[2] - x[2])
      .map(([doc, [start, length], score], i) => ({
        chunkId: `${doc}#${i}`,
        docId: doc,
        score,
        ...(placed ? { start, end: start + length } : {}),
      })),
  );

type Answer = {
  readonly hits: readonly Hit[];
  readonly fails: boolean;
  readonly stages: readonly SearchStage[];
};

const answer = (placed: boolean): fc.Arbitrary<Answer> =>
  fc.record({
    hits: hitsArbitrary(placed),
    fails: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
    stages: fc.array(
      fc.record({ name: fc.constantFrom('one', 'one / two', 'three'), hits: hitsArbitrary(placed) }),
      { maxLength: 3 },
    ),
  });

function runOf(
  name: string,
  cases: readonly Case[],
  answers: readonly Answer[],
  metrics: readonly string[],
): Run {
  const values = metrics.map(metric);
  const results = cases.map((item, i): Result => {
    const { hits, fails, stages } = answers[i]!;
    const status = fails ? ('error' as const) : hits.length === 0 ? ('empty' as const) : ('ok' as const);
    const outcome = { status, message: fails ? 'down' : null, hits: fails ? [] : hits, latencyMs: 1 };
    return resultOf(item, { ...outcome, ...(stages.length === 0 ? {} : { stages }) }, values, K);
  });
  return bareRun(cases, results, {
    id: `id-${name}`,
    name,
    retriever: name,
    config: { retriever: 'hybrid', parts: [{ name: 'one', config: { retriever: 'rerank' } }] },
    k: K,
    depth: DEPTH,
    metrics,
  });
}

const twoRuns = fc
  .record({ spans: fc.boolean(), placed: fc.boolean() })
  .chain(({ spans, placed }) =>
    fc.record({
      spans: fc.constant(spans),
      rows: fc.array(
        fc.tuple(
          fc.array(label(spans), { maxLength: 4 }),
          answer(spans || placed),
          answer(spans || placed),
          fc.constantFrom('kind x', 'kind y'),
        ),
        { minLength: 1, maxLength: 5 },
      ),
      name: fc.constantFrom(...(spans ? SPAN_METRICS : PAGE_METRICS)),
    }),
  )
  .map(({ rows, name }) => {
    const cases = rows.map(
      ([labels, , , kind], i): Case => ({ id: `c${i}`, query: `q${i}`, kind, labels, fields: {} }),
    );
    const run = (side: string, at: 1 | 2) =>
      runOf(
        side,
        cases,
        rows.map((row) => row[at]),
        [name],
      );
    return { a: run('a', 1), b: run('b', 2), name };
  });

/** Ranks by going down the list, from the definition. */
function naiveRanks({ doc, start, end }: LabelChange, hits: readonly Hit[]) {
  let pageRank: number | null = null;
  let chunkRank: number | null = null;
  const seen: string[] = [];
  for (const [i, hit] of hits.entries()) {
    if (!seen.includes(hit.docId)) seen.push(hit.docId);
    if (hit.docId !== doc) continue;
    pageRank ??= seen.length;
    const known = start !== undefined && hit.start !== undefined;
    if (!known || (hit.start! < end! && start < hit.end!)) chunkRank ??= i + 1;
  }
  return { pageRank, chunkRank };
}

/** The share of the span, letter by letter. */
function naiveHeld({ doc, start, end }: LabelChange, hits: readonly Hit[]): number | null {
  if (start === undefined || end === undefined) return null;
  const own = hits.filter((hit) => hit.docId === doc);
  if (own.some((hit) => hit.start === undefined)) return null;
  let held = 0;
  for (let at = start; at < end; at++) if (own.some((hit) => hit.start! <= at && at < hit.end!)) held++;
  return held / (end - start);
}

const resultsOf = (run: Run, caseId: string) => run.results.find((one) => one.caseId === caseId)!;

describe('changes of arbitrary runs', () => {
  it('never throw, and every case that moved has something that happened, in words of the list', () => {
    fc.assert(
      fc.property(twoRuns, ({ a, b, name }) => {
        const { cases } = changes(a, b, name);
        for (const [i, item] of a.cases.entries()) {
          const [x, y] = [a.results[i]!.metrics[name]!, b.results[i]!.metrics[name]!];
          const moved = x === null || y === null || Math.abs(x - y) > 1e-9;
          expect(cases.some((one) => one.caseId === item.id)).toBe(moved);
        }
        for (const one of cases) {
          expect(one.happened.length).toBeGreaterThan(0);
          if (BY_LABELS.test(name)) expect(one.happened[0]!.what).not.toBe('none');
          for (const { what, label, evidence } of one.happened) {
            expect(HAPPENINGS).toContain(what);
            expect(evidence.length).toBeGreaterThan(5);
            if (label !== null) expect(one.labels[label]).toBeDefined();
          }
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('have the ranks, shares and grades that counting by hand gives', () => {
    fc.assert(
      fc.property(twoRuns, ({ a, b, name }) => {
        const found = changes(a, b, name);
        for (const { caseId, labels } of found.cases)
          for (const one of labels)
            for (const [side, run] of [
              ['a', a],
              ['b', b],
            ] as const) {
              const { hits } = resultsOf(run, caseId);
              expect(one[side]).toMatchObject(naiveRanks(one, hits));
              const [within, all] = [naiveHeld(one, hits.slice(0, found.k)), naiveHeld(one, hits)];
              if (within === null) expect(one[side].heldWithinK).toBeNull();
              else expect(one[side].heldWithinK).toBeCloseTo(within, 12);
              if (all !== null) expect(one[side].heldWithinDepth).toBeCloseTo(all, 12);
            }
      }),
      { numRuns: 500 },
    );
  });

  it('name as movers exactly the pages that stand before a label in one run and not in the other', () => {
    fc.assert(
      fc.property(twoRuns, ({ a, b, name }) => {
        const found = changes(a, b, name);
        if (found.unit === 'chunk') return;
        for (const { caseId, labels } of found.cases)
          for (const one of labels) {
            if (one.lowerIn === null) continue;
            const pagesBefore = (side: Side) => {
              const hits = resultsOf(side === 'a' ? a : b, caseId).hits;
              const pages = [...new Set(hits.map((hit) => hit.docId))];
              return pages.includes(one.doc) ? pages.slice(0, pages.indexOf(one.doc)) : pages;
            };
            const other = pagesBefore(one.lowerIn === 'a' ? 'b' : 'a');
            const wanted = pagesBefore(one.lowerIn)
              .slice(0, found.k)
              .filter((page) => !other.includes(page));
            expect(one.movedBy.map(({ doc }) => doc)).toEqual(wanted);
          }
      }),
      { numRuns: 500 },
    );
  });

  it('have words that their evidence bears out', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(twoRuns, ({ a, b, name }) => {
        const found = changes(a, b, name);
        for (const one of found.cases)
          for (const { what, in: side, label } of one.happened) {
            const run = side === 'a' ? a : b;
            const result = resultsOf(run, one.caseId);
            seen.set(what, (seen.get(what) ?? 0) + 1);
            if (what === 'failed') expect(result.status).toBe('error');
            if (label === null) continue;
            checkWord(what, one.labels[label]!, side, result.hits, found);
          }
      }),
      { numRuns: 1500 },
    );
    // The rare ones have tests of their own; these show that runs as they are made here can tell.
    for (const what of ['not retrieved', 'below k', 'failed', 'unjudged', 'displaced', 'cut'])
      expect(seen.get(what)).toBeGreaterThan(5);
  });

  it('are the mirror when the runs change places', () => {
    type Row = readonly [id: string, ...words: string[]];
    const rowsOf = (found: Changes, sideOf: (side: Side) => Side) =>
      found.cases
        .map((one): Row => {
          const words = one.happened.map(
            ({ what, in: side, label }) => `${what} in ${sideOf(side)} ${label}`,
          );
          return [one.caseId, ...words];
        })
        .sort();
    fc.assert(
      fc.property(twoRuns, ({ a, b, name }) => {
        const back = changes(b, a, name);
        // Both failed: each of them is told, the first run first.
        const both = (id: string) => [a, b].every((run) => resultsOf(run, id).status === 'error');
        const without = (rows: readonly Row[]) => rows.filter(([id]) => !both(id));
        const turned = rowsOf(back, (side) => (side === 'a' ? 'b' : 'a'));
        expect(without(rowsOf(changes(a, b, name), (side) => side))).toEqual(without(turned));
      }),
      { numRuns: 500 },
    );
  });

  it('have transitions whose rows and columns add up to what each run gives by itself', () => {
    fc.assert(
      fc.property(twoRuns, ({ a, b, name }) => {
        const { transitions, k, unit } = changes(a, b, name);
        const slices = ['all', ...new Set(a.cases.map(({ kind }) => kind))];
        expect(transitions.map(({ slice }) => slice).sort()).toEqual(slices.sort());
        for (const { slice, n, from } of transitions) {
          const items = a.cases.filter(({ kind }) => slice === 'all' || kind === slice);
          const [inA, inB] = [a, b].map((run) => items.flatMap((item) => naiveReaches(item, run, k, unit)));
          expect(n).toBe(inA!.length);
          for (const reach of REACHES) {
            const row = REACHES.reduce((sum, to) => sum + from[reach][to], 0);
            const column = REACHES.reduce((sum, there) => sum + from[there][reach], 0);
            expect(row).toBe(inA!.filter((one) => one === reach).length);
            expect(column).toBe(inB!.filter((one) => one === reach).length);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

function checkWord(what: string, one: LabelChange, side: Side, hits: readonly Hit[], { k, unit }: Changes) {
  const { pageRank, chunkRank } = naiveRanks(one, hits);
  const rank = unit === 'page' ? pageRank : chunkRank;
  if (what === 'not retrieved') expect(rank).toBeNull();
  if (what === 'below k') expect(rank).toBeGreaterThan(k);
  if (what === 'lower') expect(rank).toBeLessThanOrEqual(k);
  if (what === 'unjudged') expect(one.movedBy.some(({ grade }) => grade === null)).toBe(true);
  if (what === 'displaced') expect(one.movedBy.some(({ grade }) => grade !== null)).toBe(true);
  if (what === 'crowded') expect(new Set(hits.map((hit) => hit.docId)).size).toBeLessThan(hits.length);
  if (what === 'tie') {
    const scores = hits.map(({ score }) => score);
    expect(new Set(scores).size).toBeLessThan(scores.length);
  }
  if (what === 'partly') expect(naiveHeld(one, hits.slice(0, k))).toBeGreaterThan(0);
  if (what === 'cut' && unit === 'chunk') {
    const other = side === 'a' ? one.b : one.a;
    expect(one[side].pieces.every(({ share }) => share < 1)).toBe(true);
    expect(other.reach).not.toBe('failed');
  }
}

/** How far each need of a case came in one run: the best of its labels. */
function naiveReaches(item: Case, run: Run, k: number, unit: Changes['unit']): readonly string[] {
  const relevant = item.labels.map((one, i) => ({ one, i })).filter(({ one }) => one.grade >= 1);
  const keyOf = ({ one, i }: (typeof relevant)[number]) =>
    one.need !== undefined ? `need ${one.need}` : unit === 'page' ? `page ${one.doc}` : `label ${i}`;
  const { status, hits } = resultsOf(run, item.id);
  return [...new Set(relevant.map(keyOf))].map((key) => {
    if (status === 'error') return 'failed';
    const ranks = relevant
      .filter((entry) => keyOf(entry) === key)
      .map(({ one }) => naiveRanks(one as LabelChange, hits)[unit === 'page' ? 'pageRank' : 'chunkRank'])
      .filter((rank) => rank !== null);
    if (ranks.length === 0) return 'not retrieved';
    return Math.min(...ranks) <= k ? 'in the top k' : 'below k';
  });
}
