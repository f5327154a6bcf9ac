import type { Label, Metric, PairedResult } from '../types.js';
import type { CaseView, Setting } from './case-view.js';
import type { CaseChange, LabelChange } from './change-types.js';
import { failures, happenedTo } from './happened.js';
import { lostIn } from './lost-in.js';
import { lowerIn, standingIn } from './lost-labels.js';
import { moversOf } from './movers.js';
import { standingOf } from './standing.js';
import type { TermReader } from './term-changes.js';
import type { CasePair } from './transitions.js';

/** What the labels of a case are followed with. */
export type Following = {
  readonly metric: Metric | null;
  readonly setting: Setting;
  readonly terms: TermReader | null;
};

/** One moved case: its labels in both runs, and what happened. */
export function changeOf(row: PairedResult, pair: CasePair, following: Following): CaseChange {
  const { item, a, b } = pair;
  const { caseId, kind, query, delta } = row;
  const labels = item.labels.map((label) => labelChange(pair, label, following));
  const status = row.status as CaseChange['status'];
  const [lower, other] = status === 'better' ? [a, b] : [b, a];
  const { metric, setting } = following;
  const happened =
    status === 'failed' ? failures(a, b) : happenedTo({ item, labels, lower, other, metric, setting });
  return { caseId, kind, query, status, a: row.a, b: row.b, delta, labels, happened };
}

function labelChange({ item, a, b }: CasePair, label: Label, { setting, terms }: Following): LabelChange {
  const { doc, start, end, need, grade } = label;
  const [inA, inB] = [standingOf(a, label, setting), standingOf(b, label, setting)];
  const change: LabelChange = {
    doc,
    ...(start === undefined || end === undefined ? {} : { start, end }),
    ...(need === undefined ? {} : { need }),
    grade,
    a: inA,
    b: inB,
    lowerIn: lowerIn(inA, inB, setting),
    movedBy: [],
    lostIn: null,
    terms: null,
  };
  if (change.lowerIn === null) return change;
  const [lower, other] = change.lowerIn === 'a' ? [a, b] : [b, a];
  const movedBy = moversOf(item, label, lower, other, setting);
  return {
    ...change,
    movedBy,
    lostIn: lostStep(change, lower, setting),
    terms: terms?.(item.query, label, movedBy[0] ?? null, change.lowerIn) ?? null,
  };
}

/** Out of the first k, or else out of the place that it has in the other run. */
function lostStep(label: LabelChange, lower: CaseView, { unit, k }: Setting) {
  const [here, there] = [standingIn(label, lower.side), standingIn(label, lower.side === 'a' ? 'b' : 'a')];
  const rank = unit === 'page' ? there.pageRank : there.chunkRank;
  return lostIn(lower.run, here, here.reach === 'in the top k' ? (rank ?? k) : k);
}
