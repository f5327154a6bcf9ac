import { matches, type Stretch } from './failures-matches.js';

const EMAIL =
  /[\p{L}\p{N}_][\p{L}\p{N}._%+'-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/gu;
const FILE_ENDING =
  /\.(?:png|jpe?g|gif|svg|webp|ico|[mc]?[jt]sx?|json|css|scss|html?|ya?ml|txt|tgz|gz|zip)$/i;
/** Names that nobody can have (RFC 2606, RFC 6761). */
const RESERVED = /[@.](?:example(?:\.(?:com|net|org))?|test|invalid|localhost|local)$/i;

/** E-mail addresses. `git@host:a/b` is how a repository is fetched, `icon@2x.png` a file, and `pino@8.1.0-beta.next` a version. */
export function emails(text: string): readonly Stretch[] {
  return matches(text, EMAIL, (found, before, after) => {
    if (RESERVED.test(found) || FILE_ENDING.test(found) || /@v?\d+\.\d/.test(found)) return false;
    const isPassword = /:\/\/[^\s/:@]*:$/.test(before);
    return !isPassword && !(/^git@/i.test(found) && /^[:/]/.test(after));
  });
}
