import { codeRanges } from '../../chunk/markdown.js';
import { LabError, messageOf } from '../../errors.js';
import { type Ask, isBlock, readAsk } from './ask.js';

/** A placeholder where it stands. `source` is what is between its braces, to the letter. */
export type Placeholder = {
  readonly source: string;
  readonly ask: Ask;
  /** Of the file, from 1. */
  readonly line: number;
  /** The value that was filled in; null where none was. */
  readonly filled: string | null;
  /** The value in the comment is not what stands before it. */
  readonly edited: boolean;
};

export type Piece = { readonly text: string } | { readonly placeholder: Placeholder };

/** A report taken apart: texts and placeholders in order. */
export type ReportText = { readonly file: string; readonly pieces: readonly Piece[] };

const TOKEN = /<!--[\s\S]*?-->|\{\{((?:(?!\n[ \t\r]*\n)[^{}])*)\}\}/g;
const INLINE = /^<!--\s*(\S[\s\S]*?)\s+=\s+\{\{([^{}]*)\}\}\s*-->$/;
const OPENING = /^<!--\s*\{\{([^{}]*)\}\}\s*-->$/;
const END = '<!-- end -->';

type Token = { readonly text: string; readonly start: number; readonly end: number };

/**
 * Finds the placeholders of a report, those that have a value and those that have none. Code is left alone, and so is any other comment. Throws a LabError that
 * lists all that cannot be read, each with file and line. `from` is where the front matter ends.
 */
export function readReportText(file: string, text: string, from: number): ReportText {
  const problems: string[] = [];
  const pieces: Piece[] = [];
  const lineAt = lineCounter(text);
  let done = 0;
  const take = (start: number, end: number, placeholder: Placeholder) => {
    pieces.push({ text: text.slice(done, start) }, { placeholder });
    done = end;
  };
  for (const token of tokensOf(text, from)) {
    if (token.start < done) continue;
    const line = lineAt(token.start);
    try {
      const found = placed(text, token, done);
      if (found !== null) take(found.start, found.end, { ...found.placeholder, line });
    } catch (thrown) {
      if (!(thrown instanceof LabError)) throw thrown;
      problems.push(`${file}:${line}: ${token.text.replace(/\s+/g, ' ')} ${messageOf(thrown)}`);
    }
  }
  pieces.push({ text: text.slice(done) });
  if (problems.length > 0)
    throw new LabError(`${file}: ${count(problems.length, 'placeholder')} cannot be read`, problems);
  return { file, pieces: pieces.filter((piece) => !('text' in piece) || piece.text !== '') };
}

export function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}

type Found = {
  readonly start: number;
  readonly end: number;
  readonly placeholder: Omit<Placeholder, 'line'>;
};

/** Null for a comment that is none of ours. */
function placed(text: string, token: Token, done: number): Found | null {
  const inline = INLINE.exec(token.text);
  if (inline !== null) return filledInline(text, token, done, decoded(inline[1]!), decoded(inline[2]!));
  const opening = OPENING.exec(token.text);
  if (opening !== null) return filledBlock(text, token, decoded(opening[1]!));
  if (token.text.startsWith('<!--')) return null;
  const source = token.text.slice(2, -2);
  const ask = readAsk(source);
  if (isBlock(ask) && !isAlone(text, token))
    throw new LabError('stands beside other text, wanted a line of its own; move it there');
  return { start: token.start, end: token.end, placeholder: { source, ask, filled: null, edited: false } };
}

/** The value is the text before the comment that repeats it, however its lines were broken since. */
function filledInline(text: string, token: Token, done: number, value: string, source: string): Found {
  const words = value.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const before = new RegExp(`${words.join('\\s+')}$`).exec(text.slice(done, token.start));
  const placeholder = { source, ask: readAsk(source), filled: value, edited: before === null };
  return { start: token.start - (before?.[0].length ?? 0), end: token.end, placeholder };
}

/** A comment that asks for one number and holds none was put there to be left alone. */
function filledBlock(text: string, token: Token, source: string): Found | null {
  const ask = readAsk(source);
  if (!isBlock(ask)) return null;
  const rest = text.slice(token.end);
  const end = new RegExp(`^${END}[ \\t]*\\r?$`, 'm').exec(rest);
  const next = /^<!--\s*\{\{/m.exec(rest)?.index ?? rest.length;
  if (end === null || end.index > next)
    throw new LabError(`has no ${END} after it, wanted one where its lines stop; add it`);
  const filled = rest.slice(0, end.index).replaceAll('\r\n', '\n').trim();
  return {
    start: token.start,
    end: token.end + end.index + END.length,
    placeholder: { source, ask, filled, edited: false },
  };
}

function isAlone(text: string, { start, end }: Token): boolean {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const after = /^[^\n]*/.exec(text.slice(end))![0];
  return before === '' && after.trim() === '';
}

function tokensOf(text: string, from: number): readonly Token[] {
  const code = codeRanges(text.slice(from)).map(({ start, end }) => ({
    start: start + from,
    end: end + from,
  }));
  return [...text.matchAll(TOKEN)]
    .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
    .filter(({ start }) => start >= from && !code.some((range) => start >= range.start && start < range.end));
}

function lineCounter(text: string): (at: number) => number {
  let [seen, line] = [0, 1];
  return (at) => {
    for (; seen < at; seen++) if (text[seen] === '\n') line++;
    return line;
  };
}

/** A placeholder with its value, which is kept beside it, so that it can be found and replaced. */
export function filledText({ source, ask }: Placeholder, value: string, lineEnd: string): string {
  if (!isBlock(ask)) return `${value}<!-- ${encoded(value)} = {{${encoded(source)}}} -->`;
  const lines = [`<!-- {{${encoded(source)}}} -->`, '', value, '', END];
  return lines.join('\n').replaceAll('\n', lineEnd);
}

/** No comment may hold two dashes, and so an arm's name in one may not. */
function encoded(text: string): string {
  return text.replaceAll('&', '&amp;').replace(/(?<=-)-/g, '&#45;');
}

function decoded(text: string): string {
  return text.replaceAll('&#45;', '-').replaceAll('&amp;', '&');
}
