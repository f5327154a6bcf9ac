import { TOLERANCE } from '../../measure/protocol.js';
import type { Run } from '../../types.js';
import { markdownText } from '../tables.js';
import type { Ask } from './ask.js';
import { allArms, type Source, sourceNamed } from './sources.js';
import type { Tester } from './tested.js';

/** What the line of a methods paragraph begins with that may differ each time the same numbers are made. */
export const MADE = 'Made ';

const UNCOMMITTED = 'with changes that were not committed';

/** How the numbers of a report were made: a line for each experiment, what all of them share, and when and from what they were made. */
export function methodsValue(
  ask: Extract<Ask, { kind: 'methods' }>,
  sources: readonly Source[],
  tester: Tester,
): string {
  const named = ask.of.length === 0 ? sources : ask.of.map((name) => sourceNamed(sources, name));
  const runs = named.flatMap((source) => allArms(source).map(({ run }) => run));
  return [
    named.map((source) => experimentLine(source, tester)).join('\n'),
    protocolText(runs),
    madeLine(runs),
  ].join('\n\n');
}

function experimentLine(source: Source, tester: Tester): string {
  const runs = allArms(source).map(({ run }) => run);
  const { primary } = source.experiment;
  const tests = [...new Set(tester.declared(source).map(({ test }) => test))];
  const what = [
    `${source.dataset}: ${each(runs, (run) => run.casesVersion)} over ${each(runs, (run) => run.corpusVersion ?? 'pages of no known version')}`,
    `n = ${each(runs, (run) => String(run.results.length))}, k = ${each(runs, (run) => String(run.k))} pages, depth = ${each(runs, (run) => String(run.depth))} chunks`,
    `by ${primary}`,
    tests.length === 0 ? 'nothing was compared' : `test: ${tests.join('; ')}`,
  ];
  return `- ${markdownText(source.name)} (\`${source.file.replaceAll('`', '')}\`): ${markdownText(what.join('; '))}.`;
}

function protocolText(runs: readonly Run[]): string {
  const said = (pick: (run: Run) => string) => each(runs, pick);
  const sentences = [
    `Pages are counted once (${said(({ protocol }) => protocol.dedupe)}), equal scores stand ${said(({ protocol }) => protocol.ties)}, failed queries are ${said(({ protocol }) => protocol.failures)}.`,
    `A page is relevant from grade ${said(({ protocol }) => String(protocol.relevanceThreshold))} on unless the metric says otherwise, what nobody judged is ${said(({ protocol }) => protocol.unjudged)}, gains are ${said(({ protocol }) => protocol.gains)}, tokens are those of ${said(({ protocol }) => protocol.tokenizer ?? 'no known tokenizer')}.`,
    `Differences are taken query by query; those of at most ${TOLERANCE} are the same. p is of a paired randomization test, and the 95 % interval of a difference holds what the same test does not reject. The 95 % interval of a mean is Wilson's where each query has 0 or 1, else a bootstrap.`,
  ];
  return sentences.map(markdownText).join(' ');
}

function madeLine(runs: readonly Run[]): string {
  const dates = [...new Set(runs.map((run) => run.startedAt.slice(0, 10)))].sort();
  const days = dates.length === 1 ? `on ${dates[0]}` : `from ${dates[0]} to ${dates.at(-1)}`;
  const commits = [
    ...new Set(runs.map(({ environment }) => environment.gitCommit?.slice(0, 12) ?? 'unknown')),
  ].sort();
  const dirty = runs.some(({ environment }) => environment.gitDirty === true) ? `, ${UNCOMMITTED}` : '';
  return `${MADE}${days}, commit ${commits.join(', ')}${dirty}.`;
}

/** Whether a paragraph says that its runs were made from files that are in no commit. */
export function saysUncommitted(methods: string): boolean {
  return methods.split('\n').some((line) => line.startsWith(MADE) && line.includes(UNCOMMITTED));
}

/** The paragraph without day and commit. */
export function lasting(methods: string): string {
  return methods
    .split('\n')
    .map((line) => (line.startsWith(MADE) ? MADE : line))
    .join('\n');
}

function each(runs: readonly Run[], pick: (run: Run) => string): string {
  return [...new Set(runs.map(pick))].join(' / ');
}
