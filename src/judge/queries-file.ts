import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { queryKey, type UnlabelledQuery } from './queries.js';
import { queryLines } from './queries-lines.js';
import { isPullRequest, type QueryRow, queryRow } from './queries-row.js';

export type QueriesRead = {
  /** In the order of the file, each text once. */
  readonly queries: readonly UnlabelledQuery[];
  /** Where a query came again, and the id of the one that it was merged with. */
  readonly merged: readonly { readonly place: string; readonly id: string }[];
  /** Pull requests among issues, which are left out. */
  readonly pullRequests: number;
  /** Queries that came with labels, which are not read. */
  readonly labelled: number;
};

/**
 * Reads queries that are to be judged, the format told by content: JSON lines or a JSON list of `{ id, query, kind, … }` with flat fields, where id and kind may be missing;
 * issues as `gh issue list --json number,title` writes them (the titles are the queries); CSV or TSV with a header; lines of id, tab, query; or a query on each line. What
 * comes twice is merged with its first: that one's id, kind and fields stay, and pages shown are put together. Throws a LabError that lists every bad line.
 */
export async function readQueries(file: string): Promise<QueriesRead> {
  const problems: string[] = [];
  const lines = await queryLines(file, problems);
  const wanted = lines.filter((line) => !isPullRequest(line));
  const rows = wanted.flatMap((line) => queryRow(line, problems) ?? []);
  const { queries, merged } = mergedRows(rows, problems);
  if (problems.length > 0)
    throw new LabError(`${shownPath(file)}: holds what is no query; correct each:`, problems);
  if (queries.length === 0)
    throw new LabError(`${shownPath(file)}: holds no query, wanted at least one; check the file`);
  const labelled = rows.filter((row) => row.labelled).length;
  return { queries, merged, pullRequests: lines.length - wanted.length, labelled };
}

function mergedRows(rows: readonly QueryRow[], problems: string[]): Pick<QueriesRead, 'queries' | 'merged'> {
  const byText = new Map<string, UnlabelledQuery>();
  const places = new Map<string, string>();
  const merged: { place: string; id: string }[] = [];
  for (const { place, query } of rows) {
    const key = queryKey(query.query);
    const before = byText.get(key);
    if (before !== undefined) {
      byText.set(key, { ...before, shown: [...new Set([...before.shown, ...query.shown])] });
      merged.push({ place, id: before.id });
    } else if (places.has(query.id))
      problems.push(
        `${place}: query "${query.id}" has the id of ${places.get(query.id)} and another text, wanted each id once; rename one`,
      );
    else {
      byText.set(key, query);
      places.set(query.id, place);
    }
  }
  return { queries: [...byText.values()], merged };
}
