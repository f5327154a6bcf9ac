import { SECRET_VALUE } from '../measure/redact.js';
import { matches, type Stretch } from './failures-matches.js';

/** With all that hangs on to it: a JWT has three parts. */
const KNOWN = new RegExp(`(?:${SECRET_VALUE.source})[\\w.~+/=-]*`, 'g');
const BEARER = /\bbearer\s+[\w.~+/=-]{16,}/gi;
const GITHUB = /\bgithub_pat_\w{20,}/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const ASSIGNED =
  /\b(?:api[_-]?key|access[_-]?key|token|secret|password|passwd|pwd)["']?\s*[=:]\s*["']?[A-Za-z0-9_+/=~-]{12,}(?![\w.(])/gi;

/** Tokens, keys and passwords, by the forms of their makers, as far as they look drawn at random: queries name variables, and quote examples. */
export function secrets(text: string): readonly Stretch[] {
  return [
    ...matches(text, KNOWN, isSecret),
    ...matches(text, BEARER, hasRandomRun),
    ...matches(text, GITHUB),
    ...matches(text, PRIVATE_KEY, (found) => /[A-Za-z0-9+/]{30,}/.test(found)),
    ...matches(text, ASSIGNED, (found) => isDrawn(found.replace(/^.*?[=:]/s, ''))),
  ];
}

/** Placeholders of examples, which are nobody's password. */
const PLACEHOLDER =
  /:\/\/[^:]*:(?:pass(?:word)?|pwd|secret|postgres|root|admin|user(?:name)?|test|guest|x+|\*+|<[^>]*>|\$?\{[^}]*\}|\$\w+|\[[^\]]*\])@/i;

/** The known forms are for configurations, where nobody writes prose: in prose `Bearer authentication` is no token, nor `skeletonLoaderComponent` a key. */
function isSecret(found: string): boolean {
  if (found.startsWith('://')) return !PLACEHOLDER.test(found);
  if (found.startsWith('-----')) return false;
  if (found.startsWith('eyJ')) return true;
  return !/^(?:sk|pk|rk|hf|npm)(?![-_])/.test(found) && hasRandomRun(found);
}

function hasRandomRun(text: string): boolean {
  const runs = text.match(/[A-Za-z0-9]{16,}/g) ?? [];
  return runs.some((run) => /\d/.test(run) && /[A-Za-z]/.test(run));
}

/** `base64encoded` is a word with a number in it; what is drawn has letters and digits in turns. */
function isDrawn(value: string): boolean {
  return (value.match(/[a-z](?=\d)|\d(?=[a-z])/gi) ?? []).length >= 3;
}
