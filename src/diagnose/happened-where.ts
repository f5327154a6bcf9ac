import { TOLERANCE } from '../measure/protocol.js';
import type { CaseView, Setting } from './case-view.js';
import type { Happened, LabelChange, LostIn, Standing } from './change-types.js';
import { nameOfLabel, percent } from './evidence-words.js';
import { type Question, standingIn } from './lost-labels.js';
import { bestWithinK } from './standing.js';

/** Where a label that stands lower went. */
export function whereTo({ labels, lower, other, setting }: Question, i: number): Happened {
  const label = labels[i]!;
  const [here, there] = [standingIn(label, lower.side), standingIn(label, other.side)];
  const said = { in: lower.side, label: i };
  const end = stageText(label, here);
  const name = nameOfLabel(label, setting);
  const from = `(${rankText(there, setting)} in ${other.run.name})`;
  if (here.reach === 'not retrieved')
    return { what: 'not retrieved', ...said, evidence: `${missing(name, here, lower)} ${from}${end}` };
  if (here.reach === 'below k')
    return {
      what: 'below k',
      ...said,
      evidence: `${name} is at ${rankOf(here, setting)} in ${lower.run.name}, below k = ${setting.k} ${from}${end}`,
    };
  const less = setting.unit === 'chunk' ? lessHeld(here, there, setting.k) : null;
  if (less !== null)
    return {
      what: 'partly',
      ...said,
      evidence: `${less.of} of ${lower.run.name} ${less.verb} ${percent(less.here)} of ${name} (${percent(less.there)} in ${other.run.name})${end}`,
    };
  return {
    what: 'lower',
    ...said,
    evidence: `${name} is at ${rankOf(here, setting)} in ${lower.run.name} ${from}${end}`,
  };
}

/** All of the first k chunks together, or else the best of them alone. */
function lessHeld(here: Standing, there: Standing, k: number) {
  const all = {
    of: `the first ${k} chunks`,
    verb: 'hold',
    here: here.heldWithinK ?? 0,
    there: there.heldWithinK ?? 0,
  };
  if (all.here < all.there - TOLERANCE) return all;
  const best = { here: bestWithinK(here, k), there: bestWithinK(there, k) };
  return best.here < best.there - TOLERANCE
    ? { of: `the best of the first ${k} chunks`, verb: 'holds', ...best }
    : null;
}

/** The chunks of a page may be there where none of them holds the span. */
function missing(name: string, { pageRank }: Standing, { run, hits }: CaseView): string {
  if (hits.length === 0) return `${name} is not among the hits of ${run.name}`;
  const page = pageRank === null ? '' : `, whose page is at ${pageRank},`;
  const count = hits.length === 1 ? 'the 1 hit' : `the ${hits.length} hits`;
  return `${name}${page} is not among ${count} of ${run.name}`;
}

function rankOf({ pageRank, chunkRank }: Standing, { unit }: Setting): number | null {
  return unit === 'page' ? pageRank : chunkRank;
}

function rankText(standing: Standing, setting: Setting): string {
  const rank = rankOf(standing, setting);
  return rank === null ? 'not retrieved' : `at ${rank}`;
}

const WHO: Readonly<Record<LostIn, string>> = {
  retrieval: 'no stage had it high enough',
  fusion: 'the fusion lost it',
  reranking: 'the reranking lost it',
  filter: 'the filter lost it',
  rewriting: 'joining the rewritten queries lost it',
  'last step': 'the last step lost it',
};

/** Where stages were recorded: the rank that each of them gave it, and the step that lost it. */
function stageText({ lostIn }: LabelChange, { stages }: Standing): string {
  if (lostIn === null) return '';
  const ranks = stages.map(({ stage, rank }) => `${stage} ${rank === null ? 'lacks it' : `at ${rank}`}`);
  return `; ${WHO[lostIn]} (${ranks.join(', ')})`;
}
