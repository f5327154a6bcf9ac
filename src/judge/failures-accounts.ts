import { passesLuhn, passesMod97 } from './failures-checksums.js';
import type { Stretch } from './failures-matches.js';

/** Makers of cards, by the first digits of their numbers, and how long these are (ISO/IEC 7812). */
const CARD =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12})$/;

/** How the digits of cards are put in groups; those of a UUID are put in others. */
const GROUPS: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 4, 4, 4, 3],
  [4, 6, 5],
  [4, 6, 4],
];
const FORMS = [
  /(?<![\w.+]|\d-)(?=(\d{13,19})(?!\w|-\d|\.\d))/g,
  ...GROUPS.flatMap((sizes) =>
    [' ', '-'].map((between) => {
      const digits = sizes.map((size) => `\\d{${size}}`).join(between);
      return new RegExp(`(?<![\\w.+]|\\d-)(?=(${digits})(?!\\w|-\\d|\\.\\d))`, 'g');
    }),
  ),
];

/** Payment card numbers: a maker's first digits, its length, and the check digit. What comes before or after, such as a date, is no part of it. */
export function cards(text: string): readonly Stretch[] {
  return FORMS.flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ index, 1: found = '' }) => {
      const digits = found.replace(/\D/g, '');
      if (!CARD.test(digits) || !passesLuhn(digits)) return [];
      return { start: index, end: index + found.length };
    }),
  );
}

/** How long the IBANs of a country are (the registry that SWIFT keeps). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  ...{
    AD: 24,
    AE: 23,
    AL: 28,
    AT: 20,
    BE: 16,
    BG: 22,
    BR: 29,
    CH: 21,
    CY: 28,
    CZ: 24,
    DE: 22,
    DK: 18,
    EE: 20,
  },
  ...{
    ES: 24,
    FI: 18,
    FR: 27,
    GB: 22,
    GE: 22,
    GI: 23,
    GR: 27,
    HR: 21,
    HU: 28,
    IE: 22,
    IL: 23,
    IS: 26,
    IT: 27,
  },
  ...{
    LI: 21,
    LT: 20,
    LU: 20,
    LV: 21,
    MC: 27,
    MT: 31,
    NL: 18,
    NO: 15,
    PL: 28,
    PT: 25,
    RO: 24,
    RS: 22,
    SA: 24,
  },
  ...{ SE: 24, SI: 19, SK: 24, SM: 27, TR: 26, UA: 29 },
};

/** Bank accounts: a country, two check digits, and as many letters and digits as the country's have, in groups or not. */
export function ibans(text: string): readonly Stretch[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])([A-Z]{2})\d{2}/giu)].flatMap((match) => {
    const length = IBAN_LENGTHS[match[1]!.toUpperCase()];
    if (length === undefined) return [];
    const rest = new RegExp(`^(?:[ -]?[A-Z0-9]){${length - 4}}(?![A-Z0-9])`, 'i');
    const tail = rest.exec(text.slice(match.index + 4))?.[0];
    if (tail === undefined) return [];
    const iban = (match[0] + tail).replace(/[ -]/g, '').toUpperCase();
    return passesMod97(iban) ? { start: match.index, end: match.index + match[0].length + tail.length } : [];
  });
}
