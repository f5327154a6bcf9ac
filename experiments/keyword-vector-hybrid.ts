import { bm25, cached, experiment, grid, hybrid, recursive, useLite, vector } from 'retrieval-lab';

export default experiment({
  title: 'Keyword, vector and hybrid with a small model of 2018',
  question:
    'Does a vector arm with Universal Sentence Encoder lite, alone or fused with BM25, find the pages that answer a question better than BM25 does?',
  expected:
    'No: the model is of 2018, was made for sentences, and knows little of code and configuration. It may help the questions that share no word with their page. That it loses would be a finding about this model, and none about dense retrieval.',
  dataset: 'node-http',
  arms: grid({
    chunker: [recursive({ tokens: 200 })],
    embedder: [cached(useLite())],
    retriever: [
      bm25(),
      (embedder) => vector({ embedder }),
      (embedder) => hybrid([bm25(), vector({ embedder })]),
      (embedder) =>
        hybrid([bm25(), vector({ embedder })], {
          weights: [3, 1],
          name: 'hybrid rrf 3 to 1 (bm25 + use-lite)',
        }),
    ],
  }),
  baseline: 'recursive 200 · bm25',
  k: 5,
  depth: 50,
  primary: 'recall@5',
  metrics: ['recall@10', 'recall@20', 'span_recall@2000tok,rel=2'],
});
