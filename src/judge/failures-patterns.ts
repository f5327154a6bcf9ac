import { cards, ibans } from './failures-accounts.js';
import { isPersonalIPv4, isPersonalIPv6 } from './failures-addresses.js';
import { emails } from './failures-emails.js';
import { matches, type Stretch } from './failures-matches.js';
import { secrets } from './failures-secrets.js';
import { telephones } from './failures-telephones.js';

/** A sort of personal data, or of secret, that has a form. In the order in which they go before each other. */
export const PERSONAL = {
  secret: 'a token, key or password',
  email: 'an e-mail address',
  iban: 'a bank account (IBAN)',
  card: 'a payment card number',
  ssn: 'what looks like a US social security number',
  phone: 'a telephone number',
  ip: 'an IP address',
} as const;

export type PersonalKind = keyof typeof PERSONAL;

/** What a kind looks like; where a form alone says too little, what else must hold. */
export const FINDERS: Readonly<Record<PersonalKind, (text: string) => readonly Stretch[]>> = {
  secret: secrets,
  email: emails,
  iban: ibans,
  card: cards,
  ssn: (text) => matches(text, /(?<![\w.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])(?!\.\d)/g),
  phone: telephones,
  ip: (text) => [
    ...matches(text, /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/g, isPersonalIPv4),
    ...matches(text, /(?<![\w:])[0-9a-f]{4}:[0-9a-f:]{2,34}(?![\w:])/gi, isPersonalIPv6),
  ],
};
