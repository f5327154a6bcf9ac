import { needKey } from '../measure/judged.js';
import type { Case, Label } from '../types.js';
import type { CaseView, Setting } from './case-view.js';
import { REACHES, type Reach, type Transitions } from './change-types.js';
import { rankIn, reachOf } from './standing.js';

/** A case in both runs. */
export type CasePair = { readonly item: Case; readonly a: CaseView; readonly b: CaseView };

/** Counts for each need how far it came in run a and in run b. Of alternatives the one that stands best counts. */
export function transitionsOf(slice: string, pairs: readonly CasePair[], setting: Setting): Transitions {
  const from = emptyMatrix();
  let n = 0;
  for (const { item, a, b } of pairs)
    for (const labels of needsIn(item, setting).values()) {
      from[bestReach(a, labels, setting)][bestReach(b, labels, setting)]++;
      n++;
    }
  return { slice, n, from };
}

/** The labels of each need that are relevant enough. Where k counts pages a page is one need; where it counts chunks each label is, unless it says otherwise. */
export function needsIn(item: Case, { unit, rel }: Setting): ReadonlyMap<string, readonly Label[]> {
  const needs = new Map<string, Label[]>();
  item.labels.forEach((label, i) => {
    if (label.grade < rel) return;
    const key = unit === 'chunk' && label.need === undefined ? `label ${i}` : needKey(label);
    needs.set(key, [...(needs.get(key) ?? []), label]);
  });
  return needs;
}

function bestReach(view: CaseView, labels: readonly Label[], setting: Setting): Reach {
  const ranks = labels.flatMap((label) => rankIn(view, label, setting) ?? []);
  return reachOf(view, ranks.length === 0 ? null : Math.min(...ranks), setting.k);
}

function emptyMatrix(): Record<Reach, Record<Reach, number>> {
  const row = () => Object.fromEntries(REACHES.map((reach) => [reach, 0])) as Record<Reach, number>;
  return Object.fromEntries(REACHES.map((reach) => [reach, row()])) as Record<Reach, Record<Reach, number>>;
}
