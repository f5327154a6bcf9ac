import type { Doc, Fields } from '../types.js';

/** A page's file taken apart. `fields` are the front matter's flat values. */
export type PageFile = { readonly text: string; readonly title: string | null; readonly fields: Fields };

const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/**
 * The text of a page is its file without byte-order mark and front matter; every offset counts from there.
 * `parseYaml` is handed in so that reading pages without front matter loads no YAML parser. Throws what it throws.
 */
export function readPage(file: string, parseYaml: (text: string) => unknown): PageFile {
  const whole = file.startsWith('\uFEFF') ? file.slice(1) : file;
  const match = FRONT_MATTER.exec(whole);
  const text = match === null ? whole : whole.slice(match[0].length);
  const fields = match?.[1] === undefined ? {} : flatFields(parseYaml(match[1]));
  const title = typeof fields['title'] === 'string' ? fields['title'] : firstHeading(text);
  return { text, title, fields };
}

/** What a page is called where it says nothing itself: its first `# ` heading, else its id. */
export function titled(id: string, page: PageFile, extra: Fields = {}): Doc {
  return { id, title: page.title ?? id, text: page.text, fields: { ...page.fields, ...extra } };
}

function firstHeading(text: string): string | null {
  const match = /^# +(.+?)[ \t]*#*[ \t]*\r?$/m.exec(text);
  return match?.[1] ?? null;
}

/** Keeps what can be sliced by; a list or a table in the front matter is not. */
function flatFields(value: unknown): Fields {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Error('the front matter is not a list of keys and values');
  const flat: Record<string, string | number | boolean | null> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === null || ['string', 'number', 'boolean'].includes(typeof item)) flat[key] = item;
    else if (item instanceof Date) flat[key] = item.toISOString().slice(0, 10);
  }
  return flat;
}
