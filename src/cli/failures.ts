import path from 'node:path';
import { didYouMean, LabError } from '../errors.js';
import { type Failures, type FailuresOptions, failuresOf, failuresText } from '../judge/failures.js';
import { type FailureLog, readFailureLog } from '../judge/failures-log.js';
import { PERSONAL, type PersonalKind } from '../judge/failures-patterns.js';
import { counted } from '../measure/score-notes.js';
import { shownPath } from '../project.js';
import type { Words } from './args.js';
import { print } from './output.js';
import { writeOut } from './write-out.js';

/** `rlab failures import LOG`: queries that users were badly served on, as a file to be pooled. */
export async function act(words: Words): Promise<void> {
  const [action, file] = words.positionals as [string, string];
  if (action !== 'import')
    throw new LabError(
      `rlab failures: found "${action}", wanted import LOG${didYouMean(action, ['import']) || '; see rlab failures --help'}`,
    );
  const out = words.text('out') ?? 'failures.jsonl';
  if (path.resolve(out) === path.resolve(file))
    throw new LabError(
      `rlab failures: --out is ${out}, the log itself, wanted another file; name one, and keep the log`,
    );
  const options = optionsIn(words);
  const log = await readFailureLog(file);
  const found = kept(log, options);
  if (found.failures.length === 0) throw noFailure(file, found, log);
  writeOut('rlab failures: --out', out, failuresText(found.failures));
  const { failures, flags, left } = found;
  print(
    words.flag('json'),
    { file: out, queries: failures.length, left: { ...left, withoutQuery: log.withoutQuery }, flags },
    () => told(found, log, out, options.personal === 'redact'),
  );
}

function optionsIn(words: Words): FailuresOptions {
  const [redact, drop] = [words.flag('redact'), words.flag('drop-flagged')];
  if (redact && drop)
    throw new LabError(
      'rlab failures: found --redact and --drop-flagged, wanted one of them; what is redacted need not be dropped',
    );
  const kind = words.text('kind');
  return {
    personal: redact ? 'redact' : drop ? 'drop' : 'refuse',
    ...(kind === undefined ? {} : { kind }),
  };
}

/** What the function refuses is told with the options that say what to do. */
function kept(log: FailureLog, options: FailuresOptions): Failures {
  try {
    return failuresOf(log, options);
  } catch (thrown) {
    if (!(thrown instanceof LabError) || thrown.problems.length === 0) throw thrown;
    const [first] = thrown.message.split('\n');
    throw new LabError(
      `rlab ${first}`.replace(
        'nothing was kept; redact it, or drop these rows:',
        'nothing was written; add --redact to put [email] and the like in its place, or --drop-flagged to leave these rows out:',
      ),
      thrown.problems,
    );
  }
}

function told({ failures, flags, left }: Failures, log: FailureLog, out: string, redact: boolean): string {
  const times = failures.reduce((sum, failure) => sum + failure.times, 0);
  return [
    `${counted(failures.length, 'query', 'queries')} of ${counted(times, 'failure', 'failures')}, the most frequent ${counted(failures[0]!.times, 'time', 'times')}, ${failures.length === 1 ? 'is' : 'are'} in ${out}.`,
    ...(log.hasThumbs ? [] : ['No row has a thumb, so all are taken for failures.']),
    ...leftOut(left, log),
    ...(flags.length > 0 && redact ? [`Replaced: ${kindsOf(flags)}.`] : []),
    ...(flags.length > 0 && !redact ? [`Found in what was dropped: ${kindsOf(flags)}.`] : []),
    'Only what has a form is found: names and addresses are not, so read the file before you share it.',
    `To pool them: rlab pool --queries ${out} --experiment FILE`,
  ].join('\n');
}

function leftOut({ up, silent, dropped }: Failures['left'], { withoutQuery }: FailureLog): readonly string[] {
  const parts = [
    up > 0 ? counted(up, 'thumb up', 'thumbs up') : '',
    silent > 0 ? `${silent} without a thumb` : '',
    withoutQuery > 0 ? `${withoutQuery} without a query` : '',
    dropped > 0 ? `${dropped} with what looks like personal data or a secret` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? [] : [`Rows left out: ${parts.join(', ')}.`];
}

function kindsOf(flags: Failures['flags']): string {
  const counts = new Map<PersonalKind, number>();
  for (const { kind } of flags) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, n]) => `${n} × ${PERSONAL[kind]}`).join(', ');
}

function noFailure(file: string, { left }: Failures, log: FailureLog): LabError {
  const why = leftOut(left, log)[0]?.replace(/^Rows left out: |\.$/g, '') ?? 'no row';
  return new LabError(
    `${shownPath(file)}: holds no failure to keep (${why}), wanted at least one; nothing was written, check the log`,
  );
}
