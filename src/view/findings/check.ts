import { lasting, saysUncommitted } from './methods-value.js';
import { claimsOf, claimText } from './report-claims.js';
import type { Placeholder, ReportText } from './report-text.js';
import type { Source } from './sources.js';
import { type Drawing, type Valued, valuesOf } from './values.js';

export type Reason =
  | 'drifted'
  | 'edited'
  | 'not filled in'
  | 'cannot be remade'
  | 'dirty'
  | 'superseded'
  | 'mixed versions'
  | 'claim';

/** One thing that no longer holds, as a sentence with its place. */
export type Problem = { readonly reason: Reason; readonly line: number | null; readonly message: string };

export type Checked = {
  readonly problems: readonly Problem[];
  readonly placeholders: number;
  /** Placeholders that could not be looked at, since they rest on a run that cannot be remade. */
  readonly unchecked: number;
};

export type CheckOptions = {
  /** Reads a file beside the report; null where there is none. */
  readonly read: (file: string) => string | null;
  readonly draw: (figure: Drawing['figure']) => Promise<string>;
};

/** A committed report against the runs behind it: each number that is another, or was never there, and each sentence that says more than the one rule. */
export async function checkReport(
  report: ReportText,
  sources: readonly Source[],
  options: CheckOptions,
): Promise<Checked> {
  const values = valuesOf(report, sources);
  const problems: Problem[] = [];
  for (const one of values) problems.push(...(await problemsOf(one, options)));
  if (!values.some(({ placeholder }) => placeholder.ask.kind === 'methods'))
    problems.push(
      problem('not filled in', null, 'has no methods paragraph, wanted one; fill it in with rlab report'),
    );
  const claims = claimsOf(report, values).map((claim) => problem('claim', claim.line, claimText(claim)));
  const missing = values.filter((one) => 'fault' in one && one.fault.reason === 'missing').length;
  return { problems: [...problems, ...claims], placeholders: values.length, unchecked: missing };
}

async function problemsOf(one: Valued, options: CheckOptions): Promise<readonly Problem[]> {
  const { placeholder } = one;
  const { line, filled, edited } = placeholder;
  const say = (reason: Reason, text: string) => [problem(reason, line, `{{${placeholder.source}}} ${text}`)];
  if ('fault' in one) {
    if (one.fault.reason === 'missing') return [];
    return say(one.fault.reason === 'mixed' ? 'mixed versions' : 'cannot be remade', one.fault.message);
  }
  const { text, drawing } = one.value;
  if (filled === null) return say('not filled in', 'is not filled in, wanted its value; run rlab report');
  if (edited)
    return say('edited', `was edited by hand: ${filled} is in its comment and not before it, is ${text}`);
  if (placeholder.ask.kind === 'methods') return methodsProblems(placeholder, filled, text);
  if (filled !== text) return say('drifted', difference(filled, text));
  return drawing === null ? [] : await drawingProblems(placeholder, drawing, options);
}

/** Day and commit are those of the runs that the committed numbers are of, and others than those made for the check. */
function methodsProblems({ line, source }: Placeholder, filled: string, text: string): readonly Problem[] {
  const drifted = lasting(filled) === lasting(text) ? [] : [difference(lasting(filled), lasting(text))];
  return [
    ...drifted.map((words) => problem('drifted', line, `{{${source}}} ${words}`)),
    ...(saysUncommitted(filled)
      ? [
          problem(
            'dirty',
            line,
            'the report was filled in from runs made with changes that were in no commit, wanted none; commit them, run the experiments again and fill it in again',
          ),
        ]
      : []),
  ];
}

async function drawingProblems(
  { line, source }: Placeholder,
  { figure, file }: Drawing,
  { read, draw }: CheckOptions,
): Promise<readonly Problem[]> {
  const there = read(file);
  if (there === null)
    return [
      problem('drifted', line, `{{${source}}} has no file ${file}, wanted its picture; run rlab report`),
    ];
  if (there === (await draw(figure))) return [];
  return [
    problem(
      'drifted',
      line,
      `{{${source}}} has another picture in ${file} than its runs give; run rlab report`,
    ),
  ];
}

function problem(reason: Reason, line: number | null, message: string): Problem {
  return { reason, line, message };
}

/** Of several lines the first that is another. */
function difference(was: string, is: string): string {
  const [before, after] = [was.split('\n'), is.split('\n')];
  if (before.length === 1 && after.length === 1) return `was ${was}, is ${is}`;
  const at = before.findIndex((line, i) => line !== after[i]);
  const i = at < 0 ? before.length : at;
  const shown = (line: string | undefined) => (line === undefined ? 'not there' : `"${line}"`);
  return `was ${shown(before[i])}, is ${shown(after[i])}`;
}
