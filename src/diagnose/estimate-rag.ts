import { countTokens } from '../chunk/tokens.js';
import type { Context } from '../store/rag-answer.js';
import { answerDollars } from './answer-prices.js';
import { type Prepared, type RagAsker, ragAsker } from './rag-asker.js';
import { checkRagOptions, contextOf, type RagOptions, type RagQuestion } from './rag-options.js';

/** The vocabulary of OpenAI's models from gpt-4o on; a server adds a few tokens for the shape of the answer. */
const ENCODING = 'o200k_base';

/** What asking would take. */
export type RagEstimate = {
  readonly context: Context;
  readonly model: string;
  readonly questions: number;
  /** Of them, what the store has. */
  readonly stored: number;
  /** Whose search failed: nothing would be asked for them. */
  readonly failed: number;
  /** Questions to ask, those that come to the same words and passages once. */
  readonly left: number;
  /** Of the questions left: tokens of the passages alone, and of all that would be sent. */
  readonly contextTokens: number;
  readonly inputTokens: number;
  readonly encoding: string;
  /** The most that an answer may have. */
  readonly maxOutputTokens: number;
  /** Null where the price is not known: of what would be sent, and with answers that use up their limit. */
  readonly dollars: { readonly input: number; readonly most: number } | null;
};

/** Searches for the questions and counts what would be sent. Asks no model and writes nothing. */
export async function estimateRag(
  questions: readonly RagQuestion[],
  options: RagOptions,
): Promise<RagEstimate> {
  checkRagOptions('estimateRag', options);
  const asker = ragAsker(options);
  const seen = new Set<string>();
  const sum = { contextTokens: 0, inputTokens: 0, input: 0, most: 0 };
  let [stored, failed, isPriced] = [0, 0, true];
  for (const question of questions) {
    const prepared = await asker.prepare(question);
    if (prepared.failure !== null) failed++;
    else if (asker.stored(prepared) !== null) stored++;
    else if (!seen.has(prepared.digest)) {
      seen.add(prepared.digest);
      const one = sizeOf(prepared, asker);
      sum.contextTokens += one.contextTokens;
      sum.inputTokens += one.inputTokens;
      isPriced &&= one.input !== null && one.most !== null;
      sum.input += one.input ?? 0;
      sum.most += one.most ?? 0;
    }
  }
  return {
    context: contextOf(options),
    model: options.model,
    questions: questions.length,
    stored,
    failed,
    left: seen.size,
    contextTokens: sum.contextTokens,
    inputTokens: sum.inputTokens,
    encoding: ENCODING,
    maxOutputTokens: asker.maxOutputTokens,
    dollars: isPriced ? { input: sum.input, most: sum.most } : null,
  };
}

function sizeOf({ passages, instructions, input }: Prepared, { prices, maxOutputTokens }: RagAsker) {
  const inputTokens = countTokens(instructions, ENCODING) + countTokens(input, ENCODING);
  const dollars = (output: number) => answerDollars({ input: inputTokens, cached: 0, output }, prices);
  return {
    contextTokens: passages.reduce((sum, { text }) => sum + countTokens(text, ENCODING), 0),
    inputTokens,
    input: dollars(0),
    most: dollars(maxOutputTokens),
  };
}
