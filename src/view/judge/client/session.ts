import { ownGrade, spanGrade } from '../../../judge/span-grade.js';
import type { JudgeEvent, JudgeState, SaidOfPage, SaidSoFar } from '../judge-types.js';
import { type Draft, Drafts, EMPTY, type Mark } from './drafts.js';
import { Outbox } from './outbox.js';
import { lastWords, nextOpen, pairsOf, withPending } from './said.js';
import type { KeyedTexts } from './texts.js';

export type Grade = 0 | 1 | 2;

/** What the session needs of its surroundings. */
export type Around = {
  readonly texts: KeyedTexts;
  readonly now: () => number;
  readonly newId: () => string;
  /** Told after each change. */
  readonly changed: () => void;
};

/** Where one judge stands: which page is looked at, what was said, what is being said of this page. Draws nothing and sends nothing. */
export class Session {
  readonly state: JudgeState;
  readonly outbox: Outbox;
  readonly pairs: readonly string[];
  /** The place of the page that is looked at; null where there is none left. */
  at: number | null;
  /** What the last act did, in a sentence. */
  notice = '';
  private readonly around: Around;
  private readonly drafts: Drafts;
  private record: SaidSoFar;
  private said: readonly SaidOfPage[] = [];
  private words: ReadonlyMap<string, SaidOfPage> = new Map();
  /** Whether nothing had been said of the page when it was put before the judge. */
  private askedOpen = true;
  /** Where grade 0 would drop marks and was asked for once. */
  private sureAt: number | null = null;

  constructor(state: JudgeState, around: Around) {
    this.state = state;
    this.around = around;
    const scope = `retrieval-lab judge\n${JSON.stringify([state.dataset, state.judge, state.pass])}\n`;
    this.outbox = new Outbox(around.texts, scope);
    this.drafts = new Drafts(around.texts, scope);
    this.pairs = pairsOf(state);
    this.record = state.said;
    this.refresh();
    this.at = nextOpen(this.pairs, this.words, -1);
  }

  get version(): string {
    return this.record.version;
  }

  /** What stands of a pair. */
  wordOn(at: number): SaidOfPage | null {
    return this.words.get(this.pairs[at]!) ?? null;
  }

  /** How many pairs have a grade, and how many were skipped. */
  counts(places: readonly number[] = this.pairs.map((_, i) => i)) {
    const words = places.map((at) => this.wordOn(at));
    const skipped = words.filter((word) => word?.grade === null).length;
    const judged = words.filter((word) => word !== null).length - skipped;
    return { judged, skipped, of: places.length };
  }

  /** The marks and the note of the page that is looked at: those not saved yet, else those on record. */
  draft(): Draft {
    if (this.at === null) return EMPTY;
    const word = this.wordOn(this.at);
    return this.unsaved() ?? (word === null ? EMPTY : draftOf(word));
  }

  /** Grades the page (null skips it) and goes on to the next one that is open. */
  grade(grade: Grade | null): void {
    const at = this.at;
    if (at === null) return;
    const draft = this.draft();
    if (grade === 0 && draft.marks.length > 0 && this.sureAt !== at) {
      this.sureAt = at;
      this.tell('0 says that nothing here answers, and would drop the marks: press 0 again if so.');
      return;
    }
    const before = this.wordOn(at);
    // The same said again would be one more thing to undo.
    if (before === null || before.grade !== grade || !sameDraft(draft, draftOf(before)))
      this.judge(at, grade, draft);
    else this.dropDraft(at);
    // A page that was passed over keeps its marks until somebody comes back to it.
    if (grade === null && draft.marks.length > 0) this.keepDraft(at, draft);
    const { doc } = this.taskAt(at);
    this.show(nextOpen(this.pairs, this.words, at));
    this.tell(`${grade === null ? 'Skipped' : `Graded ${grade}`}: ${doc.id}. Undo takes it back.`);
  }

  /** Takes back the last thing said that still counts, and shows its page, with its marks and note as they were. */
  undo(): void {
    this.settle();
    const last = this.said.at(-1);
    if (last === undefined) this.tell('There is nothing to take back.');
    else this.takeBack(last);
  }

  private takeBack(last: SaidOfPage): void {
    this.send({ kind: 'undo', id: last.id });
    const at = this.pairs.indexOf(JSON.stringify([last.caseId, last.doc]));
    this.show(at);
    if (this.wordOn(at) === null && this.unsaved() === null && !isEmpty(draftOf(last)))
      this.keepDraft(at, draftOf(last));
    this.tell(`Took back ${last.grade === null ? 'the skip' : `the ${last.grade}`} of ${last.doc}.`);
  }

  /** Goes back or forth, whether or not a page is judged. */
  step(by: number): void {
    const from = this.at ?? (by > 0 ? -1 : this.pairs.length);
    const to = from + by;
    if (to >= 0 && to < this.pairs.length) this.go(to);
  }

  go(at: number | null): void {
    this.settle();
    this.show(at);
    this.tell('');
  }

  /** The first open page of a query, else its first. */
  goToQuery(places: readonly number[]): void {
    this.go(places.find((at) => this.wordOn(at) === null) ?? places[0]!);
  }

  goToOpen(): void {
    this.go(nextOpen(this.pairs, this.words, -1));
  }

  goToSkipped(): void {
    const at = this.pairs.findIndex((_, i) => this.wordOn(i)?.grade === null);
    if (at !== -1) this.go(at);
  }

  /** Sets the marks; where the page has a grade that goes with marks, they are saved at once. */
  setMarks(marks: readonly Mark[]): void {
    if (this.at === null) return;
    this.keepDraft(this.at, { ...this.draft(), marks });
    this.settle();
    this.around.changed();
  }

  /** Keeps a note while it is typed; it is saved with the grade, or when the page is left. */
  setNote(note: string): void {
    if (this.at === null) return;
    this.keepDraft(this.at, { ...this.draft(), note });
    this.around.changed();
  }

  leaveNote(): void {
    this.settle();
    this.around.changed();
  }

  /** Saves what was changed on a page that is judged, under the grade that it has. */
  settle(): void {
    const at = this.at;
    const draft = at === null ? null : this.unsaved();
    const word = at === null ? null : this.wordOn(at);
    if (at === null || draft === null || word === null || word.grade === null) return;
    if (word.grade === 0 && draft.marks.length > 0) return;
    if (!sameDraft(draft, draftOf(word))) this.judge(at, word.grade as Grade, draft);
    else this.dropDraft(at);
  }

  /** Sends what was refused again, or gives it up. */
  handleRefused(what: 'send' | 'forget'): void {
    if (what === 'send') this.outbox.retryRefused();
    else this.outbox.forgetRefused();
    this.refresh();
    this.around.changed();
  }

  /** Takes what is on record now. A page that another tab judged meanwhile is not asked for again, unless something was marked or noted here. */
  receive(said: SaidSoFar): void {
    this.record = said;
    this.refresh();
    const at = this.at;
    const word = at === null ? null : this.wordOn(at);
    if (at !== null && word !== null && this.askedOpen && this.unsaved() === null) {
      this.show(nextOpen(this.pairs, this.words, at));
      this.notice = `${word.doc} was judged in another window.`;
    }
    this.around.changed();
  }

  /** After the outbox changed. */
  refresh(): void {
    const pending = this.outbox.waiting().map(({ event }) => event);
    this.said = withPending(this.record.judgments, pending);
    this.words = lastWords(this.said);
  }

  taskAt(at: number) {
    const [query, doc] = this.state.tasks[at]!;
    return { query: this.state.queries[query]!, doc: this.state.docs[doc]!, queryAt: query };
  }

  tell(notice: string): void {
    this.notice = notice;
    this.around.changed();
  }

  private judge(at: number, grade: Grade | null, { marks, note }: Draft): void {
    const { query, doc } = this.taskAt(at);
    const spans =
      grade === null || grade === 0
        ? []
        : marks.map((mark) => ({ ...mark, grade: spanGrade(mark.grade, grade) }));
    const { now, newId } = this.around;
    const judgedAt = new Date(now()).toISOString();
    const of = { caseId: query.id, query: query.query, doc: doc.id, docDigest: doc.digest };
    this.send({ kind: 'judge', judgment: { id: newId(), ...of, grade, spans, note: note.trim(), judgedAt } });
    this.dropDraft(at);
  }

  private send(event: JudgeEvent): void {
    this.outbox.add(event, this.around.now(), this.around.newId());
    this.refresh();
  }

  private show(at: number | null): void {
    this.at = at;
    this.askedOpen = at !== null && this.wordOn(at) === null;
    this.sureAt = null;
  }

  private unsaved(): Draft | null {
    return this.at === null ? null : this.drafts.get(this.pairs[this.at]!, this.taskAt(this.at).doc.digest);
  }

  private keepDraft(at: number, draft: Draft): void {
    if (isEmpty(draft) && this.wordOn(at) === null) this.dropDraft(at);
    else this.drafts.set(this.pairs[at]!, this.taskAt(at).doc.digest, draft);
  }

  private dropDraft(at: number): void {
    this.drafts.remove(this.pairs[at]!, this.taskAt(at).doc.digest);
  }
}

function isEmpty({ marks, note }: Draft): boolean {
  return marks.length === 0 && note === '';
}

function sameDraft(a: Draft, b: Draft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function draftOf({ grade: page, spans, note }: SaidOfPage): Draft {
  const marks = spans.map(({ start, end, need, grade }) => {
    const own = page === null ? undefined : ownGrade(grade, page);
    return {
      ...{ start, end },
      ...(need === undefined ? {} : { need }),
      ...(own === undefined ? {} : { grade: own }),
    };
  });
  return { marks, note };
}
