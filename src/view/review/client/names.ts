import type { RankedHit, ReviewData } from '../review-types.js';
import { visible } from './highlight.js';

const MOST = 300;

/** A page's or a chunk's name on one line, however long it is. */
export function shown(text: string, most = MOST): string {
  const line = visible(text.slice(0, most)).replace(/[\t\n]+/g, ' ');
  return text.length > most ? `${line}…` : line;
}

export function docName(data: ReviewData, doc: number): string {
  return shown(data.docs[doc] ?? '');
}

/** The end of a page's path, which tells more than its beginning, with the chunk's own part. */
export function hitName(data: ReviewData, [doc, chunk]: RankedHit): string {
  const parts = docName(data, doc).split('/');
  return `${folderOf(parts)}${parts.at(-1)}${shown(chunk, 60)}`;
}

/** The same in two parts: a narrow page leaves out the first. */
export function hitNameParts(data: ReviewData, [doc, chunk]: RankedHit): readonly [string, string] {
  const parts = docName(data, doc).split('/');
  return [folderOf(parts), `${parts.at(-1)}${shown(chunk, 60)}`];
}

function folderOf(parts: readonly string[]): string {
  return parts.length < 2 ? '' : `${parts.length > 2 ? '…/' : ''}${parts.at(-2)}/`;
}

export function placeText([, , start, end]: RankedHit): string {
  return start === -1 ? '' : `${start}–${end}`;
}
