import { contextWords } from '../diagnose/context.js';
import type { RagEstimate } from '../diagnose/estimate-rag.js';
import { counted } from '../measure/score-notes.js';
import { dollarsText } from './print-costs.js';
import { plain, textTable } from './tables.js';
import { wrapped } from './wrapped.js';

/** What asking a model would take, a row for each context. */
export function ragEstimateText(estimates: readonly RagEstimate[]): string {
  const [first] = estimates;
  if (first === undefined) return 'Nothing was asked: there is no context.';
  const rows = estimates.map((one) => [
    contextWords(one.context),
    one.questions,
    one.stored,
    one.left,
    one.contextTokens,
    one.inputTokens,
    moneyText(one.dollars?.input),
    moneyText(one.dollars?.most),
  ]);
  return [
    `Nothing was asked. ${plain(first.model)}, at most ${first.maxOutputTokens.toLocaleString('en-US')} tokens an answer`,
    '',
    textTable(
      ['context', 'n', 'stored', 'left', 'passage tokens', 'tokens to send', 'dollars', 'dollars at most'],
      rows,
    ),
    '',
    wrapped([
      `n: questions; stored: their answers are in the store. Tokens are of the questions left, counted in ${first.encoding}; those to send hold the prompt too. Dollars are for sending them; at most: with answers that all reach their limit.`,
      ...(estimates.some((one) => one.dollars === null)
        ? ['The price of this model at this server is not known here.']
        : []),
      ...estimates.filter((one) => one.failed > 0).map(failedText),
    ]),
  ].join('\n');
}

function failedText({ failed, questions, context }: RagEstimate): string {
  return `The search fails for ${failed} of ${questions} with ${contextWords(context)}: nothing would be asked for them.`;
}

function moneyText(dollars: number | undefined): string {
  return dollars === undefined ? 'unknown' : dollarsText(dollars);
}

/** What was really asked and paid; nothing where no model was. */
export function ragPaidText(paid: {
  readonly model: string | null;
  readonly asked: number;
  readonly fromStore: number;
  readonly dollars: number | null;
}): readonly string[] {
  const { model, asked, fromStore, dollars } = paid;
  if (model === null || (asked === 0 && fromStore === 0)) return [];
  const price = dollars === null ? 'at a price that is not known' : `for ${dollarsText(dollars)} dollars`;
  const money = asked === 0 ? '' : ` ${price}`;
  return [
    `Asked ${plain(model)} ${counted(asked, 'question', 'questions')}${money}; ${counted(fromStore, 'answer was', 'answers were')} in the store`,
  ];
}
