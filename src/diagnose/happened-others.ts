import type { Hit } from '../types.js';
import type { Happened, Happening, LabelChange } from './change-types.js';
import { moverNames, nameOfLabel } from './evidence-words.js';
import { type Question, standingIn } from './lost-labels.js';
import { holds } from './standing.js';

/** What the other hits did to a label: equal scores, chunks of one page, and what took the place. */
export function byOthers(question: Question, i: number): readonly Happened[] {
  const { labels, lower } = question;
  const label = labels[i]!;
  const found: (readonly [Happening, string | null])[] = [
    ['tie', tie(question, i)],
    ['crowded', crowded(question, i)],
    ['unjudged', tookPlace(label, question, false)],
    ['displaced', tookPlace(label, question, true)],
  ];
  return found.flatMap(([what, evidence]) =>
    evidence === null ? [] : [{ what, in: lower.side, label: i, evidence }],
  );
}

function tookPlace(label: LabelChange, { lower, other, setting }: Question, judged: boolean): string | null {
  const movers = label.movedBy.filter(({ grade }) => (grade !== null) === judged);
  if (movers.length === 0) return null;
  const verb = movers.length === 1 ? 'stands' : 'stand';
  const unlabelled = judged ? '' : `, without a label,`;
  return `${moverNames(movers, judged)}${unlabelled} ${verb} before ${nameOfLabel(label, setting)} in ${lower.run.name}, not in ${other.run.name}`;
}

/** What may stand first among equals is up to the retriever: where those with a higher score leave room, the order among equals decided. */
function tie({ item, labels, lower, other, setting }: Question, i: number): string | null {
  const label = labels[i]!;
  const [here, there] = [standingIn(label, lower.side), standingIn(label, other.side)];
  const list = setting.unit === 'page' ? firstsOfPages(lower.hits) : lower.hits;
  const inTop = here.reach === 'in the top k';
  // Within the first k of chunks an order changes nothing; what is missing stands after them.
  const from = setting.unit === 'chunk' ? setting.k : 0;
  const at = list.findIndex(
    (hit, n) =>
      n >= from && (setting.unit === 'page' ? hit.docId === label.doc : holds(hit, item.labels[i]!)),
  );
  const cut = setting.unit === 'page' && inTop ? there.pageRank : setting.k;
  if (at === -1 || cut === null || at < cut) return null;
  const { score } = list[at]!;
  const before = list.slice(0, at);
  const strictly = before.filter((hit) => hit.score > score).length;
  const equal = before.filter((hit) => hit.score === score);
  if (equal.length === 0 || strictly >= cut || strictly + equal.length < at) return null;
  const many = equal.length === 1 ? `one hit before it has` : `${equal.length} hits before it have`;
  return `${many} the same score (${Number(score.toPrecision(6))}) in ${lower.run.name}, so that it could as well stand at ${strictly + 1}`;
}

/** The first chunk of each page, best first: the page's hit. */
function firstsOfPages(hits: readonly Hit[]): readonly Hit[] {
  const seen = new Set<string>();
  return hits.filter(({ docId }) => !seen.has(docId) && seen.add(docId));
}

/**
 * Claimed only where it is sure: the hits are as many as were asked for and yet of fewer than k pages; or, where k counts chunks, a chunk that holds what is missing comes after the first k, and
 * would be among them if each page came once.
 */
function crowded({ item, labels, lower, setting }: Question, i: number): string | null {
  const { hits, run, pages } = lower;
  const label = labels[i]!;
  const missing = standingIn(label, lower.side).reach === 'not retrieved';
  if (missing && hits.length >= run.depth && pages.length < setting.k)
    return `the ${hits.length} hits of ${run.name} are of ${pages.length === 1 ? '1 page' : `${pages.length} pages`}, ${mostFrequent(hits)}`;
  if (setting.unit === 'page') return null;
  const at = hits.findIndex((hit, n) => n >= setting.k && holds(hit, item.labels[i]!));
  if (at === -1) return null;
  const before = hits.slice(0, at);
  const others = new Set(before.map(({ docId }) => docId));
  others.delete(label.doc);
  if (others.size >= setting.k) return null;
  return `of the ${at} hits before ${nameOfLabel(label, setting)} in ${run.name} ${mostFrequent(before)}; with each page once it would be at ${others.size + 1}`;
}

function mostFrequent(hits: readonly Hit[]): string {
  const counts = new Map<string, number>();
  for (const { docId } of hits) counts.set(docId, (counts.get(docId) ?? 0) + 1);
  const [doc, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
  return `${count} are chunks of ${doc}`;
}
