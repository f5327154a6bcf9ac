import { isIPv4, isIPv6 } from 'node:net';

/** Right before an address, the words that say it is one. */
const SAYS_ADDRESS = /\b(?:ip|addr|address|host|remote)\W{0,3}$/i;
/** Right before a version: a sign of a range, or the name of a package or program. */
const NAMES_VERSION = /(?:[@^~]|[<>]=?\s*|==\s*|[a-z][-/])$/i;
/** Shortly before a version, words that speak of one. */
const SPEAKS_OF_VERSION =
  /\bv(?:er(?:sions?)?)?\b|\breleases?\b|\b(?:up|down)grad|\bupdat|\bmigrat|\bsince\b/i;

/**
 * Whether four numbers parted by dots are the address of somebody's machine: not those that are private, local, for documentation or for many at once (IANA's registry of
 * special-purpose addresses, RFC 6890), nor those that end in 0, which networks do. After what speaks of a version they are a version, and so are four of one digit each, unless
 * a word right before says that they are an address.
 */
export function isPersonalIPv4(found: string, before: string, after: string): boolean {
  if (!isIPv4(found) || isSpecial(found) || found.endsWith('.0')) return false;
  if (SAYS_ADDRESS.test(before)) return true;
  if (NAMES_VERSION.test(before) || SPEAKS_OF_VERSION.test(before) || /^-[a-z]/i.test(after)) return false;
  return !/^\d\.\d\.\d\.\d$/.test(found);
}

function isSpecial(address: string): boolean {
  const [a, b, c] = address.split('.').map(Number) as [number, number, number];
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b < 128;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2));
  if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100);
  return a === 203 && b === 0 && c === 113;
}

/** Whether it is a global address (2000::/3; RFC 4291) that is not for documentation (2001:db8::/32; RFC 3849). Names such as `std::vector` are none. */
export function isPersonalIPv6(found: string): boolean {
  return isIPv6(found) && /^[23][0-9a-f]{3}:/i.test(found) && !/^2001:0?db8:/i.test(found);
}
