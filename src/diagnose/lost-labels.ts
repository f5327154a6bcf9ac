import { gradesOf, judgedPages, needsOf } from '../measure/judged.js';
import { TOLERANCE } from '../measure/protocol.js';
import type { Case, Metric } from '../types.js';
import type { CaseView, Setting } from './case-view.js';
import type { LabelChange, Side, Standing } from './change-types.js';
import { bestWithinK } from './standing.js';
import { needsIn } from './transitions.js';

/** The run in which a label stands lower: later among pages, or with less of its span within the first k chunks, then in one of them, then later. */
export function lowerIn(a: Standing, b: Standing, setting: Setting): Side | null {
  if (a.reach === 'failed' || b.reach === 'failed') return null;
  const order = setting.unit === 'page' ? later(a.pageRank, b.pageRank) : spanOrder(a, b, setting.k);
  return order === 0 ? null : order > 0 ? 'b' : 'a';
}

/** Above 0 where less of the span is within the first k of b. */
export function heldOrder(a: Standing, b: Standing, k: number): number {
  const all = (a.heldWithinK ?? 0) - (b.heldWithinK ?? 0);
  if (Math.abs(all) > TOLERANCE) return all;
  const best = bestWithinK(a, k) - bestWithinK(b, k);
  return Math.abs(best) > TOLERANCE ? best : 0;
}

function spanOrder(a: Standing, b: Standing, k: number): number {
  return heldOrder(a, b, k) || later(a.chunkRank, b.chunkRank);
}

function later(a: number | null, b: number | null): number {
  const far = Number.MAX_SAFE_INTEGER;
  return (b ?? far) - (a ?? far);
}

/** What is asked of one case: `lower` is the run that has the lower value, `other` the other. */
export type Question = {
  readonly item: Case;
  readonly labels: readonly LabelChange[];
  readonly lower: CaseView;
  readonly other: CaseView;
  readonly metric: Metric | null;
  readonly setting: Setting;
};

/** The labels (by position) that the change of the metric rests on. */
export function lostLabels(question: Question): readonly number[] {
  const { item, labels, lower, setting } = question;
  const lowered = labels.flatMap((label, i) =>
    label.lowerIn === lower.side && label.grade >= setting.rel ? [i] : [],
  );
  if (setting.unit === 'chunk') return lostSpans(question, lowered);
  const firsts = lowered.filter(
    (i) => lowered.find((other) => item.labels[other]!.doc === item.labels[i]!.doc) === i,
  );
  return firstNotEmpty([
    firsts.filter((i) => wouldRestore(question, i)),
    firsts.filter((i) => crossed(question, i)),
    firsts,
  ]);
}

/** A label whose place in the other run, put into the lower run's ranking, raises the metric: then the change rests on it. */
function wouldRestore({ item, labels, lower, other, metric }: Question, i: number): boolean {
  if (metric === null || metric.needsSpans || lower.hits.length === 0) return false;
  const { doc } = labels[i]!;
  const rank = standingIn(labels[i]!, other.side).pageRank;
  if (rank === null) return false;
  const value = (pages: readonly string[]) => metric.value(judgedPages(pages, gradesOf(item), needsOf(item)));
  return value(restored(lower.pages, doc, rank)) > value(lower.pages) + TOLERANCE;
}

/** A ranking that is too short is filled with pages that nobody has. */
function restored(pages: readonly string[], doc: string, rank: number): readonly string[] {
  const others = pages.filter((page) => page !== doc);
  while (others.length < rank - 1) others.push(`\0 ${others.length}`);
  return [...others.slice(0, rank - 1), doc, ...others.slice(rank - 1)];
}

function crossed({ labels, lower, other }: Question, i: number): boolean {
  const [there, here] = [standingIn(labels[i]!, other.side), standingIn(labels[i]!, lower.side)];
  return there.reach === 'in the top k' && here.reach !== 'in the top k';
}

/** Of labels that share a need one is enough, so only needs that are met less in the lower run are lost; where there is none of them, any label that is held less. */
function lostSpans(question: Question, lowered: readonly number[]): readonly number[] {
  const { item, labels, lower, other, setting } = question;
  const held = lowered.filter((i) => {
    const order = heldOrder(labels[i]!.a, labels[i]!.b, setting.k);
    return lower.side === 'b' ? order > 0 : order < 0;
  });
  const needs = [...needsIn(item, setting).values()].map((need) =>
    need.map((one) => item.labels.indexOf(one)),
  );
  const best = (need: readonly number[], side: Side, value: (standing: Standing) => number) =>
    Math.max(...need.map((i) => value(standingIn(labels[i]!, side))));
  const met = (need: readonly number[]) =>
    [(one: Standing) => one.heldWithinK ?? 0, (one: Standing) => bestWithinK(one, setting.k)].some(
      (value) => best(need, lower.side, value) < best(need, other.side, value) - TOLERANCE,
    );
  const lostNeeds = new Set(needs.filter(met).flat());
  return firstNotEmpty([held.filter((i) => lostNeeds.has(i)), held]);
}

/** Where a label stands in the run of one side. */
export function standingIn(label: LabelChange, side: Side): Standing {
  return side === 'a' ? label.a : label.b;
}

function firstNotEmpty(lists: readonly (readonly number[])[]): readonly number[] {
  return lists.find((list) => list.length > 0) ?? [];
}
