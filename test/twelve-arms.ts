import {
  bm25,
  cached,
  type Embedder,
  experiment,
  fixedTokens,
  grid,
  hashing,
  headings,
  hybrid,
  type RetrieverSpec,
  recursive,
  vector,
} from 'retrieval-lab';

/** The same with a pause in each search, so that a process that is killed is mostly in one. */
function slow(spec: RetrieverSpec, name = spec.name): RetrieverSpec {
  return {
    ...spec,
    name,
    build: async (chunks) => {
      const { search, ...inner } = await spec.build(chunks);
      return {
        ...inner,
        search: async (query, depth) => {
          await new Promise((resolve) => setTimeout(resolve, 2));
          return search(query, depth);
        },
      };
    },
  };
}

const dense = (embedder: Embedder) => vector({ embedder });

/** Three chunkers by four retrievers over node-http; embeddings go to the file that the environment names. */
export default experiment({
  title: 'Twelve arms',
  question: 'Does a sweep that is killed come to the same?',
  dataset: 'node-http',
  arms: grid({
    chunker: [headings(), recursive({ tokens: 200 }), fixedTokens({ tokens: 150, overlap: 30 })],
    embedder: [cached(hashing({ dimensions: 64 }), process.env['EMBEDDINGS'])],
    retriever: [
      slow(bm25()),
      slow(bm25({ k1: 0.9, b: 0.4 }), 'bm25 flat'),
      (embedder) => slow(dense(embedder)),
      (embedder) => slow(hybrid([bm25(), dense(embedder)])),
    ],
  }),
  baseline: 'headings · bm25',
  k: 5,
  depth: 20,
  primary: 'recall@5',
  metrics: ['span_recall@500tok,rel=2', 'ndcg@10'],
});
