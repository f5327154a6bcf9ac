import { matches, type Stretch } from './failures-matches.js';

/** A plus, or two noughts, and the country come first (E.164: at most 15 digits). */
const INTERNATIONAL =
  /(?<![\w.:+])(?:\+|(?<!\d[ -])00(?=[1-9]\d[ -]))[1-9](?:(?:[ ./(-]|\) ?| \()?\d){6,14}(?!\d)/g;

/** Without a country only forms that little else has: `(415) 555-2671`, `01 23 45 67 89`, `020 7946 0958`, `030/1234567`, `0170 1234567`. */
const NATIONAL: readonly RegExp[] = [
  /(?<![\w.-])(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d-\d{4}(?![\w-])/g,
  // With one pair more before or after it is a line of bytes.
  /(?<![\w.-])(?<!\b[\da-f]{2} )0[1-9]([ .-])\d\d(?:\1\d\d){3}(?![\w-])(?!\.\d)(?! [\da-f]{2}\b)/gi,
  /(?<![\w.-])0[1-9]\d{1,3} [1-9]\d{2,3} \d{4}(?![\w-])(?!\.\d)/g,
  /(?<![\w./-])0[1-9]\d{1,4}[/-]\d{5,8}(?![\w/-])(?!\.\d)/g,
  /(?<![\w./-])01[5-7]\d \d{7,8}(?![\w/-])(?!\.\d)/g,
];

/** Any number of a telephone's length, after a word that says it is one. */
const SAID =
  /(?<=\b(?:tel|telephone|phone|fax|whatsapp)(?: (?:no|number|is))?[.:#]{0,2} ?)\(?\d(?:[ ./()-]{0,2}\d){6,14}(?!\d)/gi;
/** There are cells of tables, and screens of mobiles, so these words say less. */
const PERHAPS_SAID =
  /(?<=\b(?:mobile|cell)(?: (?:no|number|is))?[.:#]{0,2} ?)\(?\d(?:[ ./()-]{0,2}\d){8,14}(?!\d)/gi;

/** Telephone numbers, by the forms in which people write them. */
export function telephones(text: string): readonly Stretch[] {
  return [
    ...matches(text, INTERNATIONAL, isInternational),
    ...[...NATIONAL, SAID, PERHAPS_SAID].flatMap((form) => matches(text, form)),
  ];
}

/** In North America neither area nor exchange begins with 0 or 1. A number with one dot is a fraction, and groups of four alone are a memory dump. */
function isInternational(found: string): boolean {
  if (/^\+\d+\.\d+$/.test(found) || /^\d{4}(?: \d{4})*$/.test(found)) return false;
  const digits = found.replace(/\D/g, '').replace(/^00/, '');
  return digits.length >= 8 && (!digits.startsWith('1') || /^1(?:[2-9]\d\d){2}\d{4}$/.test(digits));
}
