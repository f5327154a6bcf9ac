import { z } from 'zod';

/**
 * The files' shapes. This is the one file that imports zod: it loads slowly, so the command line reaches it only when
 * a dataset or an experiment is read, and no public type mentions it.
 */

const text = z.string().refine((value) => value.trim() !== '', { message: 'must not be blank' });
const offset = z.int().min(0);

const label = z.strictObject({
  doc: text,
  grade: z.int().min(0).optional(),
  start: offset.optional(),
  end: offset.optional(),
  quote: text.optional(),
  need: text.optional(),
});

const caseRow = z.looseObject({
  id: text,
  query: text,
  kind: text.optional(),
  relevant: z.array(label).optional(),
  relevant_doc_ids: z.array(text).optional(),
  relevant_chunk_ids: z.array(text).optional(),
});

const qaRow = z.looseObject({
  id: text,
  question: text,
  answer: text.optional(),
  citations: z.array(text).optional(),
  unanswerable: z.boolean().optional(),
});

const fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const manifest = z.strictObject({
  name: text.optional(),
  description: z.string().optional(),
  licence: z.string().optional(),
  source: z.string().optional(),
  packages: z
    .array(z.strictObject({ alias: text, package: text, folder: z.string(), pages: z.int().min(1) }))
    .optional(),
  pages: z
    .array(
      z.strictObject({
        id: text,
        package: text,
        file: text,
        sha256: z.string().regex(/^[0-9a-f]{64}$/, { message: 'must be 64 hex digits' }),
        fields: fields.optional(),
      }),
    )
    .optional(),
});

const poolHeader = z.looseObject({
  format: z.literal('retrieval-lab pool'),
  version: z.literal(1),
  name: text,
  made: text,
  dataset: text,
  corpusVersion: text,
  arms: z.array(text).min(1),
  depth: z.int().min(1),
  how: text,
  withLabelled: z.boolean().optional(),
});

const poolRow = z.strictObject({
  id: text,
  query: text,
  kind: text.optional(),
  fields: fields.optional(),
  pages: z.array(text).min(1),
});

const saidJudgment = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { message: 'is a UUID' }),
  caseId: text,
  query: text,
  doc: text,
  docDigest: text,
  grade: z
    .int()
    .nullable()
    .refine((grade) => grade === null || [0, 1, 2].includes(grade), { message: 'is 0, 1, 2 or null' }),
  spans: z
    .array(
      z.strictObject({
        start: offset,
        end: offset,
        grade: z.int().min(1),
        need: text.refine((need) => need.length <= 200, { message: 'has at most 200 characters' }).optional(),
      }),
    )
    .refine((spans) => spans.length <= 100, { message: 'has at most 100 spans' }),
  note: z.string().refine((note) => note.length <= 5000, { message: 'has at most 5000 characters' }),
  judgedAt: z.string().refine((at) => !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at, {
    message: 'is a time as 2026-01-31T12:00:00.000Z',
  }),
});

/** What a model is asked to answer. The descriptions reach it. */
const citedAnswer = z.strictObject({
  answer: z.string().describe('The answer in one to three sentences; empty where the passages do not say.'),
  citations: z.array(
    z.strictObject({
      doc: z.string().describe('The page of the passage, exactly as it is named above it.'),
      quote: z.string().describe('The words of that passage which carry the answer, copied exactly.'),
    }),
  ),
  abstained: z.boolean().describe('true where the passages do not answer the question.'),
});

export type CitedAnswer = z.infer<typeof citedAnswer>;

/** The shape of an answer with citations, for a server that holds a model to it; a zod schema, which no type here mentions. */
export function citedAnswerShape(): { readonly name: string; readonly schema: unknown } {
  return { name: 'cited_answer', schema: citedAnswer };
}

const schemas = { caseRow, qaRow, manifest, poolHeader, poolRow, saidJudgment };

export type CaseRow = z.infer<typeof caseRow>;
export type QaRow = z.infer<typeof qaRow>;
export type Manifest = z.infer<typeof manifest>;
export type PoolHeader = z.infer<typeof poolHeader>;
export type PoolRow = z.infer<typeof poolRow>;
export type SaidJudgment = z.infer<typeof saidJudgment>;
type Parsed = {
  caseRow: CaseRow;
  qaRow: QaRow;
  manifest: Manifest;
  poolHeader: PoolHeader;
  poolRow: PoolRow;
  saidJudgment: SaidJudgment;
};

/** A value of the named shape, or for each fault a clause such as `"grade" is "2", wanted an integer`. */
export function check<Name extends keyof Parsed>(
  name: Name,
  value: unknown,
):
  | { readonly value: Parsed[Name]; readonly faults: null }
  | { readonly value: null; readonly faults: readonly string[] } {
  const outcome = schemas[name].safeParse(value);
  if (outcome.success) return { value: outcome.data as Parsed[Name], faults: null };
  return { value: null, faults: outcome.error.issues.map((issue) => clause(issue, value)) };
}

function clause(issue: z.core.$ZodIssue, value: unknown): string {
  const where = pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `"${key}"`).join(', ');
    return `${where === '' ? 'the object' : `"${where}"`} has the unknown key ${keys}, wanted only known ones`;
  }
  const found = shown(valueAt(value, issue.path));
  const wanted = wantedText(issue);
  return found === 'undefined'
    ? `"${where}" is missing, wanted ${wanted}`
    : `"${where}" is ${found}, wanted ${wanted}`;
}

function wantedText(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return named(issue.expected);
  if (issue.code === 'too_small')
    return `${issue.origin === 'array' ? 'a list of at least' : 'a number of at least'} ${issue.minimum}`;
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(' or ');
  if (issue.code === 'invalid_union') return 'a string, number, boolean or null';
  return `a value that ${issue.message}`;
}

function named(expected: string): string {
  const words: Record<string, string> = {
    array: 'a list',
    int: 'an integer',
    object: 'an object',
    record: 'an object',
    boolean: 'true or false',
  };
  return words[expected] ?? `a ${expected}`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${String(part)}`))
    .join('');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part], value);
}

function shown(value: unknown): string {
  if (value === undefined) return 'undefined';
  const json = JSON.stringify(value);
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
}
