import { parseArgs } from 'node:util';
import { didYouMean, LabError } from '../errors.js';

/** An option: a flag, or one with a value whose placeholder is shown in the help. */
export type Option = {
  readonly value?: string;
  readonly help: string;
  /** One letter, as in `-m`. */
  readonly short?: string;
  /** Takes all words up to the next option, and may come again. */
  readonly many?: boolean;
};

export type Options = Readonly<Record<string, Option>>;

export type Words = {
  readonly positionals: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  /** All values of an option that takes many. */
  readonly list: (name: string) => readonly string[];
  /** A whole number of at least 1. */
  readonly count: (name: string, fallback: number) => number;
};

export const COMMON: Options = {
  store: {
    value: 'FILE',
    help: 'the store; else LAB_STORE, else lab.sqlite beside the nearest package.json',
  },
  json: { help: 'print JSON' },
  help: { help: 'print this help' },
};

/** Reads a verb's words. Unknown or valueless options and a wrong number of operands are each one sentence. */
export function readWords(
  verb: string,
  args: readonly string[],
  options: Options,
  operands: { readonly least: number; readonly most: number; readonly names: string },
): Words {
  const known: Options = { ...options, ...COMMON };
  const config = Object.fromEntries(
    Object.entries(known).map(([name, option]) => [
      name,
      {
        type: option.value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: option.many === true,
        ...(option.short === undefined ? {} : { short: option.short }),
      },
    ]),
  );
  const { values, tokens } = parseArgs({
    args: [...args],
    options: config,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  for (const token of tokens) if (token.kind === 'option') checkOption(verb, token, known);
  checkOnce(verb, tokens, known);
  const { positionals, lists } = sharedOut(tokens, known);
  if (!values['help'] && (positionals.length < operands.least || positionals.length > operands.most)) {
    throw new LabError(
      `rlab ${verb}: found ${positionals.length === 1 ? '1 operand' : `${positionals.length} operands`}, wanted ${operands.names || 'none'}; see rlab ${verb} --help`,
    );
  }
  return {
    positionals,
    flag: (name) => values[name] === true,
    list: (name) => lists.get(name) ?? [],
    text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    count: (name, fallback) => wholeNumber(verb, name, values[name], fallback),
  };
}

/** The last of two would win and the first be lost unsaid. */
function checkOnce(verb: string, tokens: readonly AnyToken[], known: Options): void {
  const seen = new Set<string>();
  for (const { kind, name } of tokens) {
    if (kind !== 'option' || known[name!]?.many) continue;
    if (seen.has(name!))
      throw new LabError(`rlab ${verb}: --${name} is there twice, wanted it once; drop one`);
    seen.add(name!);
  }
}

type AnyToken = { readonly kind: string; readonly name?: string; readonly value?: string | undefined };

/** Words that follow an option which takes many belong to it; all others are operands. */
function sharedOut(tokens: readonly AnyToken[], known: Options) {
  const positionals: string[] = [];
  const lists = new Map<string, string[]>();
  let open: string | null = null;
  for (const { kind, name, value } of tokens) {
    if (kind === 'option') {
      open = known[name!]?.many === true ? name! : null;
      if (open !== null) lists.set(open, [...(lists.get(open) ?? []), value!]);
    } else if (kind === 'positional') {
      if (open === null) positionals.push(value!);
      else lists.get(open)!.push(value!);
    } else open = null;
  }
  return { positionals, lists };
}

type Token = { readonly name: string; readonly rawName: string; readonly value?: string | undefined };

function checkOption(verb: string, { name, rawName, value }: Token, known: Options): void {
  const option = known[name];
  if (option === undefined) {
    const hint = didYouMean(
      rawName,
      Object.keys(known).map((one) => `--${one}`),
    );
    throw new LabError(
      `rlab ${verb}: the option ${rawName} is unknown, wanted one of ${Object.keys(known)
        .map((one) => `--${one}`)
        .join(', ')}${hint || '; drop it'}`,
    );
  }
  if (option.value !== undefined && (value === undefined || value.trim() === ''))
    throw new LabError(`rlab ${verb}: ${rawName} has no value, wanted ${rawName} ${option.value}; add it`);
  if (option.value === undefined && value !== undefined)
    throw new LabError(`rlab ${verb}: ${rawName} takes no value, found "${value}"; drop it`);
}

function wholeNumber(verb: string, name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new LabError(
    `rlab ${verb}: --${name} is "${value}", wanted a whole number of at least 1; correct it`,
  );
}
