import { didYouMean, LabError } from '../errors.js';
import { check, type SaidJudgment } from '../schema.js';
import type { JudgedSpan, Judgment } from '../store/judgment.js';
import type { Doc } from '../types.js';
import { spanFault } from './span-fault.js';
import type { JudgeWork } from './work.js';
import { pairKey } from './worklist.js';

/**
 * What a judge said as a judgment that can be kept. Throws a LabError where it is none: another shape, a pair that is not in the pool, a page or query that is no more as it
 * was shown, a span outside of the page or above its grade. A time that has not come yet, by a clock elsewhere, is taken as `now`.
 */
export function takeJudgment(work: JudgeWork, judge: string, value: unknown, now: Date): Judgment {
  const { value: said, faults } = check('saidJudgment', value);
  if (said === null) throw new LabError(`judgment: ${faults.join('; ')}; send it again as it should be`);
  const doc = shownDoc(work, said);
  for (const span of said.spans) checkSpan(span, said, doc);
  const judgedAt = new Date(Math.min(now.getTime(), Date.parse(said.judgedAt))).toISOString();
  const { dataset, pass } = work;
  return { ...said, spans: said.spans.map(plainSpan), dataset, judge, pass, judgedAt };
}

/** The page that was judged, if it is the one that is here. */
function shownDoc(work: JudgeWork, { caseId, doc, query, docDigest }: SaidJudgment): Doc {
  const task = work.tasks.find((one) => pairKey(one) === pairKey({ caseId, doc }));
  if (task === undefined)
    throw new LabError(
      `judgment of "${doc}" for query "${caseId}": the pool has no such pair, wanted one of its ${work.tasks.length}; judge with the pool that it came from${didYouMean(doc, [...work.docs.keys()])}`,
    );
  if (task.query !== query)
    throw new LabError(
      `judgment of "${doc}" for query "${caseId}": the query has another text now than when it was judged; judge it again`,
    );
  if (work.digests.get(doc) !== docDigest)
    throw new LabError(
      `judgment of "${doc}" for query "${caseId}": the page has another text now than when it was judged; judge it again`,
    );
  return work.docs.get(doc)!;
}

function checkSpan({ start, end, grade }: SpanRow, said: SaidJudgment, doc: Doc): void {
  const where = `judgment of "${said.doc}" for query "${said.caseId}": the span ${start}–${end}`;
  if (said.grade === null || grade > said.grade)
    throw new LabError(
      `${where} has the grade ${grade}, wanted at most the page's own, which is ${said.grade ?? 'none'}; grade the page higher, or remove the span`,
    );
  const fault = spanFault(start, end, doc.text);
  if (fault !== null) throw new LabError(`${where} ${fault}`);
}

type SpanRow = SaidJudgment['spans'][number];

function plainSpan({ start, end, grade, need }: SpanRow): JudgedSpan {
  return need === undefined ? { start, end, grade } : { start, end, grade, need };
}
