import { bm25, experiment, grid, headings, recursive } from 'retrieval-lab';

export default experiment({
  title: 'Chunk sizes at an equal token budget',
  question:
    'Within 2,000 tokens of context, do sections of Node HTTP documentation hold more of the passages that answer a question than windows of one size do?',
  dataset: 'node-http',
  arms: grid({
    chunker: [
      headings(),
      recursive({ tokens: 100 }),
      recursive({ tokens: 200 }),
      recursive({ tokens: 400 }),
      recursive({ tokens: 800 }),
    ],
    retriever: [bm25()],
  }),
  baseline: 'headings · bm25',
  k: 5,
  depth: 50,
  primary: 'span_recall@2000tok,rel=2',
  metrics: ['span_precision@2000tok,rel=2', 'chunk_recall@5,rel=2', 'precision_omega,rel=2', 'recall@5'],
});
