import type { RagAnswer } from '../store/rag-answer.js';

/** Who answered: two servers may give one name to different models. */
export function answerMaker({ model, server, prompt }: RagAnswer): string {
  return `${model} at ${server}, prompt ${prompt}`;
}
