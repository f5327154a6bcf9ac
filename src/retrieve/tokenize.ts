/** Letters, marks, digits and `_`, with single `-` or `.` inside: `v2.1.0`, `max_payload_kb`, `keep-alive` are one term each. */
const TERM = /[\p{L}\p{M}\p{N}_]+(?:[-.][\p{L}\p{M}\p{N}_]+)*/gu;

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const ASCII_ONLY = /^\p{ASCII}*$/u;

let segmenter: Intl.Segmenter | undefined;

/**
 * The terms of a text, lower-cased, in order. On ASCII the same as `[a-z0-9_]+(?:[-.][a-z0-9_]+)*`; elsewhere letters, marks and
 * digits of any script, composed (NFC) so that `é` is one term however it was typed. Chinese, Japanese, Thai and the
 * like are cut into words by `Intl.Segmenter`.
 */
export function tokenize(text: string): readonly string[] {
  const lower = text.toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower.match(TERM) ?? [];
  const terms = lower.normalize('NFC').match(TERM) ?? [];
  return terms.flatMap((term) => (UNSPACED.test(term) ? words(term) : term));
}

function words(term: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return [...segmenter.segment(term)].filter((part) => part.isWordLike).map((part) => part.segment);
}
