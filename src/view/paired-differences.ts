import { signed } from '../compare/verdict.js';
import type { Comparison, Figure, Json, PairedResult } from '../types.js';
import { BETTER, hatching, INK, WORSE } from './palette.js';
import { axis, LABEL_SIZE, markup, paper } from './paper.js';
import { pixelsOf } from './text-width.js';

const MOST_LABELS = 60; // more upright labels than this run into each other

/**
 * One bar for each query that moved, from the worst loss to the best gain, with its id and the letter of its kind under it.
 * Queries that stayed the same or failed are counted in the notes, not drawn.
 */
export function pairedDifferences(comparison: Comparison): Figure {
  const moved = comparison.results.filter((row) => row.status === 'worse' || row.status === 'better');
  const letters = kindLetters(comparison.results);
  const { metric, runA, runB, sentence } = comparison;
  const labels = moved.map((row) => `${row.caseId} (${letters.get(row.kind)})`);
  const worse = moved.filter((row) => row.status === 'worse').length;
  const legend = [`worse (${worse})`, `better (${moved.length - worse})`];
  const title = `${runB.name} − ${runA.name}: ${metric} by query (n = ${comparison.n})`;
  return {
    name: 'paired-differences',
    title,
    alt: `Bar chart, ${title}. ${sentence} ${rangeSentence(moved)}`,
    data: [barsOf(legend[0]!, moved, 'worse', WORSE, '/'), barsOf(legend[1]!, moved, 'better', BETTER, '')],
    layout: {
      ...paper({
        title,
        notes: [sentence, countNote(comparison), kindNote(letters)],
        legend,
        xTitle: 'queries that moved, worst first',
        yTitle: `difference in ${metric}`,
        plotHeight: 260,
        bottom: labelHeight(labels) + 34,
        annotations: moved.length > 0 ? [] : [nothingMoved()],
      }),
      barmode: 'overlay',
      xaxis: axis({
        range: [-0.7, Math.max(1, moved.length) - 0.3],
        tickvals: labels.length > MOST_LABELS ? [] : labels.map((_, i) => i),
        ticktext: labels.map(markup),
        tickangle: -90,
        showgrid: false,
      }),
      yaxis: axis({
        range: rangeOf(moved),
        zeroline: true,
        zerolinecolor: INK,
      }),
    },
    table: {
      columns: ['query id', 'kind', runA.name, runB.name, 'difference'],
      rows: moved.map((row) => [row.caseId, row.kind, row.a, row.b, row.delta]),
    },
  };
}

function barsOf(
  name: string,
  moved: readonly PairedResult[],
  status: string,
  colour: string,
  pattern: string,
): Json {
  const rows = moved.map((row, i) => ({ row, i })).filter(({ row }) => row.status === status);
  return {
    type: 'bar',
    name,
    x: rows.map(({ i }) => i),
    y: rows.map(({ row }) => row.delta),
    text: rows.map(({ row }) => markup(row.caseId)),
    textposition: 'none',
    width: 0.8,
    marker: { color: colour, pattern: hatching(pattern) },
    hovertemplate: '%{text}: %{y:+.3f}<extra></extra>',
  };
}

/** The shortest beginnings that tell the kinds apart, in capitals: E, M, S. */
function kindLetters(rows: readonly PairedResult[]): ReadonlyMap<string, string> {
  const kinds = [...new Set(rows.map((row) => row.kind))].sort();
  const lengthOf = (kind: string) => {
    const others = kinds.filter((other) => other !== kind);
    for (let n = 1; n < kind.length; n++)
      if (others.every((other) => !other.startsWith(kind.slice(0, n)))) return n;
    return kind.length;
  };
  return new Map(kinds.map((kind) => [kind, kind.slice(0, lengthOf(kind)).toUpperCase()]));
}

function countNote({ same, failed, n }: Comparison): string {
  const one = n === 0 ? '' : ` One query weighs ${(100 / n).toFixed(1)} points of the mean.`;
  return `Not drawn: ${same} queries that stayed the same${failed > 0 ? `, ${failed} that failed in one run or both` : ''}.${one}`;
}

function kindNote(letters: ReadonlyMap<string, string>): string {
  return `Kinds: ${[...letters].map(([kind, letter]) => `${letter} = ${kind}`).join(', ')}.`;
}

function rangeSentence(moved: readonly PairedResult[]): string {
  if (moved.length === 0) return 'No query moved.';
  return `${moved.length} queries moved, from ${signed(moved[0]!.delta!)} to ${signed(moved.at(-1)!.delta!)}.`;
}

function labelHeight(labels: readonly string[]): number {
  if (labels.length === 0 || labels.length > MOST_LABELS) return 12;
  return Math.min(170, Math.max(...labels.map((label) => pixelsOf(label, LABEL_SIZE)))) + 8;
}

function rangeOf(moved: readonly PairedResult[]): Json {
  const most = Math.max(0.1, ...moved.map((row) => Math.abs(row.delta!)));
  return [-1.08 * most, 1.08 * most];
}

function nothingMoved(): Json {
  return {
    text: 'No query moved',
    showarrow: false,
    xref: 'paper',
    yref: 'paper',
    x: 0.5,
    y: 0.5,
    font: { size: 14 },
  };
}
