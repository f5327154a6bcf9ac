import type { Embedder, EmbedRole } from '../types.js';

/** What is set before a text, white space included, by its role. */
export type Prefixes = { readonly query?: string; readonly document?: string };

export type KnownPrefixes = Prefixes & { readonly source: string };

type Family = KnownPrefixes & { readonly models: RegExp };

const SEARCHING = 'Represent this sentence for searching relevant passages: ';
const WEB_SEARCH =
  'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/** As the model cards have them that are named. The first that fits counts; models are matched without their owner, in lower case. */
const FAMILIES: readonly Family[] = [
  {
    models: /^multilingual-e5-.*instruct|^e5-mistral-.*instruct/,
    query: `${WEB_SEARCH} `,
    source: 'https://huggingface.co/intfloat/multilingual-e5-large-instruct',
  },
  {
    models: /^(multilingual-)?e5-/,
    query: 'query: ',
    document: 'passage: ',
    source: 'https://huggingface.co/intfloat/e5-base-v2',
  },
  {
    models: /^bge-(small|base|large)-zh/,
    query: '为这个句子生成表示以用于检索相关文章：',
    source: 'https://huggingface.co/BAAI/bge-large-zh-v1.5',
  },
  {
    models: /^bge-(small|base|large)(-en|$|:)/,
    query: SEARCHING,
    source: 'https://huggingface.co/BAAI/bge-base-en-v1.5',
  },
  {
    models: /^nomic-embed-text/,
    query: 'search_query: ',
    document: 'search_document: ',
    source: 'https://huggingface.co/nomic-ai/nomic-embed-text-v1.5',
  },
  {
    models: /^mxbai-embed-/,
    query: SEARCHING,
    source: 'https://huggingface.co/mixedbread-ai/mxbai-embed-large-v1',
  },
  {
    models: /^snowflake-arctic-embed(2|-[lm]-v2)/,
    query: 'query: ',
    source: 'https://huggingface.co/Snowflake/snowflake-arctic-embed-l-v2.0',
  },
  {
    models: /^snowflake-arctic-embed/,
    query: SEARCHING,
    source: 'https://huggingface.co/Snowflake/snowflake-arctic-embed-m',
  },
  {
    models: /^embeddinggemma/,
    query: 'task: search result | query: ',
    document: 'title: none | text: ',
    source: 'https://huggingface.co/google/embeddinggemma-300m',
  },
  {
    models: /^qwen3-embedding/,
    query: WEB_SEARCH,
    source: 'https://huggingface.co/Qwen/Qwen3-Embedding-0.6B',
  },
  {
    models: /^uae-large/,
    query: SEARCHING,
    source: 'https://huggingface.co/WhereIsAI/UAE-Large-V1',
  },
];

/** The prefixes that a known model was trained with, and who says so; null for a model that wants none or is not known here. */
export function prefixesFor(model: string): KnownPrefixes | null {
  const name = model.toLowerCase().split(/[\\/]/).filter(Boolean).at(-1) ?? '';
  const family = FAMILIES.find(({ models }) => models.test(name));
  if (family === undefined) return null;
  const { models: _, ...known } = family;
  return known;
}

/** Prefixes that a model wants and an embedder does not set. */
export type MissingPrefix = {
  readonly model: string;
  readonly roles: readonly EmbedRole[];
  readonly wanted: Prefixes;
  readonly source: string;
  /** The finding as a sentence. */
  readonly sentence: string;
};

/**
 * Whether an embedder leaves out prefixes that its model was trained with; null where all is well or nothing is known. Another prefix than
 * the known one counts as set: instructions may be written anew.
 */
export function missingPrefix(embedder: Embedder): MissingPrefix | null {
  const known = prefixesFor(embedder.model);
  if (known === null) return null;
  const { source, ...wanted } = known;
  const found = prefixesOf(embedder);
  const roles = (['query', 'document'] as const).filter((role) => wanted[role] && !found[role]);
  if (roles.length === 0) return null;
  const list = roles.map((role) => `${JSON.stringify(wanted[role])} before each ${role}`).join(' and ');
  const sentence = `embedder ${embedder.name}: sets no prefix for ${roles.join(' and ')}, and ${embedder.model} wants ${list} (${source}); pass prefixes: prefixesFor(${JSON.stringify(embedder.model)}), unless the server sets them`;
  return { model: embedder.model, roles, wanted, source, sentence };
}

/** What an embedder says in its configuration. */
function prefixesOf({ config }: Embedder): Prefixes {
  const prefixes = (config as { readonly prefixes?: unknown } | null)?.prefixes;
  return prefixes !== null && typeof prefixes === 'object' ? prefixes : {};
}

/** Prefixes alone: what else came along, such as a source, is left out. */
export function onlyPrefixes(given: Prefixes | null | undefined): Prefixes {
  const { query, document } = given ?? {};
  return { ...(query ? { query } : {}), ...(document ? { document } : {}) };
}
