import type { Comparison, PairedResult, UnjudgedPages } from '../types.js';
import { type Block, GAP, lead, line, type Reader } from './blocks.js';
import { countLines, rowBlocks, sliceNote, sliceTable, whatLines } from './print-comparison.js';
import { VERDICT_WORDS } from './verdict-words.js';

/** As many as anybody reads; a set where more got worse wants `changes`. */
const MOST_WORSE = 50;
const MOST_BETTER = 3;
const WHOLE_QUERY = 1000;

/** What the picture of a comparison says, where no picture shows. */
export function verdictBlocks(comparison: Comparison): readonly Block[] {
  return [
    lead(`${VERDICT_WORDS[comparison.verdict]} · ${comparison.sentence}`),
    GAP,
    sliceTable(comparison.slices),
    ...sliceNote(comparison).map((text) => line(text)),
  ];
}

/** What stands under the picture: how it was counted, the queries to read, the pages that nobody has judged, and what to type next. */
export function detailBlocks(comparison: Comparison, reader: Reader): readonly Block[] {
  const { results, notes, failed } = comparison;
  const of = (status: PairedResult['status']) => results.filter((row) => row.status === status);
  const whole = { ...reader, query: WHOLE_QUERY };
  return [
    ...whatLines(comparison, reader),
    ...countLines(comparison).map((text) => line(text)),
    ...(failed === 0 ? [] : rowBlocks('Failed', of('failed'), MOST_WORSE, whole)),
    ...rowBlocks('Worse', of('worse'), MOST_WORSE, whole),
    ...rowBlocks('Better', of('better').reverse(), MOST_BETTER, whole),
    GAP,
    ...unjudgedLines(comparison),
    ...notes.map((note) => line(`Note: ${withoutIds(note, comparison)}`)),
    GAP,
    ...nextLines(comparison),
  ];
}

function withoutIds(note: string, { runA, runB }: Comparison): string {
  return note.replaceAll(` (${runA.id})`, '').replaceAll(` (${runB.id})`, '');
}

/** One that has more of them may be better than its numbers. */
function unjudgedLines({ unjudged, runA, runB }: Comparison): readonly Block[] {
  if (unjudged === undefined) return [];
  const part = (name: string, pages: UnjudgedPages | null) =>
    pages === null ? `${name} unknown` : `${name} ${pages.unjudged} of ${pages.of} in the first ${pages.k}`;
  const parts = [part(runA.name, unjudged.a), part(runB.name, unjudged.b)];
  return [line(`Pages without a label, which count as not relevant: ${parts.join(', ')}`)];
}

function nextLines({ metric, better, worse, failed }: Comparison): readonly Block[] {
  const named = JSON.stringify(metric);
  const lines = [
    ...(better + worse + failed > 0
      ? [`await show(changes(a, b, ${named}))  what happened to each label of the queries that moved`]
      : []),
    'await frame(comparison)  one row a query, to go on from here',
  ];
  return [line('Next, with the two runs as a and b:'), ...lines.map((text) => line(text, 2))];
}
