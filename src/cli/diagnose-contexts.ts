import { contextName } from '../diagnose/context.js';
import { LabError } from '../errors.js';
import type { Context } from '../store/rag-answer.js';
import type { Words } from './args.js';

/** The contexts that are asked for, those in chunks first; of 6 chunks where none is. */
export function contextsNamed(words: Words): readonly Context[] {
  const [chunks, tokens] = [words.text('context'), words.text('budget')];
  const named = [
    ...(chunks === undefined ? [] : numbers('context', chunks, '3,6').map((n) => ({ chunks: n }))),
    ...(tokens === undefined ? [] : numbers('budget', tokens, '500,2000').map((n) => ({ tokens: n }))),
  ];
  return named.length === 0 ? [{ chunks: 6 }] : named;
}

/** A pair of them, from which to which; the first two where none is named, and none where there is one alone. */
export function betweenNamed(
  words: Words,
  contexts: readonly Context[],
): { readonly between?: readonly [Context, Context] } {
  const text = words.text('between');
  if (text === undefined) return {};
  const parts = text.split(',').map((part) => part.trim());
  const [from, to, more] = parts.map(contextOf);
  const known = contexts.map(contextName);
  if (from && to && more === undefined) {
    const missing = [from, to].find((one) => !known.includes(contextName(one)));
    if (missing === undefined) return { between: [from, to] };
    throw new LabError(
      `rlab diagnose: --between names ${contextName(missing)}, wanted two of ${known.join(', ')}; add it to --context or --budget`,
    );
  }
  throw new LabError(
    `rlab diagnose: --between is "${text}", wanted two contexts, parted by a comma; write 6,3 or 6,500tok, say`,
  );
}

function contextOf(text: string): Context | null {
  const found = /^([1-9]\d{0,8})(tok)?$/.exec(text);
  if (found === null) return null;
  return found[2] === undefined ? { chunks: Number(found[1]) } : { tokens: Number(found[1]) };
}

function numbers(name: string, text: string, example: string): readonly number[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.every((part) => /^[1-9]\d{0,8}$/.test(part))) return [...new Set(parts.map(Number))];
  throw new LabError(
    `rlab diagnose: --${name} is "${text}", wanted whole numbers of at least 1, parted by commas; write ${example}, say`,
  );
}
