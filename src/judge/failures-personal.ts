import type { Stretch } from './failures-matches.js';
import { FINDERS, PERSONAL, type PersonalKind } from './failures-patterns.js';

/** A stretch of a text that looks like personal data, or like a secret. */
export type PersonalData = Stretch & { readonly kind: PersonalKind };

const KINDS = Object.keys(PERSONAL) as readonly PersonalKind[];

/**
 * Where a text holds what looks like an e-mail address, a telephone, payment card, IBAN or US social security number, an IP address, or a token, key or password: in the order
 * of the text, none over another. Patterns find only patterns: names, street addresses and whatever else has no form of its own are not found, and a number in an
 * uncommon form may be missed.
 */
export function findPersonal(text: string): readonly PersonalData[] {
  const found = KINDS.flatMap((kind) => FINDERS[kind](text).map((stretch) => ({ ...stretch, kind })));
  return found.reduce<readonly PersonalData[]>(joined, []).toSorted((a, b) => a.start - b.start);
}

/** Where two lie over each other they are one, of the kind that goes before, so that no end of either is left. */
function joined(taken: readonly PersonalData[], next: PersonalData): readonly PersonalData[] {
  const over = taken.filter((one) => one.start < next.end && next.start < one.end);
  const [first] = over;
  if (first === undefined) return [...taken, next];
  const start = Math.min(next.start, ...over.map((one) => one.start));
  const end = Math.max(next.end, ...over.map((one) => one.end));
  return [...taken.filter((one) => !over.includes(one)), { start, end, kind: first.kind }];
}

/** The text with `[email]`, `[phone]` and so on in the place of what was found. */
export function withoutPersonal(text: string): string {
  const found = findPersonal(text);
  if (found.length === 0) return text;
  let [rest, at] = ['', 0];
  for (const { start, end, kind } of found) {
    rest += `${text.slice(at, start)}[${kind}]`;
    at = end;
  }
  // What was parted before may stand together now, so it is looked at again.
  return withoutPersonal(rest + text.slice(at));
}

/** What was found, told so that it can be looked up and not read: its first letter, and its length in characters. */
export function masked(text: string, { start, end }: Stretch): string {
  const found = [...text.slice(start, end)];
  return `${found[0]}… (${found.length} characters)`;
}
