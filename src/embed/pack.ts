import type { Tokenizer } from './tokens.js';

/** Texts that go in one request, and their places among all. */
export type Batch = { readonly places: readonly number[]; readonly texts: readonly string[] };

export type BatchLimits = { readonly texts: number; readonly tokens: number };

/** All in one batch, where that is sure to fit without counting: a token is at least one byte. Else null. */
export function oneBatch(texts: readonly string[], limits: BatchLimits): readonly Batch[] | null {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (texts.length > limits.texts || bytes > limits.tokens) return null;
  return texts.length === 0 ? [] : [batchOf(texts, [...texts.keys()])];
}

/** Batches in the order of the texts, each as large as the limits allow. Counted as they are taken, so that the first goes out early. */
export function* pack(
  texts: readonly string[],
  limits: BatchLimits,
  tokenizer: Tokenizer,
): Generator<Batch, void> {
  let places: number[] = [];
  let tokens = 0;
  for (const [place, text] of texts.entries()) {
    const more = tokenizer.count(text);
    if (places.length > 0 && (places.length >= limits.texts || tokens + more > limits.tokens)) {
      yield batchOf(texts, places);
      [places, tokens] = [[], 0];
    }
    places.push(place);
    tokens += more;
  }
  if (places.length > 0) yield batchOf(texts, places);
}

function batchOf(texts: readonly string[], places: readonly number[]): Batch {
  return { places, texts: places.map((place) => texts[place]!) };
}

/** A batch in two. */
export function halves({ places, texts }: Batch): readonly Batch[] {
  const middle = Math.ceil(places.length / 2);
  return [
    { places: places.slice(0, middle), texts: texts.slice(0, middle) },
    { places: places.slice(middle), texts: texts.slice(middle) },
  ];
}

/**
 * Does work for each item, some at a time. After a failure nothing new is begun, but what is under way is waited for: it may have been
 * paid for. Then the first failure is thrown.
 */
export async function someAtATime<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async () => {
    while (failures.length === 0) {
      const next = queue.next();
      if (next.done === true) return;
      await work(next.value).catch((thrown) => failures.push(thrown));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
}
