import type { Json } from '../types.js';

const SECRET_KEY =
  /(^|[_\-.])(api[_-]?key|key|token|secret|password|passwd|authorization|credentials?|cookie)$|apikey|accesskey|secretkey/i;
/** What keys, tokens and passwords look like as their makers write them. */
export const SECRET_VALUE =
  /\b(sk|pk|rk|ghp|gho|ghs|xox[abp]|glpat|AKIA|AIza|hf|npm)[-_]?[A-Za-z0-9_-]{16,}|\bBearer\s+\S{8,}|\beyJ[\w-]{10,}\.[\w-]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY|:\/\/[^/\s:@]+:[^/\s@]+@/;

/**
 * A configuration as it may be stored: values whose key names a secret or which look like one become `[redacted]`.
 * A number or a boolean is no secret whatever its key (`maxTokens`, `key: true`).
 */
export function redact(value: Json, key = ''): Json {
  if (typeof value === 'string')
    return SECRET_KEY.test(key) || SECRET_VALUE.test(value) ? '[redacted]' : value;
  if (Array.isArray(value)) return value.map((item: Json) => redact(item, key));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redact(item as Json, name)]));
}
