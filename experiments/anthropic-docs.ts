import { bm25, cached, experiment, grid, hybrid, recursive, useLite, vector } from 'retrieval-lab';

/**
 * The set is of anthropic-cookbook (MIT) and not shipped with this project: put it into a folder in BEIR's layout, and its path into
 * ANTHROPIC_DOCS. Some of its sections are of 100,000 characters, which no such model reads, so they are cut.
 */
export default experiment({
  title: 'Keyword, vector and hybrid over sections of documentation',
  question:
    'Over the sections of documentation of anthropic-docs, does Universal Sentence Encoder lite, alone or fused with BM25, find what answers a question better than BM25 does?',
  expected:
    'No: it is a small model of 2018, made for sentences. That it loses would be a finding about this model, and none about dense retrieval.',
  dataset: process.env['ANTHROPIC_DOCS'] ?? 'datasets/anthropic-docs',
  arms: grid({
    chunker: [recursive({ tokens: 200 })],
    embedder: [cached(useLite())],
    retriever: [
      bm25(),
      (embedder) => vector({ embedder }),
      (embedder) => hybrid([bm25(), vector({ embedder })]),
    ],
  }),
  baseline: 'recursive 200 · bm25',
  k: 5,
  depth: 50,
  primary: 'recall@5',
  metrics: ['recall@10', 'recall@20'],
});
