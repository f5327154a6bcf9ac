import { bm25, experiment, grid, recursive } from 'retrieval-lab';

export default experiment({
  title: 'Overlap between chunks',
  question:
    'Do windows that share a quarter or a half with their neighbours hold more of the passages that answer a question, within 2,000 tokens of context?',
  expected:
    'No: what stands in two windows is read twice, and a budget of tokens has no room for that. Overlap should help only where it mends passages that a boundary cut.',
  dataset: 'node-http',
  arms: grid({
    chunker: [
      recursive({ tokens: 200 }),
      recursive({ tokens: 200, overlap: 50 }),
      recursive({ tokens: 200, overlap: 100 }),
      recursive({ tokens: 400 }),
      recursive({ tokens: 400, overlap: 100 }),
      recursive({ tokens: 400, overlap: 200 }),
    ],
    retriever: [bm25()],
  }),
  baseline: ['recursive 200 · bm25', 'recursive 400 · bm25'],
  k: 5,
  depth: 50,
  primary: 'span_recall@2000tok,rel=2',
  metrics: ['span_precision@2000tok,rel=2', 'chunk_recall@5,rel=2', 'recall@5'],
});
