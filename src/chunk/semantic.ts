import { LabError } from '../errors.js';
import type { ChunkSet, Doc, Embedder, OnProgress } from '../types.js';
import type { AsyncChunker } from './async-chunker.js';
import { chunkerOf } from './chunk-set.js';
import { called, knownOptions, limit, localeOf, wholeNumber, wrong } from './options.js';
import type { Range } from './range.js';
import { recursiveSplitter, splitRuleOf } from './recursive-split.js';
import { sentenceRanges } from './sentence-ranges.js';
import { countTokens, DEFAULT_ENCODING, type Encoding, encodingOf } from './tokens.js';

export type SemanticOptions = {
  readonly embedder: Embedder;
  /** Cuts where the distance is above this percentile of the page's own, from 0 to 100 (95). */
  readonly percentile?: number;
  /** Cuts where the distance (1 - cosine, from 0 to 2) is above this, instead. */
  readonly threshold?: number;
  /** How many sentences on each side are embedded with each one (1). */
  readonly buffer?: number;
  /** The most tokens of a chunk: larger ones are cut recursively (no limit). */
  readonly maxTokens?: number | null;
  readonly locale?: string;
  readonly encoding?: Encoding;
  readonly onProgress?: OnProgress;
};

type Setting = ReturnType<typeof settingOf>;
type Page = { readonly doc: Doc; readonly sentences: readonly Range[]; readonly groups: readonly string[] };

const NAMES = [
  'embedder',
  'percentile',
  'threshold',
  'buffer',
  'maxTokens',
  'locale',
  'encoding',
  'onProgress',
];

/**
 * Cuts between neighbouring sentences whose meanings are far apart: each sentence is embedded with its neighbours, and a
 * chunk ends where the distance to the next such group is above a percentile of the page's distances (Kamradt's semantic
 * splitter, as LangChain and LlamaIndex have it) or a threshold. All pages are embedded in one call. Every character but
 * blanks is in a chunk. Without pages: the chunker itself, which has to be waited for.
 */
export function semantic(options: SemanticOptions): AsyncChunker;
export function semantic(docs: readonly Doc[], options: SemanticOptions): Promise<ChunkSet>;
export function semantic(
  first: readonly Doc[] | SemanticOptions,
  second?: SemanticOptions,
): AsyncChunker | Promise<ChunkSet> {
  return called(chunker, first, second);
}

function chunker(options: SemanticOptions): AsyncChunker {
  const setting = settingOf(options);
  const { embedder, onProgress, ...shown } = setting;
  const named = {
    name: nameOf(setting),
    config: { chunker: 'semantic', embedder: embedder.config, ...shown },
  };
  return {
    ...named,
    embedders: [embedder],
    toEmbed: (docs) => [{ embedder, texts: docs.flatMap((doc) => pageOf(doc, setting).groups) }],
    chunk: async (docs) => {
      const cuts = await cutsOf(docs, setting);
      return chunkerOf({
        ...named,
        spans: (doc) => cuts.get(doc)!.map((range, index) => ({ index, ...range })),
      }).chunk(docs);
    },
  };
}

function settingOf(options: SemanticOptions) {
  const where = 'semantic';
  knownOptions(where, options, NAMES);
  const { embedder, percentile, threshold } = options;
  if (typeof embedder?.embed !== 'function') throw wrong(where, 'embedder', embedder, 'an embedder');
  if (percentile !== undefined && threshold !== undefined)
    throw new LabError(`${where}: both percentile and threshold are given, wanted one; drop one of them`);
  return {
    embedder,
    percentile: threshold === undefined ? within(where, 'percentile', percentile ?? 95, 100) : null,
    threshold: threshold === undefined ? null : within(where, 'threshold', threshold, 2),
    buffer: wholeNumber(where, 'buffer', options.buffer ?? 1, 0),
    maxTokens: limit(where, 'maxTokens', options.maxTokens),
    locale: localeOf(where, options.locale ?? 'en'),
    encoding: encodingOf(where, options.encoding ?? DEFAULT_ENCODING),
    onProgress: options.onProgress,
  };
}

function within(where: string, name: string, value: number, most: number): number {
  if (typeof value === 'number' && value >= 0 && value <= most) return value;
  throw wrong(where, name, value, `a number from 0 to ${most}`);
}

function nameOf({ embedder, percentile, threshold, maxTokens }: Setting): string {
  const where = percentile === null ? `above ${threshold}` : `p${percentile}`;
  return `semantic ${embedder.name} ${where}${maxTokens === null ? '' : ` to ${maxTokens}`}`;
}

/** The chunks of each page. */
async function cutsOf(docs: readonly Doc[], setting: Setting): Promise<ReadonlyMap<Doc, readonly Range[]>> {
  const pages = docs.map((doc) => pageOf(doc, setting));
  const vectors = await embedded(
    pages.flatMap(({ groups }) => groups),
    setting,
  );
  let at = 0;
  return new Map(
    pages.map((page) => {
      const own = vectors.slice(at, at + page.groups.length);
      at += page.groups.length;
      return [page.doc, chunksOf(page, own, setting)];
    }),
  );
}

function pageOf(doc: Doc, { buffer, locale }: Setting): Page {
  const sentences = sentenceRanges(doc.text, locale);
  const groups = sentences.map((_, i) => {
    const first = sentences[Math.max(0, i - buffer)]!;
    const last = sentences[Math.min(sentences.length - 1, i + buffer)]!;
    return doc.text.slice(first.start, last.end);
  });
  return { doc, sentences, groups };
}

async function embedded(texts: readonly string[], { embedder, onProgress }: Setting) {
  if (texts.length === 0) return [];
  const vectors = await embedder.embed(texts, 'document', onProgress);
  if (vectors.length === texts.length) return vectors;
  throw new LabError(
    `semantic: the embedder "${embedder.name}" gave ${vectors.length} vectors for ${texts.length} texts, wanted one for each; correct the embedder`,
  );
}

function chunksOf({ doc, sentences }: Page, vectors: readonly Float32Array[], setting: Setting) {
  const distances = vectors.slice(1).map((vector, i) => distance(vectors[i]!, vector));
  const least = setting.threshold ?? percentileOf(distances, setting.percentile!);
  const found: Range[] = [];
  for (const [i, { start, end }] of sentences.entries()) {
    if (i > 0 && !(distances[i - 1]! > least)) found[found.length - 1] = { ...found.at(-1)!, end };
    else found.push({ start, end });
  }
  return splitLarge(doc.text, found, setting);
}

function splitLarge(text: string, ranges: readonly Range[], { maxTokens, encoding }: Setting) {
  if (maxTokens === null) return ranges;
  const split = recursiveSplitter(text, splitRuleOf(maxTokens, encoding));
  const isLarge = ({ start, end }: Range) => countTokens(text.slice(start, end), encoding) > maxTokens;
  return ranges.flatMap((range) => (isLarge(range) ? split(range) : [range]));
}

/** 1 - cosine of vectors of unit length, to six places: what is below is noise of 32-bit floats. */
function distance(a: Float32Array, b: Float32Array): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += a[i]! * b[i]!;
  return Math.round((1 - product) * 1e6) / 1e6;
}

/** Between the two values next to the place, in proportion, as numpy.percentile does. */
function percentileOf(values: readonly number[], percentile: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = ((sorted.length - 1) * percentile) / 100;
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}
