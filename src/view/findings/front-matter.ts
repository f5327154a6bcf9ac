import { didYouMean, LabError, messageOf } from '../../errors.js';

/** What a report says of itself before its first line. */
export type FrontMatter = {
  /** The files of the experiments whose arms it speaks of, as written: from the project's folder on. */
  readonly experiments: readonly string[];
  /** Where the report's text begins. */
  readonly end: number;
};

const FENCED = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const KEYS = ['experiments', 'title'];

/** Throws a LabError where the front matter is none, or names no experiment. */
export function readFrontMatter(
  file: string,
  text: string,
  parseYaml: (text: string) => unknown,
): FrontMatter {
  const match = FENCED.exec(text);
  if (match === null)
    throw new LabError(
      `${file}:1: has no front matter, wanted lines such as "---", "experiments: [experiments/chunk-sizes.ts]", "---" that name the experiments whose arms it speaks of; add them`,
    );
  const values = parsed(file, match[1]!, parseYaml);
  const unknown = Object.keys(values).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    throw new LabError(
      `${file}:1: the front matter has "${unknown}", wanted ${KEYS.join(' or ')}${didYouMean(unknown, KEYS) || '; drop it'}`,
    );
  const { experiments } = values as { readonly experiments?: unknown };
  const list = typeof experiments === 'string' ? [experiments] : experiments;
  const named = Array.isArray(list) && list.length > 0 && list.every((one) => typeof one === 'string');
  if (!named)
    throw new LabError(
      `${file}:1: the front matter names the experiments ${JSON.stringify(experiments) ?? 'not at all'}, wanted a list of files; write experiments: [experiments/chunk-sizes.ts], say`,
    );
  return { experiments: [...new Set(list as readonly string[])], end: match[0].length };
}

function parsed(file: string, yaml: string, parseYaml: (text: string) => unknown): object {
  let value: unknown;
  try {
    value = parseYaml(yaml);
  } catch (thrown) {
    throw new LabError(`${file}:1: the front matter is no YAML (${messageOf(thrown)}); correct it`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new LabError(
    `${file}:1: the front matter is ${JSON.stringify(value)}, wanted keys and values; write experiments: [FILE]`,
  );
}
