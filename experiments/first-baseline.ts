import { bm25, experiment, headings, wholePages } from 'retrieval-lab';

export default experiment({
  title: 'First baseline: whole pages or sections?',
  question:
    'Does BM25 find the pages that answer a question about Node HTTP libraries better over their sections than over whole pages?',
  dataset: 'node-http',
  arms: [
    { name: 'pages', chunker: wholePages(), retriever: bm25() },
    { name: 'sections', chunker: headings(), retriever: bm25() },
  ],
  baseline: 'pages',
  k: 5,
  depth: 20,
  primary: 'recall@5',
});
