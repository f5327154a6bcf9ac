import { cacheOf, embeddingCosts, innermost } from '../embed/embedding-costs.js';
import { batchedOf } from '../embed/plain-batches.js';
import type { Embedder, EmbeddingCosts, EmbedRole } from '../types.js';

/** What embedding some texts takes, and how much of it is done already. */
export type EmbeddingEstimate = {
  /** Distinct ones, with their tokens and price whoever pays. */
  readonly whole: EmbeddingCosts;
  /** Of the distinct texts, those in the cache; null where the embedder has none. */
  readonly cached: number | null;
  /** What would be embedded now: what the cache lacks; without a cache every text each time it is asked for, at the most: arms may share an index. */
  readonly left: Omit<EmbeddingCosts, 'exact'>;
  /** Distinct texts that the embedder would refuse as too long; they are in no other number here. */
  readonly refused: number;
};

/** Texts as one embedder is given them: `times` where it has no cache. */
export type Asked = {
  readonly embedder: Embedder;
  readonly role: EmbedRole;
  readonly texts: readonly string[];
  readonly times: number;
};

/** Counts and looks up; asks no server and writes nothing. */
export async function estimateEmbedding({ embedder, role, texts, times }: Asked): Promise<EmbeddingEstimate> {
  const batched = batchedOf(innermost(embedder), role);
  const distinct = [...new Set(texts)];
  const fit = batched.tooLong === 'error' ? await batched.fit(distinct, role) : distinct.map(() => true);
  const taken = distinct.filter((_, i) => fit[i]);
  const refused = distinct.length - taken.length;
  const whole = await embeddingCosts(embedder, taken, role);
  const cache = cacheOf(embedder);
  if (cache !== null) {
    const { missing, tokens, dollars } = await cache.estimate(taken, role);
    return { whole, cached: taken.length - missing, left: { texts: missing, tokens, dollars }, refused };
  }
  const known = new Set(taken);
  const once = await embeddingCosts(
    embedder,
    texts.filter((text) => known.has(text)),
    role,
  );
  return { whole, cached: null, left: timesOf(once, times), refused };
}

/** The same texts several times over. */
function timesOf({ texts, tokens, dollars }: EmbeddingCosts, times: number): EmbeddingEstimate['left'] {
  return {
    texts: texts * times,
    tokens: tokens * times,
    dollars: dollars === null ? null : dollars * times,
  };
}

/** Of one embedder or of several: a price that is not known makes the sum unknown. */
export function sumOf(all: readonly EmbeddingEstimate[]): EmbeddingEstimate {
  return all.reduce(added, NOTHING);
}

const NOTHING: EmbeddingEstimate = {
  whole: { texts: 0, tokens: 0, exact: true, dollars: 0 },
  cached: null,
  left: { texts: 0, tokens: 0, dollars: 0 },
  refused: 0,
};

function added(a: EmbeddingEstimate, b: EmbeddingEstimate): EmbeddingEstimate {
  return {
    whole: { ...sums(a.whole, b.whole), exact: a.whole.exact && b.whole.exact },
    cached: a.cached === null ? b.cached : a.cached + (b.cached ?? 0),
    left: sums(a.left, b.left),
    refused: a.refused + b.refused,
  };
}

function sums(a: EmbeddingEstimate['left'], b: EmbeddingEstimate['left']): EmbeddingEstimate['left'] {
  const dollars = a.dollars === null || b.dollars === null ? null : a.dollars + b.dollars;
  return { texts: a.texts + b.texts, tokens: a.tokens + b.tokens, dollars };
}

/**
 * What one embedder is asked by several arms, each text once where there is a cache: a query that is sent as a chunk is (models without prefixes) is the
 * same text. Without a cache every arm embeds for itself, so that what is left is the sum.
 */
export async function estimateTogether(
  embedder: Embedder,
  asked: readonly Asked[],
): Promise<EmbeddingEstimate> {
  const textsOf = (role: EmbedRole) => asked.flatMap((one) => (one.role === role ? one.texts : []));
  const documents = await estimateEmbedding({
    embedder,
    role: 'document',
    texts: textsOf('document'),
    times: 1,
  });
  const queries = await estimateEmbedding({
    embedder,
    role: 'query',
    texts: await notSentAs(embedder, textsOf('document'), textsOf('query')),
    times: 1,
  });
  const together = sumOf([documents, queries]);
  if (cacheOf(embedder) !== null) return together;
  const each = sumOf(await Promise.all(asked.map(estimateEmbedding)));
  return { ...together, left: each.left };
}

/** The queries that are not sent just as one of the documents is. */
async function notSentAs(
  embedder: Embedder,
  documents: readonly string[],
  queries: readonly string[],
): Promise<readonly string[]> {
  const alike = new Set(documents);
  const both = queries.filter((query) => alike.has(query));
  const { settings: asQuery, prepare } = batchedOf(innermost(embedder), 'query');
  const { settings: asDocument } = batchedOf(innermost(embedder), 'document');
  // An embedder that is not ours may do another thing with each role.
  if (both.length === 0 || JSON.stringify(asQuery) !== JSON.stringify(asDocument)) return queries;
  const [query] = await prepare([both[0]!], 'query');
  const [document] = await prepare([both[0]!], 'document');
  return query!.sent === document!.sent ? queries.filter((text) => !alike.has(text)) : queries;
}
