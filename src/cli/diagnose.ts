import { headings } from '../chunk/headings.js';
import { qaAsCases } from '../dataset/qa-cases.js';
import { type Diagnosis, diagnosis } from '../diagnose/diagnosis.js';
import type { Located } from '../diagnose/locate.js';
import { LabError } from '../errors.js';
import { evaluate } from '../measure/evaluate.js';
import { openDataset } from '../open-dataset.js';
import { bm25 } from '../retrieve/bm25.js';
import { plain, shorten, textTable } from '../view/tables.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab diagnose`: how far the evidence for each question came, by BM25 over heading chunks. */
export async function act(words: Words): Promise<void> {
  const data = await openDataset(words.text('data'));
  const cases = qaAsCases(data.qa);
  if (cases.length === 0)
    throw new LabError(
      `dataset ${data.name}: has no answerable question, wanted some in eval/*.jsonl; add lines with "question" and "citations"`,
    );
  const contexts = contextsNamed(words.text('context') ?? '6');
  const depth = words.count('depth', 20);
  const deepest = Math.max(...contexts);
  if (deepest > depth)
    throw new LabError(
      `rlab diagnose: a context of ${deepest} chunks cannot be told from ${depth}; raise --depth or lower --context`,
    );
  const run = await evaluate(bm25(headings(data.docs)), cases, {
    name: 'diagnose',
    depth,
    metrics: ['mrr'],
    dataset: data.name,
  });
  const all = contexts.map((context) => diagnosis(data.qa, run, context));
  print(words.flag('json'), all, () => all.map((one) => diagnosisText(one, depth)).join('\n\n'));
}

function contextsNamed(text: string): readonly number[] {
  const numbers = text.split(',').map((part) => part.trim());
  if (numbers.every((part) => /^[1-9]\d{0,5}$/.test(part))) return numbers.map(Number);
  throw new LabError(
    `rlab diagnose: --context is "${text}", wanted whole numbers of at least 1, parted by commas; write 3,6, say`,
  );
}

function diagnosisText(one: Diagnosis, depth: number): string {
  const rows = one.stages.map(({ stage, count, example }) => [
    stage,
    count,
    percent(count, one.n),
    example === null ? '' : exampleText(example),
  ]);
  const lines = [
    `Context of ${one.context} chunks, ${depth} retrieved: ${one.n} questions; all cited pages in the context for ${one.allInContext} of ${one.n}`,
    textTable(['stage', 'n', 'share', 'example'], rows),
    '(any cited page counts as reached)',
  ];
  if (one.unanswerable.length > 0) lines.push(`Unanswerable, left out: ${one.unanswerable.join(', ')}`);
  for (const { id, message } of one.failed) lines.push(`Failed: ${id} ${plain(message)}`);
  return lines.join('\n');
}

function exampleText(located: Located): string {
  const pages = located.pages
    .map(({ doc, rank }) => `${doc} ${rank === null ? 'not retrieved' : `at ${rank}`}`)
    .join(', ');
  return `${located.id} ${shorten(plain(located.question), 60)} (${located.inContext} of ${located.cited} cited: ${pages})`;
}

function percent(count: number, n: number): string {
  return n === 0 ? '–' : `${((100 * count) / n).toFixed(0)} %`;
}
