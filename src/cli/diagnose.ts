import { contextName } from '../diagnose/context.js';
import { diagnoseAll } from '../diagnose/diagnose-all.js';
import { LabError } from '../errors.js';
import type { Context } from '../store/rag-answer.js';
import { diagnosisText } from '../view/print-diagnosis.js';
import { ragEstimateText, ragPaidText } from '../view/print-rag.js';
import { wrapped } from '../view/wrapped.js';
import type { Words } from './args.js';
import { estimatedAnswers, generatedAnswers, recordedAnswers } from './diagnose-answers.js';
import { betweenNamed, contextsNamed } from './diagnose-contexts.js';
import { type DiagnoseInput, diagnoseInput } from './diagnose-input.js';
import { print } from './output.js';

/** `rlab diagnose`: how far the evidence for each question or case came, in a recorded run or by BM25 over heading chunks. */
export async function act(words: Words): Promise<void> {
  checkWords(words);
  const contexts = contextsNamed(words);
  const deepest = Math.max(0, ...contexts.map((one) => ('chunks' in one ? one.chunks : 0)));
  const options = { contexts, ...betweenNamed(words, contexts), ...thresholds(words) };
  const input = await diagnoseInput(words, deepest);
  checkTexts(input, contexts);
  if (words.flag('estimate')) {
    const found = await estimatedAnswers(words, input, contexts);
    return print(words.flag('json'), found, () => ragEstimateText(found));
  }
  const given = words.flag('generate')
    ? await generatedAnswers(words, input, contexts)
    : recordedAnswers(input, { model: words.text('model'), baseURL: words.text('base-url') });
  const { answers, ...generation } = given;
  const docs = input.docs === null ? {} : { docs: input.docs };
  const found = diagnoseAll(input.items, input.run, { ...options, ...docs, answers });
  const lines = wrapped([...ragPaidText(generation), ...generation.notes]);
  print(words.flag('json'), { ...found, generation }, () =>
    [diagnosisText(found), lines].filter((text) => text !== '').join('\n\n'),
  );
}

function checkWords(words: Words): void {
  const needy = (['estimate', 'retry-failed'] as const).find(
    (name) => words.flag(name) || words.text(name) !== undefined,
  );
  if (needy !== undefined && !words.flag('generate'))
    throw new LabError(
      `rlab diagnose: --${needy} is about asking a model, wanted --generate with it; add --generate --model NAME, or drop --${needy}`,
    );
}

function thresholds(words: Words): { readonly rel?: number; readonly held?: number } {
  const held = words.text('held');
  if (held !== undefined && !(Number(held) > 0 && Number(held) <= 1))
    throw new LabError(
      `rlab diagnose: --held is "${held}", wanted a share above 0 and at most 1; write 0.5, say`,
    );
  return {
    ...(words.text('rel') === undefined ? {} : { rel: words.count('rel', 1) }),
    ...(held === undefined ? {} : { held: Number(held) }),
  };
}

function checkTexts({ docs, noDocs }: DiagnoseInput, contexts: readonly Context[]): void {
  const budget = contexts.find((one) => 'tokens' in one);
  if (docs !== null || budget === undefined) return;
  throw new LabError(
    `rlab diagnose: a budget (${contextName(budget)}) needs the texts of the chunks, and ${noDocs}; name the dataset with --data, or give --context alone`,
  );
}
