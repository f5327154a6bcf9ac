import type { JsonLine } from '../dataset/jsonl.js';
import { didYouMean, LabError } from '../errors.js';
import { readText } from '../files/text-lines.js';
import { shownPath } from '../project.js';
import { type Cells, shownIn, type Thumb, thumbIn, told } from './failures-cells.js';
import { withoutPersonal } from './failures-personal.js';
import { itemsOf, jsonRows, tableRows } from './queries-lines.js';

/** One row of a log: what somebody asked, which pages they were shown, and what they thought of it. */
export type LogRow = {
  readonly place: string;
  readonly query: string;
  readonly shown: readonly string[];
  readonly thumb: Thumb;
};

export type FailureLog = {
  readonly rows: readonly LogRow[];
  /** Whether any row says what somebody thought; where none does, all are failures. */
  readonly hasThumbs: boolean;
  /** Rows whose query is blank, which are left out. */
  readonly withoutQuery: number;
};

const QUERY: readonly string[] = ['query', 'question', 'q', 'text', 'input'];
const SHOWN: readonly string[] = ['shown', 'results', 'docs'];
const THUMBS: readonly string[] = ['thumbs', 'feedback', 'rating'];

/**
 * Reads a log of queries: JSON lines, a JSON list, CSV or TSV with a header, told by content. The query is in a column `query`, `question`, `q`, `text` or `input`; the pages in
 * `shown`, `results` or `docs`, as a list or parted by `;`; the thumb in `thumbs`, `feedback` or `rating`. Other columns, such as a time or a user, are not taken.
 * Throws a LabError that lists every row that cannot be read.
 */
export async function readFailureLog(file: string): Promise<FailureLog> {
  const problems: string[] = [];
  const lines = (await logLines(file, problems)).map(({ place, value }) => ({
    place,
    cells: lowerCase(value),
  }));
  const asking = lines.filter(({ cells }) => nameIn(cells, QUERY) !== undefined);
  if (asking.length === 0 && problems.length === 0) throw withoutColumn(file, lines[0]?.cells);
  const rows = asking.flatMap(({ place, cells }) => logRow(place, cells, problems));
  if (problems.length > 0)
    throw new LabError(`${shownPath(file)}: holds what is no row of a log; correct each:`, problems);
  const hasThumbs = rows.some(({ thumb }) => thumb !== 'none');
  return { rows, hasThumbs, withoutQuery: lines.length - rows.length };
}

async function logLines(file: string, problems: string[]): Promise<readonly JsonLine[]> {
  const pieces: string[] = [];
  await readText(file, (piece) => void pieces.push(piece));
  const text = pieces.join('');
  const where = shownPath(file);
  if (text.trimStart().startsWith('[')) return itemsOf(text, where, problems);
  if (text.trimStart().startsWith('{')) return jsonRows(text, where, problems);
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  try {
    return await tableRows(file, header.includes('\t') ? 'tsv' : 'csv');
  } catch (thrown) {
    // It may name columns, which are what somebody asked where there is no header.
    throw thrown instanceof LabError ? new LabError(withoutPersonal(thrown.message)) : thrown;
  }
}

function lowerCase(value: unknown): Cells {
  return Object.fromEntries(
    Object.entries(value as object).map(([name, cell]) => [name.toLowerCase(), cell]),
  );
}

function nameIn(cells: Cells, names: readonly string[]): string | undefined {
  return names.find((name) => Object.hasOwn(cells, name));
}

/** The row, or none where its query is blank. */
function logRow(place: string, cells: Cells, problems: string[]): readonly LogRow[] {
  const say = (sentence: string) => problems.push(`${place}: ${sentence}`);
  const [name, shown, thumb] = [QUERY, SHOWN, THUMBS].map((names) => nameIn(cells, names));
  const query = cells[name!];
  if (query === null || (typeof query === 'string' && query.trim() === '')) return [];
  if (typeof query !== 'string') {
    say(`"${name}" is ${told(query)}, wanted a text; correct it`);
    return [];
  }
  return [
    {
      place,
      query: query.trim(),
      shown: shown === undefined ? [] : shownIn(shown, cells[shown], say),
      thumb: thumb === undefined ? 'none' : thumbIn(thumb, cells[thumb], say),
    },
  ];
}

function withoutColumn(file: string, first: Cells | undefined): LabError {
  if (first === undefined)
    return new LabError(`${shownPath(file)}: holds no row, wanted at least one; check the file`);
  const names = Object.keys(first);
  const hint = names.map((name) => didYouMean(name, QUERY.slice(0, 2))).find((one) => one !== '');
  // Without a header the names are what somebody asked.
  const told = withoutPersonal(names.map(brief).join(', '));
  return new LabError(
    `${shownPath(file)}: has the columns ${told}, wanted one with the query (${QUERY.join(', ')})${hint ?? '; rename one'}`,
  );
}

function brief(name: string): string {
  return name.length > 40 ? `${name.slice(0, 37)}…` : name;
}
