import { type CanCut, canCutIn } from './graphemes.js';
import { isInside, protectedBlocks } from './protected-blocks.js';
import { between, type Range, trimmed } from './range.js';
import { countTokens, type Encoding } from './tokens.js';

/** How `recursiveSplitter` cuts. `size` and `overlap` are in the unit of `length`. */
export type SplitRule = {
  readonly size: number;
  readonly overlap: number;
  readonly length: (text: string) => number;
  /** From the coarsest to the finest; '' is between any two characters. */
  readonly separators: readonly string[];
  /** Whether code fences and table rows that are no larger than `size` stay whole. */
  readonly markdown: boolean;
};

export const SEPARATORS: readonly string[] = ['\n\n', '\n', '.', '?', '!', ' ', ''];

/** How the other chunkers cut what is too large for them. */
export function splitRuleOf(tokens: number, encoding: Encoding): SplitRule {
  const length = (text: string) => countTokens(text, encoding);
  return { size: tokens, overlap: 0, length, separators: SEPARATORS, markdown: true };
}

type Piece = Range & { readonly length: number };
type Job = {
  readonly text: string;
  readonly rule: SplitRule;
  readonly mayCut: CanCut;
  readonly canCut: CanCut;
};

/**
 * Cuts stretches of a text as LangChain's RecursiveCharacterTextSplitter does with keep_separator: at the coarsest
 * separator that occurs, which stays with what follows it; what is not below the size again at the finer ones; and
 * neighbours are merged up to the size, each chunk beginning with up to `overlap` of what ended the one before. Lengths
 * are sums over the pieces, as there. Chunks lose white space at their ends.
 */
export function recursiveSplitter(text: string, rule: SplitRule): (range: Range) => readonly Range[] {
  const canCut = canCutIn(text);
  const blocks = rule.markdown
    ? protectedBlocks(text).filter(({ start, end }) => rule.length(text.slice(start, end)) <= rule.size)
    : [];
  const mayCut: CanCut = blocks.length === 0 ? canCut : (at) => !isInside(blocks, at) && canCut(at);
  const job: Job = { text, rule, mayCut, canCut };
  return (range) => split(job, range, rule.separators);
}

function split(job: Job, range: Range, separators: readonly string[]): readonly Range[] {
  const { cuts, finer } = coarsestCuts(job, range, separators);
  const found: Range[] = [];
  let small: Piece[] = [];
  const flush = () => {
    found.push(...merge(job, small));
    small = [];
  };
  for (const { start, end } of between(range, cuts)) {
    const length = job.rule.length(job.text.slice(start, end));
    if (length < job.rule.size) small.push({ start, end, length });
    else {
      flush();
      // What no finer separator parts stays as it is, however large.
      if (finer.length === 0) found.push(...kept(job, [{ start, end }]));
      else found.push(...split(job, { start, end }, finer));
    }
  }
  flush();
  return found;
}

/** The cuts by the first separator that gives any inside the range, and the separators after it. */
function coarsestCuts({ text, mayCut }: Job, range: Range, separators: readonly string[]) {
  for (const [i, separator] of separators.entries()) {
    const cuts = (separator === '' ? everywhere(range) : places(text, range, separator)).filter(mayCut);
    if (cuts.length > 0) return { cuts, finer: separator === '' ? [] : separators.slice(i + 1) };
  }
  return { cuts: [], finer: [] };
}

function everywhere({ start, end }: Range): readonly number[] {
  return Array.from({ length: Math.max(0, end - start - 1) }, (_, i) => start + 1 + i);
}

/** Offsets inside the range where the separator begins. A line break in it is also CR-LF, so that pages are cut alike whatever their line ends. */
function places(text: string, { start, end }: Range, separator: string): readonly number[] {
  const escaped = separator.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\n/g, '\\r?\\n');
  const matches = text.slice(start, end).matchAll(new RegExp(escaped, 'g'));
  return [...matches].map(({ index }) => start + index).filter((at) => at > start);
}

function merge(job: Job, pieces: readonly Piece[]): readonly Range[] {
  const { size, overlap } = job.rule;
  const found: Range[] = [];
  let first = 0;
  let total = 0;
  for (const [i, piece] of pieces.entries()) {
    if (total + piece.length > size && i > first) {
      found.push(...kept(job, pieces.slice(first, i)));
      while (total > overlap || (total + piece.length > size && total > 0)) total -= pieces[first++]!.length;
    }
    total += piece.length;
  }
  found.push(...kept(job, pieces.slice(first)));
  return job.rule.markdown && overlap > 0 ? withoutContained(found) : found;
}

/** Where chunks overlap, what one gave off, or what is left of it without blanks, may be in the next one: it is left out. */
function withoutContained(ranges: readonly Range[]): readonly Range[] {
  let furthest = -1;
  return [...ranges]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ end }) => {
      const isNew = end > furthest;
      furthest = Math.max(furthest, end);
      return isNew;
    });
}

/**
 * Neighbouring pieces as one chunk. Tokens do not add up exactly, and a word without its blank may take one more: what
 * is then too large gives off its last piece, or keeps its blanks.
 */
function kept(job: Job, pieces: readonly Range[]): readonly Range[] {
  if (pieces.length === 0) return [];
  const { text, rule, canCut } = job;
  const whole = { start: pieces[0]!.start, end: pieces.at(-1)!.end };
  const chunk = trimmed(text, whole, canCut);
  if (chunk === null) return [];
  if (!rule.markdown || rule.length(text.slice(chunk.start, chunk.end)) <= rule.size) return [chunk];
  if (pieces.length === 1)
    return [rule.length(text.slice(whole.start, whole.end)) <= rule.size ? whole : chunk];
  return [...kept(job, pieces.slice(0, -1)), ...kept(job, pieces.slice(-1))];
}
