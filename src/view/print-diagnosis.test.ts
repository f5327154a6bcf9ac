import { describe, expect, it } from 'vitest';
import { qaAsCases } from '../dataset/qa-cases.js';
import { diagnoseAll } from '../diagnose/diagnose-all.js';
import { evaluate } from '../measure/evaluate.js';
import type { RagAnswer } from '../store/rag-answer.js';
import type { Case, Hit, QaCase } from '../types.js';
import { diagnosisText } from './print-diagnosis.js';

const hit = (docId: string, start: number, end: number): Hit => ({
  chunkId: `${docId}#${start}`,
  docId,
  score: 1,
  start,
  end,
});
const HITS: Readonly<Record<string, readonly Hit[]>> = {
  'cut one': [hit('b', 0, 9), hit('a', 0, 15)],
  'found one': [hit('a', 0, 30)],
  'lost one': [hit('b', 0, 9)],
};
const CASES: readonly Case[] = Object.keys(HITS).map((query, i) => ({
  id: `c-${i + 1}`,
  query,
  kind: 'semantic',
  labels: [{ doc: 'a', grade: 2, start: 10, end: 20 }],
  fields: {},
}));
const retriever = {
  name: 'table',
  search: (query: string) => HITS[query] ?? Promise.reject(new Error('down')),
};
const down: Case = { ...CASES[0]!, id: 'c-4', query: 'down' };

describe('the text of a diagnosis', () => {
  it('says every count with its context and n, an example, what moves and what to try', async () => {
    const run = await evaluate(retriever, [...CASES, down], { name: 'first try' });
    const found = diagnoseAll([...CASES, down], run, { contexts: [{ chunks: 1 }, { chunks: 2 }] });
    expect(diagnosisText(found)).toBe(`first try (table), 20 chunks retrieved for each query
A case is where the worst of its needs is; of alternatives the best counts; labels of grade 2 count,
or of grade 1 where a case has none of 2.
3 of 3 needs have a labelled passage, which is in the context where all of it is.

Context of 1 chunk, 20 retrieved: 3 cases, 3 needs
where            cases  share  needs  meaning
───────────────  ─────  ─────  ─────  ─────────────────────────────────────────────
retrieval            1   33 %      1  no chunk of the page is among the hits
ranking              1   33 %      1  the page is among the hits, after the context
reached context      1   33 %      1  in the context; no answer was checked
e.g. retrieval: c-3 "lost one"
    no chunk of a is among the 1 hits
e.g. ranking: c-1 "cut one"
    a comes first at hit 2, after the context of 1 chunk
e.g. reached context: c-2 "found one"
    a 10–20 is in the context at hit 1; no answer is recorded

Context of 2 chunks, 20 retrieved: 3 cases, 3 needs
where            cases  share  needs  meaning
───────────────  ─────  ─────  ─────  ─────────────────────────────────────────────────
retrieval            1   33 %      1  no chunk of the page is among the hits
cut                  1   33 %      1  the context holds a part of it, or ends before it
reached context      1   33 %      1  in the context; no answer was checked
e.g. retrieval: c-3 "lost one"
    no chunk of a is among the 1 hits
e.g. cut: c-1 "cut one"
    the context holds 50 % of a 10–20; the further hits hold no more of it
e.g. reached context: c-2 "found one"
    a 10–20 is in the context at hit 1; no answer is recorded

From 1 chunk to 2 chunks: 1 of 3 cases move (rows: where they are with 1 chunk, columns: with 2
chunks)
                 retrieval  ranking  cut  reached context
───────────────  ─────────  ───────  ───  ───────────────
retrieval                1        0    0                0
ranking                  0        0    1                0
cut                      0        0    0                0
reached context          0        0    0                1
  c-1: ranking -> cut  "cut one"

The first knob to turn
    retrieval: no larger context helps: try another retriever, a rewritten query, or more in the
    indexed texts (headings, titles)
    ranking: the page is found too low: try a larger context or a reranker
    cut: the passage is cut: try other boundaries, some overlap, or larger chunks; under a budget, a
    larger one

Failed, not counted: c-4 error: down`);
  });

  it('scores unanswerable questions apart, and says how many answers could be checked', async () => {
    const question = (id: string, citations: readonly string[]): QaCase => ({
      id,
      question: 'found one',
      answer: null,
      citations,
      unanswerable: citations.length === 0,
      fields: {},
    });
    const items = [question('q-1', ['a', 'b']), question('q-2', []), question('q-3', [])];
    const answer = (questionId: string, status: RagAnswer['status']): RagAnswer => ({
      ...{ questionId, question: 'found one', runId: null, context: { chunks: 6 }, model: 'm', server: 's' },
      ...{ prompt: 'p', digest: questionId, status, message: 'slow', hits: [], contextIds: [], answer: '' },
      citations: [{ doc: 'a', quote: 'x', inContext: true, quoteFound: true }],
      ...{ raw: null, usage: null, dollars: null, latencyMs: null, askedAt: '' },
    });
    const run = await evaluate(retriever, qaAsCases(items), { name: 'r' });
    const all = [answer('q-1', 'ok'), answer('q-2', 'abstained'), answer('q-3', 'ok')];
    const text = (answers: readonly RagAnswer[]) => diagnosisText(diagnoseAll(items, run, { answers }));
    expect(text(all)).toContain(`e.g. ok: q-1 "found one"
    the answer cites a, which is in the context at hit 1
All cited pages are in the context for 0 of 1
Answers that could be checked: 1 of 1
Unanswerable questions that the model left unanswered: 1 of 2; others: q-3 (ok)`);
    expect(text([answer('q-1', 'timeout')])).toContain('\nNo answer: q-1 timeout: slow\n');
    expect(text([])).toContain('\n\nUnanswerable, left out: q-2, q-3');
  });

  it('fits a hundred columns and shows no control character, whatever the texts hold', async () => {
    const nasty = 'wrap \u001b[31m\u202e me '.repeat(30);
    const cases = CASES.map((item) => ({ ...item, id: `${item.id}\u001b`, query: nasty }));
    const run = await evaluate({ name: 'r', search: () => HITS['cut one']! }, cases);
    const text = diagnosisText(diagnoseAll(cases, run, { contexts: [{ chunks: 1 }, { chunks: 2 }] }));
    for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(100);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
