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

/** By lines and not by a Markdown parser, which is slow; a line inside a fence is code, where `# ` begins a comment. */
function firstHeading(text: string): string | null {
  let fence: string | null = null;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, mark, rest] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence !== null) {
      if (mark?.startsWith(fence) && rest!.trim() === '') fence = null;
    } else if (mark !== undefined && !(mark.startsWith('`') && rest!.includes('`'))) fence = mark;
    else {
      const title = /^# +(.+?)[ \t]*#*[ \t]*$/.exec(line)?.[1];
      if (title !== undefined) return title;
    }
  }
  return null;
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
