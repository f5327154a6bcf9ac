import { withoutPersonal } from './failures-personal.js';

export type Cells = Readonly<Record<string, unknown>>;

/** What somebody thought of what they were shown; `none` where they said nothing. */
export type Thumb = 'up' | 'down' | 'none';

const DOWN: readonly string[] = [
  'down',
  '-1',
  'false',
  '0',
  '👎',
  'thumbs_down',
  'thumbs down',
  'bad',
  'negative',
  'no',
];
const UP: readonly string[] = [
  'up',
  '1',
  '+1',
  'true',
  '👍',
  'thumbs_up',
  'thumbs up',
  'good',
  'positive',
  'yes',
];

/** A thumb in any of its usual forms; hands may have any colour. Stars have no fixed middle, so they are refused. */
export function thumbIn(name: string, cell: unknown, say: (sentence: string) => void): Thumb {
  if (cell === null || cell === undefined) return 'none';
  const text = (typeof cell === 'object' ? JSON.stringify(cell) : String(cell)).trim().toLowerCase();
  const word = text.replace(/[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu, '').replace(/^([+-]?\d+)\.0+$/, '$1');
  if (word === '') return 'none';
  if (DOWN.includes(word)) return 'down';
  if (UP.includes(word)) return 'up';
  say(
    `"${name}" is ${told(text)}, wanted a thumb (down, -1, false, 0 or 👎; up, 1, true or 👍); say up or down, also where there are stars`,
  );
  return 'none';
}

const ID: readonly string[] = ['id', 'doc', 'docid', 'doc_id', 'docId', 'page', 'chunkId', 'chunk_id'];

/** The ids of the pages shown, each once: a list of ids, or of objects with one, as JSON or parted by `;`. */
export function shownIn(name: string, cell: unknown, say: (sentence: string) => void): readonly string[] {
  const list = listIn(cell);
  const ids = list?.map(idIn) ?? [undefined];
  if (ids.every((id) => id !== undefined)) return [...new Set(ids.filter((id) => id !== ''))];
  say(`"${name}" is ${told(cell)}, wanted the ids of pages, as a list or parted by ;; correct it`);
  return [];
}

function listIn(cell: unknown): readonly unknown[] | undefined {
  if (cell === null || cell === undefined) return [];
  if (Array.isArray(cell)) return cell;
  if (typeof cell !== 'string') return undefined;
  if (!cell.trimStart().startsWith('[')) return cell.split(';');
  try {
    return JSON.parse(cell) as readonly unknown[];
  } catch {
    return cell.split(';');
  }
}

function idIn(item: unknown): string | undefined {
  if (typeof item === 'string') return item.trim();
  if (typeof item === 'number') return String(item);
  if (typeof item !== 'object' || item === null) return undefined;
  const name = ID.find((one) => Object.hasOwn(item, one));
  const id = name === undefined ? undefined : (item as Cells)[name];
  return typeof id === 'object' ? undefined : idIn(id);
}

/** A cell as a message may show it: no personal data, and not at any length. */
export function told(cell: unknown): string {
  const text = withoutPersonal(JSON.stringify(cell) ?? 'missing');
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
