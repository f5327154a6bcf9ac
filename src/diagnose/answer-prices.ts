import type { RagUsage } from '../store/rag-answer.js';

/** Dollars for a million tokens. */
export type TokenPrices = { readonly input: number; readonly cached: number; readonly output: number };

type KnownPrices = TokenPrices & {
  /** The month that they are of, and who quotes OpenAI's list so. */
  readonly taken: string;
  readonly source: string;
  /** Input of more tokens than this has another price, which is not known here. */
  readonly upTo?: number;
};

const OF_2025 = {
  taken: '2025-10',
  source: 'https://github.com/photiary/ai-foo (prompts/OpenAI-Pricing.md)',
};
const OF_2026 = { taken: '2026-06', source: 'https://www.morphllm.com/openai-api-pricing' };

/** Not through the batch API, nor at other speeds; by the name of the model. */
const PRICES: Readonly<Record<string, KnownPrices>> = {
  'gpt-5.5': { input: 5, cached: 0.5, output: 30, upTo: 272_000, ...OF_2026 },
  'gpt-5.4': { input: 2.5, cached: 0.25, output: 15, upTo: 272_000, ...OF_2026 },
  'gpt-5.4-mini': { input: 0.75, cached: 0.075, output: 4.5, ...OF_2026 },
  'gpt-5.4-nano': { input: 0.2, cached: 0.02, output: 1.25, ...OF_2026 },
  'gpt-5': { input: 1.25, cached: 0.125, output: 10, ...OF_2025 },
  'gpt-5-mini': { input: 0.25, cached: 0.025, output: 2, ...OF_2025 },
  'gpt-5-nano': { input: 0.05, cached: 0.005, output: 0.4, ...OF_2025 },
  'gpt-4.1': { input: 2, cached: 0.5, output: 8, ...OF_2025 },
  'gpt-4.1-mini': { input: 0.4, cached: 0.1, output: 1.6, ...OF_2025 },
  'gpt-4.1-nano': { input: 0.1, cached: 0.025, output: 0.4, ...OF_2025 },
  'gpt-4o': { input: 2.5, cached: 1.25, output: 10, ...OF_2025 },
  'gpt-4o-2024-05-13': { input: 5, cached: 5, output: 15, ...OF_2025 },
  'gpt-4o-mini': { input: 0.15, cached: 0.075, output: 0.6, ...OF_2025 },
  'o3-mini': { input: 1.1, cached: 0.55, output: 4.4, ...OF_2025 },
  'o4-mini': { input: 1.1, cached: 0.275, output: 4.4, ...OF_2025 },
};

/** What a model costs at OpenAI, also by the name of a dated snapshot; null where that is not known. At another server it costs what that one asks. */
export function answerPrices(model: string, server: string): KnownPrices | null {
  if (server !== 'openai') return null;
  const undated = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  const name = [model, undated].find((one) => Object.hasOwn(PRICES, one));
  return name === undefined ? null : PRICES[name]!;
}

/** Of one answer: input that the server had read before has a price of its own. Null where tokens or prices are not known. */
export function answerDollars(usage: RagUsage | null, prices: TokenPrices | null): number | null {
  if (usage === null || prices === null) return null;
  const { upTo } = prices as Partial<KnownPrices>;
  if (upTo !== undefined && usage.input > upTo) return null;
  const { input, cached, output } = usage;
  return ((input - cached) * prices.input + cached * prices.cached + output * prices.output) / 1e6;
}
