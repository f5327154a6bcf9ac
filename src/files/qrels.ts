import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { readLines } from './text-lines.js';

/** Grades by topic and document, in the order of the file. A topic may have none that is above 0. */
export type Qrels = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** One judgment with its place, for whoever collects them. */
export type TakeJudgment = (topic: string, doc: string, grade: string, line: number) => void;

/** A grade beyond this is a slip of the file, and 2 to its power no number. */
const GREATEST = 1000;

/** Collects judgments; each document once for a topic, grades whole numbers. */
export class QrelsBuilder {
  readonly qrels = new Map<string, Map<string, number>>();
  private readonly where: string;
  private topic = '';
  private grades: Map<string, number> = new Map();

  constructor(file: string) {
    this.where = shownPath(file);
  }

  /** A line of 0 stands for a file without lines. */
  add(topic: string, doc: string, grade: string | number, line: number): void {
    const place = line > 0 ? `${this.where}:${line}` : this.where;
    const value = typeof grade === 'string' ? gradeOf(grade) : grade;
    if (!Number.isInteger(value) || Math.abs(value) > GREATEST)
      throw new LabError(
        `${place}: the grade of "${doc}" for topic "${topic}" is ${JSON.stringify(grade)}, wanted a whole number from -${GREATEST} to ${GREATEST}; correct it`,
      );
    this.begin(topic, line);
    checkId('document', doc, place);
    if (this.grades.has(doc))
      throw new LabError(
        `${place}: the document "${doc}" is judged a second time for topic "${topic}", wanted each once; drop one`,
      );
    this.grades.set(doc, value);
  }

  /** A topic that may stay without judgments: it is counted, and every ranking has 0 there. */
  begin(topic: string, line: number): void {
    if (topic === this.topic && this.qrels.size > 0) return;
    checkId('topic', topic, line > 0 ? `${this.where}:${line}` : this.where);
    this.topic = topic;
    this.grades = this.qrels.get(topic) ?? new Map();
    this.qrels.set(topic, this.grades);
  }

  /** The judgments; throws where there are none. */
  end(): Qrels {
    if (![...this.qrels.values()].some((grades) => grades.size > 0))
      throw new LabError(`${this.where}: holds no judgment, wanted at least one; check the file`);
    return this.qrels;
  }
}

/** An id that no other file could hold matches nothing, and two halves of letters are the same byte for byte. */
export function checkId(what: 'topic' | 'document', id: string, place: string): void {
  const found =
    id.trim() === ''
      ? `an empty ${what}`
      : id.startsWith('\uFEFF')
        ? `a byte-order mark before the ${what} "${id.slice(1)}"`
        : /\p{Surrogate}/u.test(id)
          ? `half of a letter in the ${what} ${JSON.stringify(id)}`
          : null;
  if (found !== null) throw new LabError(`${place}: holds ${found}, wanted an id; correct it`);
}

function gradeOf(text: string): number {
  return /^[+-]?\d+(\.0*)?$/.test(text) ? Number(text) : Number.NaN;
}

/** Lines of `topic 0 document grade`, white space between, as trec_eval reads them. */
export async function readTrecQrels(file: string): Promise<Qrels> {
  const builder = new QrelsBuilder(file);
  await readLines(file, (text, line) => {
    const fields = fieldsOf(text);
    if (fields.length === 0) return;
    if (fields.length !== 4)
      throw new LabError(
        `${shownPath(file)}:${line}: has ${fields.length === 1 ? '1 field' : `${fields.length} fields`}, wanted 4 (topic 0 document grade); ${fields.length === 6 ? 'is this a run? give the qrels' : 'correct the line'}`,
      );
    builder.add(fields[0]!, fields[2]!, fields[3]!, line);
  });
  return builder.end();
}

/** Only what trec_eval takes for white space: an id may hold any other character. */
export function fieldsOf(text: string): readonly string[] {
  return text.split(/[ \t\v\f\r]+/).filter((field) => field !== '');
}
