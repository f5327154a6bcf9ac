import { cl100kTokens, type Tokenizer } from './tokens.js';

/** What is known of a model before it is asked. */
export type OpenAiModel = {
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly dollarsPerMillionTokens: number;
  readonly tokenizer: () => Promise<Tokenizer>;
};

/** The month that the prices below are of, and where they were taken. Others who quote OpenAI's list have the same (costgoat.com, tokenprice.fyi). */
export const PRICES = { taken: '2026-05', source: 'https://embeddingcost.com/openai' } as const;

/**
 * The limit is 8,192 in the reference of the API and 8,191 in the guide; the lower one is sure to be taken. Prices are dollars for a
 * million tokens, not through the batch API.
 */
const MODELS: Readonly<Record<string, OpenAiModel>> = {
  'text-embedding-3-small': known(1536, 0.02),
  'text-embedding-3-large': known(3072, 0.13),
  'text-embedding-ada-002': known(1536, 0.1),
};

function known(dimensions: number, dollarsPerMillionTokens: number): OpenAiModel {
  return { dimensions, dollarsPerMillionTokens, maxTokens: 8191, tokenizer: cl100kTokens };
}

/** One of OpenAI's own models, also by its name at a broker (`openai/text-embedding-3-small`); null for any other. */
export function openAiModel(model: string): OpenAiModel | null {
  const name = model.replace(/^openai\//, '');
  return Object.hasOwn(MODELS, name) ? MODELS[name]! : null;
}
