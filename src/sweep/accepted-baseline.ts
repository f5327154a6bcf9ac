import { LabError } from '../errors.js';
import { shortRun } from '../measure/short-run.js';
import type { Result, Run } from '../types.js';

/** A run that a team has agreed to be no worse than, with the day and the reason. */
export type AcceptedBaseline = {
  /** ISO 8601, a day. */
  readonly accepted: string;
  readonly note: string;
  readonly run: Run;
};

const FORMAT = 'retrieval-lab accepted baseline 1';

/** The baseline as text to commit: header first, then a case and its result a line, so that a change shows as the lines it is. Hits are left out. */
export function baselineText({ accepted, note, run }: AcceptedBaseline): string {
  const { cases, results, ...header } = run;
  const byId = new Map(results.map((result) => [result.caseId, result]));
  const lines = cases.map((item) => JSON.stringify({ ...item, result: shortened(byId.get(item.id)) }));
  const head = JSON.stringify({ format: FORMAT, accepted, note, run: header }, null, 2);
  return `${head.slice(0, -2)},\n  "cases": [\n    ${lines.join(',\n    ')}\n  ]\n}\n`;
}

function shortened(result: Result | undefined) {
  if (result === undefined) return null;
  const { status, message, metrics, ranks, pageCount, latencyMs, contextTokens } = result;
  return {
    status,
    message,
    metrics,
    ranks,
    pageCount,
    latencyMs: latencyMs === null ? null : Number(latencyMs.toFixed(3)),
    contextTokens,
  };
}

type Row = Run['cases'][number] & {
  readonly result: Omit<Result, 'caseId' | 'kind' | 'query' | 'hits'> | null;
};

/** Reads it back. Throws a LabError for a file that is none. */
export function readBaseline(text: string, where: string): AcceptedBaseline {
  const given = parsed(text, where) as Partial<Omit<AcceptedBaseline, 'run'>> & {
    readonly format?: unknown;
    readonly run?: Omit<Run, 'cases' | 'results'>;
    readonly cases?: readonly Row[];
  };
  if (given?.format !== FORMAT || given.run === undefined || !Array.isArray(given.cases))
    throw new LabError(
      `${where}: is no accepted baseline (its format is ${JSON.stringify(given?.format)}), wanted "${FORMAT}"; make one with rlab baseline --accept RUN --note TEXT --out ${where}`,
    );
  const rows = given.cases as readonly Row[];
  const cases = rows.map(({ result: _, ...item }) => item);
  const results = rows.flatMap(({ id, kind, query, result }) =>
    result === null ? [] : [{ caseId: id, kind, query, hits: [], ...result }],
  );
  const run = shortRun({ ...given.run, cases, results });
  return { accepted: given.accepted ?? 'unknown', note: given.note ?? '', run };
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new LabError(
      `${where}: is no JSON (${(thrown as Error).message}), wanted an accepted baseline; make one with rlab baseline --accept RUN --note TEXT --out ${where}`,
    );
  }
}
