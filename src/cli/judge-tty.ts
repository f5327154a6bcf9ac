import { randomUUID } from 'node:crypto';
import { ownGrade, spanGrade } from '../judge/span-grade.js';
import { takeJudgment } from '../judge/take-judgment.js';
import { type QueryTerm, termWeights } from '../judge/term-weights.js';
import { type JudgeWork, lastOfThisWork, ofThisWork } from '../judge/work.js';
import { pairKey, type Task } from '../judge/worklist.js';
import type { JudgedSpan, Judgment } from '../store/judgment.js';
import type { Store } from '../store/open-store.js';
import type { Doc } from '../types.js';
import { plain } from '../view/tables.js';
import { firstPlace, placeAfter, shownPart } from './judge-excerpt.js';
import { commandsFrom } from './judge-keys.js';

const KEYS =
  '2 answers it or a part of it · 1 related and useful · 0 neither · s skip · u undo · n note · m more of the page · q end';

/** `rlab judge --tty`: the same in the terminal, by keys or by lines that are piped in; pages are shown from where the query's words stand closest. */
export async function judgeHere(
  work: JudgeWork,
  store: Store,
  judge: string,
  allDocs: readonly Doc[],
  next: string,
): Promise<void> {
  const { stdin, stdout } = process;
  const desk = new Desk(work, store, judge, allDocs, next, (line) => void stdout.write(`${line}\n`));
  desk.emphasis = stdout.isTTY === true && !process.env['NO_COLOR'];
  if (!desk.begin()) return;
  for await (const { key, text } of commandsFrom(stdin, stdout)) if (!desk.act(key, text)) break;
}

/** What lies before one judge in a terminal. */
class Desk {
  emphasis = false;
  private readonly work: JudgeWork;
  private readonly store: Store;
  private readonly judge: string;
  private readonly next: string;
  private readonly say: (line: string) => void;
  private readonly termsOf: (query: string) => readonly QueryTerm[];
  private task: Task | null = null;
  private note = '';
  /** What was marked elsewhere on pages that were taken back here, by pair. */
  private readonly marks = new Map<string, Judgment>();
  /** Whether 0 was pressed on a page with marks. */
  private sure = false;
  private seenTo = 0;

  constructor(
    work: JudgeWork,
    store: Store,
    judge: string,
    allDocs: readonly Doc[],
    next: string,
    say: (line: string) => void,
  ) {
    this.work = work;
    this.store = store;
    this.judge = judge;
    this.next = next;
    this.say = say;
    this.termsOf = termWeights([...new Set(work.tasks.map(({ query }) => query))], allDocs);
  }

  /** Shows the first page; false where there is none. */
  begin(): boolean {
    return this.show(this.open());
  }

  /** Does what a key says; false at the end. */
  act(key: string, text: string): boolean {
    switch (key) {
      case '0':
      case '1':
      case '2':
        return this.grade(Number(key));
      case 's':
        return this.grade(null);
      case 'u':
        return this.undo();
      case 'n':
        this.note = plain(text).slice(0, 5000);
        this.say(this.note === '' ? 'No note.' : `Note, kept with the grade: ${this.note}`);
        return true;
      case 'm':
      case ' ':
        this.more();
        return true;
      case 'q':
        return false;
      default:
        this.say(`The key ${JSON.stringify(key)} is none. ${KEYS}`);
        return true;
    }
  }

  private said(): readonly Judgment[] {
    const { dataset, pass } = this.work;
    return ofThisWork(this.work, this.store.judgments({ dataset, judge: this.judge, pass }));
  }

  private open(): Task | null {
    const words = lastOfThisWork(this.work, this.said());
    return this.work.tasks.find((task) => !words.has(pairKey(task))) ?? null;
  }

  private grade(grade: number | null): boolean {
    const { caseId, query, doc } = this.task!;
    const spans = this.spansUnder(grade);
    if (grade === 0 && this.marksHere > 0 && !this.sure) {
      this.sure = true;
      this.say(`0 says that nothing here answers, and would drop ${this.marksText}: give 0 again if so.`);
      return true;
    }
    const said = { id: randomUUID(), caseId, query, doc, docDigest: this.work.digests.get(doc)! };
    const at = new Date();
    const judgment = { ...said, grade, spans, note: this.note, judgedAt: at.toISOString() };
    this.store.saveJudgments([takeJudgment(this.work, this.judge, judgment, at)]);
    if (grade !== null) this.marks.delete(pairKey(this.task!));
    this.say(grade === null ? `Skipped ${plain(doc)}.` : `Graded ${grade}: ${plain(doc)}.`);
    return this.show(this.open());
  }

  private undo(): boolean {
    const last = this.said().at(-1);
    if (last === undefined) this.say('There is nothing to take back.');
    else {
      this.store.undoJudgment(last.id);
      this.say(`Took back ${last.grade === null ? 'the skip' : `the ${last.grade}`} of ${plain(last.doc)}.`);
      if (last.spans.length > 0) this.marks.set(pairKey(last), last);
      this.show(this.work.tasks.find((task) => pairKey(task) === pairKey(last))!);
      this.note = last.note;
    }
    return true;
  }

  /** The marks of the page under its new grade; those with a grade of their own keep it, as far as the page's allows. */
  private spansUnder(grade: number | null): readonly JudgedSpan[] {
    const before = this.marks.get(pairKey(this.task!));
    if (before === undefined || grade === null || grade === 0) return [];
    return before.spans.map((span) => ({
      ...span,
      grade: spanGrade(ownGrade(span.grade, before.grade ?? span.grade), grade),
    }));
  }

  private get marksHere(): number {
    return this.marks.get(pairKey(this.task!))?.spans.length ?? 0;
  }

  private get marksText(): string {
    return this.marksHere === 1 ? 'the mark' : `the ${this.marksHere} marks`;
  }

  private show(task: Task | null): boolean {
    this.task = task;
    this.note = '';
    this.sure = false;
    if (task === null) {
      this.say(`All judged. To make labels of them: ${this.next}`);
      return false;
    }
    const { tasks, docs } = this.work;
    const of = tasks.filter(({ caseId }) => caseId === task.caseId);
    const done = lastOfThisWork(this.work, this.said()).size;
    const doc = docs.get(task.doc)!;
    this.say(
      `\n${done} of ${tasks.length} done · page ${of.indexOf(task) + 1} of ${of.length} of this query`,
    );
    this.say(`Query: ${plain(task.query)}`);
    this.say(`Page:  ${plain(doc.title)}${doc.title === doc.id ? '' : ` (${plain(doc.id)})`}`);
    if (this.marksHere > 0) this.say(`Keeps ${this.marksText} that it has, with the next grade of 1 or 2.`);
    this.part(doc.text, firstPlace(doc.text, this.termsOf(task.query)));
    return true;
  }

  /** The next part of the page; after its end, from its top. */
  private more(): void {
    const { text } = this.work.docs.get(this.task!.doc)!;
    this.part(text, this.seenTo >= text.length ? 0 : this.seenTo);
  }

  private part(text: string, from: number): void {
    this.seenTo = placeAfter(text, from);
    const terms = this.termsOf(this.task!.query);
    this.say(from === 0 ? '─── top of the page' : `─── from character ${from} of ${text.length}`);
    this.say(shownPart(text.slice(from, this.seenTo), terms, this.emphasis));
    this.say(
      this.seenTo >= text.length ? '─── end of the page' : `─── ${text.length - this.seenTo} characters more`,
    );
    // The text may have pushed the query out of the window.
    this.say(`Query: ${plain(this.task!.query)}\n${KEYS}`);
  }
}
