import { indexedTexts } from '../chunk/indexed-texts.js';
import { LabError } from '../errors.js';
import type { Chunk, Embedder, OnProgress } from '../types.js';
import type { Vectors } from './exact-search.js';

/** Texts that are embedded at a time: their vectors are held twice. */
const BATCH = 2048;
/** What rounding to 32 bits leaves of unit length; anything further off is brought to it. */
const UNIT = 1e-6;

/** Embeds what is indexed for the chunks, as documents, into one array. */
export async function embeddedChunks(
  where: string,
  chunks: readonly Chunk[],
  embedder: Embedder,
  onProgress?: OnProgress,
): Promise<Vectors> {
  const { texts, owners } = indexedTexts(chunks);
  const { dimensions } = embedder;
  const values = new Float32Array(texts.length * dimensions);
  for (let from = 0; from < texts.length; from += BATCH) {
    const some = texts.slice(from, from + BATCH);
    const vectors = await embeddedTexts(where, some, embedder, (done) =>
      onProgress?.(from + done, texts.length),
    );
    vectors.forEach((vector, i) => {
      values.set(vector, (from + i) * dimensions);
    });
    onProgress?.(from + some.length, texts.length);
  }
  return { dimensions, values, owners };
}

/** Some documents' vectors, checked and of unit length. */
export async function embeddedTexts(
  where: string,
  texts: readonly string[],
  embedder: Embedder,
  onProgress?: OnProgress,
): Promise<readonly Float64Array[]> {
  const vectors = await embedder.embed(texts, 'document', onProgress);
  checkCount(where, embedder, vectors, texts.length);
  return vectors.map((vector, i) => unitVector(where, embedder, vector, texts[i]!));
}

export async function embeddedQuery(where: string, query: string, embedder: Embedder): Promise<Float64Array> {
  const vectors = await embedder.embed([query], 'query');
  checkCount(where, embedder, vectors, 1);
  return unitVector(where, embedder, vectors[0]!, query);
}

function checkCount(where: string, { name }: Embedder, vectors: readonly unknown[], wanted: number): void {
  if (vectors.length !== wanted)
    throw new LabError(
      `${where}: the embedder "${name}" gave ${vectors.length} vectors for ${wanted} texts, wanted one for each; correct its embed()`,
    );
}

/** A text without any known word may have the zero vector: its cosine with anything is 0 here. */
function unitVector(where: string, { name, dimensions }: Embedder, vector: Float32Array, text: string) {
  const say = (found: string, wanted: string) => {
    throw new LabError(
      `${where}: the embedder "${name}" gave ${found} for ${JSON.stringify(shortened(text))}, wanted ${wanted}; correct its embed() or its dimensions`,
    );
  };
  if (vector.length !== dimensions) say(`${vector.length} numbers`, `its ${dimensions} dimensions`);
  let squares = 0;
  for (let i = 0; i < dimensions; i++) squares += vector[i]! * vector[i]!;
  const norm = Math.sqrt(squares);
  if (!Number.isFinite(norm)) say('a vector that is not finite', 'finite numbers');
  const unit = Float64Array.from(vector);
  if (norm > 0 && Math.abs(norm - 1) > UNIT) for (let i = 0; i < dimensions; i++) unit[i]! /= norm;
  return unit;
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}
