import { LabError } from '../errors.js';
import type {
  Chunk,
  ChunkSet,
  Embedder,
  EmbeddingCosts,
  Hit,
  IndexCosts,
  Json,
  Retriever,
  RetrieverSpec,
  Search,
  SearchStage,
} from '../types.js';
import { hitsOf, stagesOf } from './answer.js';
import { retrieverOf } from './retriever-of.js';

/** What a retriever is made of: another one that is built, or the setting of one. */
export type Part = Retriever | RetrieverSpec;

/** A part that is built, under the name that its stage has. */
export type Built = { readonly name: string; readonly retriever: Retriever };

/** The chunk of a hit; undefined where the parts do not say what they search. */
export type ChunkOf = (chunkId: string) => Chunk | undefined;

export type Composition = {
  readonly name: string;
  readonly config: { readonly [key: string]: Json };
  readonly searchOf: (parts: readonly Built[], chunkOf: ChunkOf) => Search;
};

/** A retriever where all parts are built, else the setting of one: then each part that is a setting is built for the same chunks. */
export function composed(parts: readonly Part[], of: Composition): Retriever | RetrieverSpec {
  const names = stageNames(parts);
  const joined = (retrievers: readonly Retriever[], chunkSet: ChunkSet | null) =>
    of.searchOf(
      retrievers.map((retriever, i) => ({ name: names[i]!, retriever })),
      chunkFinder(chunkSet),
    );
  if (parts.every(isBuilt)) {
    const chunkSet = commonChunkSet(of.name, parts);
    const { name, config } = of;
    const costs = { indexCosts: () => sumOfCosts(parts) };
    const known = chunkSet === null ? {} : { chunkSet };
    return { name, config, search: joined(parts, chunkSet), ...costs, ...known };
  }
  const build = async (chunkSet: ChunkSet) => {
    const retrievers: Retriever[] = [];
    for (const part of parts) retrievers.push(isBuilt(part) ? part : await part.build(chunkSet));
    commonChunkSet(of.name, retrievers);
    return retrieverOf(of, chunkSet, joined(retrievers, chunkSet), () => sumOfCosts(retrievers));
  };
  return { name: of.name, config: of.config, ...embeddersOf(parts), build };
}

/** Each embedder once. */
function embeddersOf(parts: readonly Part[]): { readonly embedders?: readonly Embedder[] } {
  const all = parts.flatMap((part) => ('embedders' in part ? (part.embedders ?? []) : []));
  return all.length === 0 ? {} : { embedders: [...new Set(all)] };
}

/** Unknown where one of them is. */
async function sumOfCosts(parts: readonly Retriever[]): Promise<IndexCosts> {
  const costs = await Promise.all(parts.map((part) => part.indexCosts?.() ?? UNKNOWN));
  return {
    bytes: sumOrNull(costs.map((one) => one.bytes)),
    embedding: costs.map((one) => one.embedding).reduce(sumOfEmbedding, null),
  };
}

const UNKNOWN: IndexCosts = { bytes: null, embedding: null };

function sumOfEmbedding(a: EmbeddingCosts | null, b: EmbeddingCosts | null): EmbeddingCosts | null {
  if (a === null || b === null) return a ?? b;
  return {
    texts: a.texts + b.texts,
    tokens: a.tokens + b.tokens,
    exact: a.exact && b.exact,
    dollars: sumOrNull([a.dollars, b.dollars]),
  };
}

function sumOrNull(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );
}

/** Parts as a configuration tells them. */
export function partConfigs(parts: readonly Part[]): readonly Json[] {
  return parts.map((part, i) => ({ name: stageNames(parts)[i]!, config: part.config ?? null }));
}

/** Says at once what is no retriever. */
export function checkParts(where: string, parts: readonly unknown[]): void {
  parts.forEach((part, i) => {
    const { search, build } = (part ?? {}) as { readonly search?: unknown; readonly build?: unknown };
    if (typeof search !== 'function' && typeof build !== 'function')
      throw new LabError(
        `${where}: part ${i + 1} has no search() and no build(), wanted a retriever or the setting of one, such as bm25(); give one`,
      );
  });
}

/** Asks a part: at most `depth` hits, each chunk once, and its stages, of which it is the last. */
export async function ask(
  { name, retriever }: Built,
  query: string,
  depth: number,
): Promise<{ readonly hits: readonly Hit[]; readonly stages: readonly SearchStage[] }> {
  const answer = await retriever.search(query, depth);
  const hits = hitsOf(answer).slice(0, depth);
  const seen = new Set<string>();
  for (const { chunkId } of hits) {
    if (seen.has(chunkId))
      throw new LabError(
        `${name}: the chunk "${chunkId}" is among the hits twice, wanted each once; correct its search()`,
      );
    seen.add(chunkId);
  }
  const before = stagesOf(answer).map((stage) => ({ ...stage, name: `${name} / ${stage.name}` }));
  return { hits, stages: [...before, { name, hits }] };
}

/** The names of parts, told apart where two are called the same. */
export function stageNames(parts: readonly Part[]): readonly string[] {
  const names = parts.map((part, i) => part.name ?? `part ${i + 1}`);
  return names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

/** `rerank byLength (bm25)`: what is done, by which function if it has a name, to what. */
export function nameOf(verb: string, by: { readonly name: string }, part: Part): string {
  return `${[verb, by.name].filter((word) => word !== '').join(' ')} (${stageNames([part])[0]})`;
}

export function wholeNumber(where: string, key: string, value: number): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw new LabError(`${where}: ${key} is ${value}, wanted a whole number of at least 1; correct it`);
}

function isBuilt(part: Part): part is Retriever {
  return 'search' in part;
}

/** The chunks that all parts search; null where one does not say, or they were cut apart in different ways. */
function commonChunkSet(where: string, parts: readonly Retriever[]): ChunkSet | null {
  const sets = parts.map((part) => part.chunkSet);
  const first = sets[0];
  const other = sets.find((set) => set && first && set.corpus.version !== first.corpus.version);
  if (other !== undefined && first !== undefined)
    throw new LabError(
      `${where}: its parts search ${first.corpus.version} and ${other.corpus.version}, wanted the same pages; build them for one corpus`,
    );
  const same = sets.every((set) => set !== undefined && set.chunks === first?.chunks);
  return same && first !== undefined ? first : null;
}

function chunkFinder(chunkSet: ChunkSet | null): ChunkOf {
  let byId: ReadonlyMap<string, Chunk> | undefined;
  return (chunkId) => {
    byId ??= new Map(chunkSet?.chunks.map((chunk) => [chunk.id, chunk]));
    return byId.get(chunkId);
  };
}
