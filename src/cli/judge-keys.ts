import readline from 'node:readline';

/** A key, and for `n` the text that goes with it. */
export type Command = { readonly key: string; readonly text: string };
export type Commands = AsyncIterable<Command>;

/** What the terminal's keys mean, one by one; or, where lines are piped in, the first letter of each line, and the rest of it as a note's text. */
export function commandsFrom(input: NodeJS.ReadStream, output: NodeJS.WritableStream): Commands {
  return input.isTTY ? pressed(input, output) : piped(input);
}

async function* piped(input: NodeJS.ReadStream): Commands {
  for await (const line of readline.createInterface({ input }))
    yield { key: line.slice(0, 1) || ' ', text: line.slice(1).trim() };
}

/** Arrows and their like come as sequences, none of which is a command. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what such keys send.
const SEQUENCE = /\u001B(?:\[[\d;]*[A-Za-z~]|O[A-Z])?/g;

/** Ctrl-C and Ctrl-D. */
const ENDS = new Set(['\u0003', '\u0004']);

async function* pressed(input: NodeJS.ReadStream, output: NodeJS.WritableStream): Commands {
  input.setRawMode(true);
  input.setEncoding('utf8');
  let note: string | null = null;
  try {
    for await (const chunk of input as AsyncIterable<string>) {
      for (const char of chunk.replace(SEQUENCE, '')) {
        if (ENDS.has(char)) return;
        if (note === null && char === 'n') {
          note = '';
          output.write('Note, ended by Enter: ');
        } else if (note === null) yield { key: char, text: '' };
        else if (char === '\r' || char === '\n') {
          output.write('\n');
          yield { key: 'n', text: note.trim() };
          note = null;
        } else note = typed(note, char, output);
      }
    }
  } finally {
    input.setRawMode(false);
    input.pause();
  }
}

/** A line as it is typed, since raw keys are not shown by the terminal. */
function typed(note: string, char: string, output: NodeJS.WritableStream): string {
  if (char === '\u007F' || char === '\b') {
    if (note !== '') output.write('\b \b');
    return [...note].slice(0, -1).join('');
  }
  if (/\p{Cc}/u.test(char)) return note;
  output.write(char);
  return note + char;
}
