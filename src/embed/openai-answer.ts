import type { Batch } from './pack.js';
import { quoted } from './quoted.js';
import { floatsOf, unit, vectorProblem } from './vectors.js';

/** The good vectors of an answer, and what is wrong with it. */
export type ReadAnswer = {
  readonly places: readonly number[];
  readonly vectors: readonly Float32Array[];
  /** As the server counted them; null where it did not. */
  readonly tokens: number | null;
  /** As the end of a sentence about the server; null where all is well. */
  readonly problem: string | null;
};

type Row = { readonly index?: unknown; readonly embedding?: unknown };

/** Reads what came for a batch. Vectors are told apart by their `index`, whatever their order; `dimensions` null takes the first's. */
export function readAnswer(answer: unknown, batch: Batch, dimensions: number | null): ReadAnswer {
  const rows = rowsOf(answer);
  if (rows === null)
    return nothing(
      'answered no list of embeddings, wanted one; check that baseURL ends where /embeddings begins',
    );
  const byIndex = inPlaces(rows, batch.texts.length);
  const wanted = dimensions ?? decoded(byIndex.find((row) => row !== undefined))?.length ?? 0;
  const places: number[] = [];
  const vectors: Float32Array[] = [];
  const problems: string[] = [];
  byIndex.forEach((row, i) => {
    const vector = decoded(row);
    const problem = vector === null ? null : vectorProblem(vector, wanted);
    if (vector === null) problems.push(`answered no vector for ${quoted(batch.texts[i]!)}`);
    else if (problem !== null)
      problems.push(`answered for ${quoted(batch.texts[i]!)} a vector with ${problem}`);
    else {
      places.push(batch.places[i]!);
      vectors.push(unit(vector));
    }
  });
  return { places, vectors, tokens: tokensOf(answer), problem: summed(problems, batch.texts.length) };
}

function nothing(problem: string): ReadAnswer {
  return { places: [], vectors: [], tokens: null, problem };
}

function summed(problems: readonly string[], all: number): string | null {
  if (problems.length === 0) return null;
  const count = `${problems.length} of the ${all} vectors of an answer cannot be used`;
  return `${problems[0]} (${count}; the others are kept), wanted one good vector for each text; check model and dimensions, then try again`;
}

function rowsOf(answer: unknown): readonly Row[] | null {
  const data = (answer as { readonly data?: unknown } | null)?.data;
  return Array.isArray(data) ? data : null;
}

/** Servers that leave `index` out answer in order; that can be trusted only where none is missing. */
function inPlaces(rows: readonly Row[], length: number): readonly (Row | undefined)[] {
  const placed: (Row | undefined)[] = new Array(length).fill(undefined);
  if (rows.length === length && rows.every((row) => row?.index === undefined)) return rows;
  const twice = new Set<number>();
  for (const row of rows) {
    const index = row?.index;
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= length) continue;
    if (placed[index] !== undefined) twice.add(index);
    placed[index] = row;
  }
  // Which of two is meant nobody can say.
  for (const index of twice) placed[index] = undefined;
  return placed;
}

/** Base64 of little-endian float32, or the numbers themselves from servers that do not know `encoding_format`. */
function decoded(row: Row | undefined): ArrayLike<number> | null {
  const embedding = row?.embedding;
  if (Array.isArray(embedding))
    return embedding.map((value) => (typeof value === 'number' ? value : Number.NaN));
  if (typeof embedding !== 'string') return null;
  return floatsOf(Buffer.from(embedding, 'base64'));
}

function tokensOf(answer: unknown): number | null {
  const usage = (answer as { readonly usage?: Readonly<Record<string, unknown>> }).usage;
  const tokens = usage?.['total_tokens'] ?? usage?.['prompt_tokens'];
  // Some servers fill in 0 for what they do not count.
  return typeof tokens === 'number' && tokens > 0 ? tokens : null;
}
