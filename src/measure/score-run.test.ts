import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/examples.js';
import type { TieRule } from '../files/order.js';
import { readQrels } from '../files/read-qrels.js';
import type { Judged, Metric } from '../types.js';
import { judgedPages } from './judged.js';
import { metricsOf, ownMetric } from './own-metric.js';
import { metric } from './registry.js';
import { scoreRun } from './score-run.js';

const folder = temporaryFolder();

/** Metrics of one's own that read what the built-in ones do not: the ids, their order, and the needs. */
function lastPage({ pages }: Judged): number {
  return pages.length === 0 ? -1 : (pages.at(-1)!.codePointAt(0) ?? 0) + pages.at(-1)!.length / 1000;
}
function fingerprint({ pages, needs, retrieved }: Judged): number {
  const text = [...pages, '|', ...needs.flatMap((need) => [...need]), retrieved].join(' ');
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) % 1_000_003;
  return sum;
}

const METRICS: readonly Metric[] = metricsOf([
  ...['ndcg@3', 'ndcg', 'map', 'mrr', 'recall@2', 'precision@2', 'bpref', 'rprec', 'judged@3', 'num_ret'],
  ...['num_rel_ret', 'iprec@0.5', 'recall@2,rel=2', 'ndcg_exp@4', 'rbp(0.8)', 'f1@3'],
  ownMetric(lastPage),
  ownMetric(fingerprint),
]);

type Hit = { readonly topic: string; readonly doc: string; readonly rank: number; readonly score: string };
type Grades = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** By strings and definitions: split, a Map, a sort. Byte order is that of buffers. */
function naive(text: string, qrels: Grades, ties: TieRule, depth = Number.POSITIVE_INFINITY) {
  const topics = new Map<string, Hit[]>();
  for (const line of text.split('\n')) {
    const [topic, , doc, rank, score] = line.split(/[ \t]+/).filter((field) => field !== '');
    if (topic === undefined) continue;
    topics.set(topic, topics.get(topic) ?? []);
    topics.get(topic)!.push({ topic, doc: doc!, rank: Number(rank), score: score! });
  }
  const byRule = (a: Hit, b: Hit) =>
    ties === 'rank' ? a.rank - b.rank : Buffer.compare(Buffer.from(b.doc), Buffer.from(a.doc));
  return [...qrels].map(([topic, grades]) => {
    const hits = [...(topics.get(topic) ?? [])].sort(
      (a, b) => Number(b.score) - Number(a.score) || byRule(a, b),
    );
    const needs = [...grades].filter(([, grade]) => grade > 0).map(([doc]) => new Set([doc]));
    return judgedPages(hits.map(({ doc }) => doc).slice(0, depth), grades, needs);
  });
}

const DOCS = [
  'd1',
  'd10',
  'd2',
  'D2',
  '007',
  '7',
  'é',
  'ﬁ',
  '\u{1F600}',
  '\u{1F600}a',
  '文',
  '__proto__',
  'x'.repeat(300),
];
const TOPICS = ['1', '01', 'q\u{1F600}', 'constructor', '文'];
const SCORES = [
  '0',
  '-0',
  '1',
  '1.0',
  '1e0',
  '2.5',
  '-3',
  '0.1234567890123456',
  '0.12345678901234567',
  '1e-400',
  '7e22',
];

const hitsOfTopic = (topic: string) =>
  fc
    .uniqueArray(fc.constantFrom(...DOCS), { minLength: 1 })
    .chain((docs) =>
      fc
        .tuple(
          fc.array(fc.constantFrom(...SCORES), { minLength: docs.length, maxLength: docs.length }),
          fc.uniqueArray(fc.nat(40), { minLength: docs.length, maxLength: docs.length }),
        )
        .map(([scores, ranks]): readonly Hit[] =>
          docs.map((doc, i) => ({ topic, doc, score: scores[i]!, rank: ranks[i]! })),
        ),
    );

const runs = fc
  .subarray(TOPICS, { minLength: 1 })
  .chain((topics) => fc.tuple(...topics.map(hitsOfTopic)))
  .map((parts) => parts.flat());

const labels: fc.Arbitrary<Grades> = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom(...TOPICS, 'none'), fc.constantFrom(...DOCS), fc.integer({ min: -1, max: 3 })),
    {
      minLength: 1,
      selector: ([topic, doc]) => `${topic} ${doc}`,
    },
  )
  .map((rows) => {
    const qrels = new Map<string, Map<string, number>>();
    for (const [topic, doc, grade] of rows)
      qrels.set(topic, (qrels.get(topic) ?? new Map<string, number>()).set(doc, grade));
    return qrels;
  });

const gaps = fc.array(fc.constantFrom(' ', '\t', '  ', ' \t '), { minLength: 6, maxLength: 6 });
const options = fc.record({
  ties: fc.constantFrom<TieRule>('rank', 'docid'),
  depth: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
});

let made = 0;
async function values(text: string, qrels: Grades, ties: TieRule, depth?: number) {
  const file = `${folder}/run-${made++}`;
  fs.writeFileSync(file, text);
  const scores = await scoreRun(file, qrels, {
    metrics: METRICS,
    ties,
    ...(depth === undefined ? {} : { depth }),
  });
  fs.rmSync(file);
  return scores;
}

function expected(judged: readonly Judged[]): ReadonlyMap<string, Float64Array> {
  return new Map(METRICS.map((one) => [one.name, Float64Array.from(judged, (each) => one.value(each))]));
}

const lineOf = ({ topic, doc, rank, score }: Hit, gap: readonly string[]) =>
  `${gap[0]!.slice(1)}${topic}${gap[1]}Q0${gap[2]}${doc}${gap[3]}${rank}${gap[4]}${score}${gap[5]}tag`;

describe('scores of a run file are those of its definition', () => {
  test('with topics together or scattered, any spacing, equal scores, any ranks, cut or not', () =>
    fc.assert(
      fc.asyncProperty(
        runs,
        labels,
        gaps,
        options,
        fc.infiniteStream(fc.nat()),
        async (hits, qrels, gap, { ties, depth }, keys) => {
          const lines = hits.map((hit) => lineOf(hit, gap));
          const orders = [
            lines,
            lines
              .map((line) => [keys.next().value, line] as const)
              .sort(([a], [b]) => a - b)
              .map(([, line]) => line),
          ];
          for (const order of orders) {
            const text = order.join('\n');
            const scores = await values(text, qrels, ties, depth);
            expect(scores.values).toEqual(expected(naive(text, qrels, ties, depth)));
            const inRun = new Set(hits.map(({ topic }) => topic));
            expect(scores.missing).toEqual([...qrels.keys()].filter((topic) => !inRun.has(topic)));
            expect([...scores.unlabelled].sort()).toEqual(
              [...inRun].filter((topic) => !qrels.has(topic)).sort(),
            );
          }
        },
      ),
      { numRuns: 60 },
    ));

  test('whether the file is TREC, CSV, TSV, JSON, JSON lines of hits, or of topics', () =>
    fc.assert(
      fc.asyncProperty(runs, labels, options, async (hits, qrels, { ties, depth }) => {
        // In the order of ranks, which a JSON table has none of.
        const sorted = [...hits].sort((a, b) => a.rank - b.rank);
        const text = sorted.map((hit) => lineOf(hit, Array(6).fill(' '))).join('\n');
        const wanted = expected(naive(text, qrels, ties, depth));
        for (const [kind, written] of Object.entries(renderings(sorted)))
          expect((await values(written, qrels, ties, depth)).values, kind).toEqual(wanted);
      }),
      { numRuns: 40 },
    ));

  test('whether the labels are TREC, BEIR, CSV, JSON or cases', () =>
    fc.assert(
      fc.asyncProperty(labels, async (qrels) => {
        const rows = [...qrels].flatMap(([topic, grades]) =>
          [...grades].map(([doc, grade]) => [topic, doc, grade] as const),
        );
        const table = (gap: string) => rows.map((row) => row.join(gap)).join('\n');
        const files = {
          trec: rows.map(([topic, doc, grade]) => `${topic} 0 ${doc} ${grade}`).join('\n'),
          beir: `query-id\tcorpus-id\tscore\n${table('\t')}`,
          bare: table('\t'),
          csv: `topic,doc,grade\n${table(',')}`,
          json: jsonTable([...qrels].map(([topic, grades]) => [topic, [...grades]])),
          cases: [...qrels]
            .map(([id, grades]) => ({
              id,
              query: 'x',
              relevant: [...grades].map(([doc, grade]) => ({ doc, grade })),
            }))
            .map((one) => JSON.stringify(one))
            .join('\n'),
        };
        for (const [kind, text] of Object.entries(files)) {
          const file = `${folder}/qrels-${made++}`;
          fs.writeFileSync(file, text);
          expect(
            [...(await readQrels(file))].map(([topic, grades]) => [topic, [...grades]]),
            kind,
          ).toEqual([...qrels].map(([topic, grades]) => [topic, [...grades]]));
          fs.rmSync(file);
        }
      }),
      { numRuns: 40 },
    ));
});

/** Written by hand: an object would put keys that are whole numbers first, and take `__proto__` for something else. */
function jsonTable(
  topics: readonly (readonly [string, readonly (readonly [string, number | string])[]])[],
): string {
  const object = (entries: readonly string[]) => `{${entries.join(', ')}}`;
  return object(
    topics.map(
      ([topic, docs]) =>
        `${JSON.stringify(topic)}: ${object(docs.map(([doc, value]) => `${JSON.stringify(doc)}: ${value}`))}`,
    ),
  );
}

function renderings(hits: readonly Hit[]): Readonly<Record<string, string>> {
  const topics = [...new Set(hits.map(({ topic }) => topic))];
  const of = (topic: string) => hits.filter((hit) => hit.topic === topic);
  const table = (gap: string) =>
    ['rank', 'topic', 'score', 'doc'].join(gap) +
    hits.map(({ topic, doc, rank, score }) => `\r\n${[rank, topic, score, doc].join(gap)}`).join('');
  const row = ({ doc, score }: Hit) => `"docId": ${JSON.stringify(doc)}, "score": ${score}`;
  return {
    csv: table(','),
    tsv: table('\t'),
    json: jsonTable(topics.map((topic) => [topic, of(topic).map(({ doc, score }) => [doc, score])])),
    hits: hits
      .map((hit) => `{"qid": ${JSON.stringify(hit.topic)}, ${row(hit)}, "rank": ${hit.rank}}`)
      .join('\n'),
    topics: topics
      .map(
        (topic) => `{"id": ${JSON.stringify(topic)}, "hits": [${of(topic).map((hit) => `{${row(hit)}}`)}]}`,
      )
      .join('\n'),
  };
}

describe('what was odd about a run is counted', () => {
  const qrels: Grades = new Map([['q', new Map([['a', 1]])]]);
  const facts = async (text: string, depth?: number) => (await values(text, qrels, 'rank', depth)).found;

  test('ties above the cut or across it, none below', async () => {
    const text = 'q Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 c 3 2 t\n';
    expect((await facts(text)).tied).toBe(1);
    expect((await facts(text, 2)).tied).toBe(1);
    expect((await facts(text, 1)).tied).toBe(0);
  });

  test('the longest ranking, the tag of the first line', async () => {
    const scores = await values('q Q0 a 1 3 one\nq Q0 b 2 2 two\n', qrels, 'rank');
    expect([scores.found.longest, scores.tag]).toEqual([2, 'one']);
  });

  test('an own metric that returns no number is refused by name', async () => {
    const file = `${folder}/own`;
    fs.writeFileSync(file, 'q Q0 a 1 1 t\n');
    const metrics = [
      metric('mrr'),
      ownMetric(function strange({ pages }) {
        return pages.length / 0;
      }),
    ];
    await expect(scoreRun(file, qrels, { metrics, ties: 'rank' })).rejects.toThrow(
      'metric "strange" returned Infinity, wanted a finite number; mend it and run again',
    );
  });
});
