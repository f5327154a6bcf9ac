import { describe, expect, it } from 'vitest';
import { cached } from './cached.js';
import { hashing } from './hashing.js';
import { openaiEmbedder } from './openai-embedder.js';
import { missingPrefix, prefixesFor } from './prefixes.js';

describe('the prefixes that models want', () => {
  it.each([
    ['intfloat/e5-small-v2', 'query: ', 'passage: '],
    ['intfloat/multilingual-e5-large', 'query: ', 'passage: '],
    [
      'intfloat/multilingual-e5-large-instruct',
      'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ',
      undefined,
    ],
    ['BAAI/bge-small-en-v1.5', 'Represent this sentence for searching relevant passages: ', undefined],
    ['bge-large:latest', 'Represent this sentence for searching relevant passages: ', undefined],
    ['BAAI/bge-large-zh-v1.5', '为这个句子生成表示以用于检索相关文章：', undefined],
    ['nomic-embed-text', 'search_query: ', 'search_document: '],
    ['/models/nomic-ai/nomic-embed-text-v1.5/', 'search_query: ', 'search_document: '],
    ['mxbai-embed-large:335m', 'Represent this sentence for searching relevant passages: ', undefined],
    ['snowflake-arctic-embed2', 'query: ', undefined],
    ['Snowflake/snowflake-arctic-embed-l-v2.0', 'query: ', undefined],
    ['snowflake-arctic-embed:s', 'Represent this sentence for searching relevant passages: ', undefined],
    ['embeddinggemma:300m', 'task: search result | query: ', 'title: none | text: '],
    [
      'Qwen/Qwen3-Embedding-0.6B',
      'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:',
      undefined,
    ],
  ])('of %s are known, with who says so', (model, query, document) => {
    const known = prefixesFor(model);
    expect([known?.query, known?.document]).toEqual([query, document]);
    expect(known?.source).toMatch(/^https:\/\/huggingface\.co\//);
  });

  it.each(['text-embedding-3-small', 'BAAI/bge-m3', 'all-MiniLM-L6-v2', 'thenlper/gte-base', ''])(
    'of %s are none',
    (model) => expect(prefixesFor(model)).toBeNull(),
  );
});

describe('a missing prefix', () => {
  const nomic = (prefixes?: { query?: string; document?: string }) =>
    openaiEmbedder({
      baseURL: 'http://localhost:11434/v1',
      model: 'nomic-embed-text',
      nativeDimensions: 768,
      ...(prefixes ? { prefixes } : {}),
    });

  it('is found and told, also behind a cache', async () => {
    const missing = missingPrefix(await nomic());
    expect(missing).toMatchObject({ model: 'nomic-embed-text', roles: ['query', 'document'] });
    expect(missing?.sentence).toBe(
      'embedder localhost:11434/nomic-embed-text: sets no prefix for query and document, and nomic-embed-text wants "search_query: " before each query and "search_document: " before each document (https://huggingface.co/nomic-ai/nomic-embed-text-v1.5); pass prefixes: prefixesFor("nomic-embed-text"), unless the server sets them',
    );
    const cache = cached(await nomic({ query: 'search_query: ' }), ':memory:');
    expect(missingPrefix(cache)?.roles).toEqual(['document']);
    cache.close();
  });

  it('is none where they are set, to whatever, or the model wants none', async () => {
    expect(missingPrefix(await nomic(prefixesFor('nomic-embed-text')!))).toBeNull();
    expect(missingPrefix(await nomic({ query: 'clustering: ', document: 'clustering: ' }))).toBeNull();
    expect(missingPrefix(hashing())).toBeNull();
  });

  it('leaves the source of prefixes out of the configuration', async () => {
    const { config } = await nomic(prefixesFor('nomic-embed-text')!);
    expect(config).toMatchObject({ prefixes: { query: 'search_query: ', document: 'search_document: ' } });
    expect(JSON.stringify(config)).not.toContain('huggingface');
  });
});
