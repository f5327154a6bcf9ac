#!/usr/bin/env node
import { COMMON, readWords } from './args.js';
import { VERBS, type Verb } from './verbs.js';

/** The command line's one door. Everything heavy is behind the verbs, so that help comes at once. */
async function main(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return console.log(help());
  if (name === '--version') return console.log(await version());
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined) {
    const { didYouMean, LabError } = await import('../errors.js');
    const hint = didYouMean(name, Object.keys(VERBS)) || '; see rlab --help';
    throw new LabError(
      `rlab: the verb "${name}" is unknown, wanted one of ${Object.keys(VERBS).join(', ')}${hint}`,
    );
  }
  const words = readWords(name, rest, verb.options, verb.operands);
  if (words.flag('help')) return console.log(verbHelp(name, verb));
  await (await verb.load()).act(words);
}

function help(): string {
  const width = Math.max(
    ...Object.entries(VERBS).map(([name, verb]) => `${name} ${verb.operands.names}`.length),
  );
  const lines = Object.entries(VERBS).map(
    ([name, verb]) => `  ${`${name} ${verb.operands.names}`.padEnd(width)}  ${verb.summary}`,
  );
  return [
    'rlab records retrieval runs, compares them query by query, and says what can be told.',
    '',
    'rlab VERB [options]',
    ...lines,
    '',
    'A run is named by its id, a unique prefix of it, or its name (the latest). rlab VERB --help tells more.',
  ].join('\n');
}

function verbHelp(name: string, verb: Verb): string {
  const shown = Object.entries({ ...verb.options, ...COMMON }).map(
    ([option, { value, short, help: text }]) => [
      `${short === undefined ? '' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`,
      text,
    ],
  );
  const width = Math.max(...shown.map(([option]) => option!.length));
  return [
    `rlab ${name} ${verb.operands.names}`.trim(),
    `  ${verb.summary}`,
    '',
    ...shown.map(([option, text]) => `  ${option!.padEnd(width)}  ${text}`),
  ].join('\n');
}

async function version(): Promise<string> {
  const { default: fs } = await import('node:fs');
  return (
    JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  ).version;
}

/** A mistake in what was typed is one sentence and exit code 2; a fault of ours asks to be reported. */
function fail(thrown: unknown): void {
  const { name, message, exitCode, stack } = thrown as {
    name?: string;
    message?: string;
    exitCode?: number;
    stack?: string;
  };
  if (name === 'LabError') {
    console.error(shown(`rlab: ${message}`.replace(/^rlab: rlab/, 'rlab')));
    process.exitCode = exitCode ?? 2;
    return;
  }
  const known = process.env['LAB_DEBUG'] ? stack : `${message ?? thrown} (set LAB_DEBUG=1 to see where)`;
  console.error(`rlab: a fault of rlab's own: ${known}`);
  process.exitCode = 1;
}

/** Names and texts of files stand in messages; what would move the cursor or hide a word is made visible. */
function shown(message: string): string {
  return message.replace(/(?!\n)[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

/** Whoever reads has read enough: `rlab export RUN | head`. */
process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
  if (fault.code !== 'EPIPE') throw fault;
  process.exit(0);
});

main(process.argv.slice(2)).catch(fail);
