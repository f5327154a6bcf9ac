import { bm25, experiment, grid, headings, recursive, withHeaders } from 'retrieval-lab';

export default experiment({
  title: 'Page title and headings before the text of a chunk',
  question:
    'Does BM25 find the pages that answer a question better if each chunk is indexed with its page title and heading path before it?',
  expected:
    'Yes, most for small windows, which have lost their headings; sections begin with their own heading and lack only those above it.',
  dataset: 'node-http',
  arms: grid({
    chunker: [
      recursive({ tokens: 200 }),
      withHeaders(recursive({ tokens: 200 })),
      headings(),
      withHeaders(headings()),
    ],
    retriever: [bm25()],
  }),
  baseline: ['recursive 200 · bm25', 'headings · bm25'],
  k: 5,
  depth: 50,
  primary: 'recall@5',
  metrics: ['span_recall@2000tok,rel=2', 'ndcg@10'],
});
