import type { Protocol } from '../types.js';
import { SPAN_HELD } from './chunk-recall.js';
import { RELEVANCE_THRESHOLD } from './relevant.js';
import { BUDGET_TOKENIZER } from './token-budget.js';
import { TOLERANCE } from './tolerance.js';

export { TOLERANCE };

export const PROTOCOL: Protocol = {
  unit: 'page',
  dedupe: 'first chunk of a page counts',
  ties: 'as the retriever ordered them',
  tolerance: TOLERANCE,
  failures: 'left out of means; shown apart and again as 0',
  missing: 'counted as 0 and listed',
  gains: 'linear',
  ideal: 'the best order of all labelled pages',
  relevanceThreshold: RELEVANCE_THRESHOLD,
  unjudged: 'not relevant',
  spanHeld: SPAN_HELD,
  tokenizer: BUDGET_TOKENIZER,
  negativeGrades: 'unjudged',
};
