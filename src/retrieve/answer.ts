import type { Hit, SearchAnswer, SearchStage } from '../types.js';

/** The hits of an answer, whether or not its stages came with them. */
export function hitsOf(answer: SearchAnswer): readonly Hit[] {
  return 'hits' in answer ? answer.hits : answer;
}

/** The stages of an answer; a retriever that is not composed of others has none. */
export function stagesOf(answer: SearchAnswer): readonly SearchStage[] {
  return 'hits' in answer ? answer.stages : [];
}
