import { signed } from '../compare/verdict.js';
import type { Comparison, Figure, Json, PairedResult } from '../types.js';
import { BETTER, GRID, hatching, INK, PALE, QUIET_INK, WORSE } from './looks.js';
import { axis, LABEL_SIZE, legendName, markup, paper } from './paper.js';
import { fit, pixelsOf } from './text-width.js';

type Moved = PairedResult & { readonly delta: number };

/** Where everything stands along the axis: the worse ones, room for those that stayed the same, the better ones. */
type Places = {
  readonly rows: readonly Moved[];
  readonly x: readonly number[];
  readonly gap: readonly [number, number];
  readonly end: number;
};

const PLOT_HEIGHT = 280;
const ROW_HEIGHT = 18;
const MOST_IDS = 40; // more than these have no room to be written under their bars
const ID_SIZE = 10;
const ID_PIXELS = 120;
const KIND_PIXELS = 190;

/**
 * One bar a query that changed, worst first, with a mark for its kind below; the unchanged ones are one gap with their number.
 * The title is the verdict. Failed pairs have no bar and are named.
 */
export function pairedDifferences(comparison: Comparison): Figure {
  const places = placesOf(comparison);
  const kinds = kindsOf(comparison.results);
  const left = Math.max(88, 16 + Math.max(0, ...kinds.map((kind) => pixelsOf(kind.label, LABEL_SIZE))));
  const strip = Math.max(1, kinds.length) * ROW_HEIGHT;
  const height = PLOT_HEIGHT + strip + 12;
  const ids =
    places.rows.length > MOST_IDS ? [] : places.rows.map((row) => fit(row.caseId, ID_SIZE, ID_PIXELS));
  const bars = (['worse', 'better'] as const).map((status) => barsOf(comparison, places, status));
  return {
    name: 'paired-differences',
    title: comparison.sentence,
    alt: altOf(comparison, kinds),
    data: [...bars, ...(['worse', 'better'] as const).map((status) => marksOf(places, kinds, status))],
    layout: {
      ...paper({
        title: comparison.sentence,
        notes: notesOf(comparison, places, ids.length === 0),
        legend: bars.map(({ name }) => name),
        plotHeight: height,
        bottom: 24 + Math.max(0, ...ids.map((id) => pixelsOf(id, ID_SIZE))),
        left,
        yTitle: `change in ${comparison.metric}`,
        yTitleAt: 1 - PLOT_HEIGHT / 2 / height,
        annotations: gapText(comparison, places, 1 - PLOT_HEIGHT / 2 / height),
      }),
      barmode: 'overlay',
      xaxis: axis({
        anchor: 'y2',
        range: [-0.8, places.end + 0.8],
        tickvals: ids.length === 0 ? [] : places.x,
        ticktext: ids.map(markup),
        tickangle: -90,
        tickfont: { size: ID_SIZE },
        showgrid: false,
        ticks: '',
      }),
      yaxis: deltaAxis(places, strip / height),
      yaxis2: kindAxis(kinds, strip / height),
      shapes: gapShapes(places),
    },
    table: tableOf(comparison, places),
  };
}

function placesOf({ results, same }: Comparison): Places {
  const moved = results.filter((row): row is Moved => row.status === 'worse' || row.status === 'better');
  const rows = [...moved].sort((a, b) => a.delta - b.delta);
  const worse = rows.filter((row) => row.delta < 0).length;
  const room = same === 0 ? 0 : Math.max(2, Math.ceil(rows.length * 0.07));
  const x = rows.map((_, i) => (i < worse ? i : i + room));
  return { rows, x, gap: [worse - 0.5, worse - 0.5 + room], end: Math.max(1, rows.length + room - 1) };
}

type Kind = { readonly name: string; readonly label: string };

/** Kinds from the top row down, with how many pairs each has. */
function kindsOf(results: readonly PairedResult[]): readonly Kind[] {
  return [...new Set(results.map((row) => row.kind))].sort().map((name) => {
    const n = results.filter((row) => row.kind === name && row.status !== 'failed').length;
    const count = ` n=${n}`;
    return { name, label: fit(name, LABEL_SIZE, KIND_PIXELS - pixelsOf(count, LABEL_SIZE)) + count };
  });
}

function barsOf(comparison: Comparison, { rows, x }: Places, status: 'better' | 'worse') {
  const own = rows.flatMap((row, i) => (row.status === status ? [{ row, x: x[i]! }] : []));
  const count = comparison[status];
  return {
    type: 'bar',
    name: markup(legendName(`${status} with ${comparison.runB.name}`, `: ${count}`)),
    x: own.map((one) => one.x),
    y: own.map((one) => one.row.delta),
    width: 0.8,
    marker: {
      color: status === 'better' ? BETTER : WORSE,
      line: { width: 0 },
      pattern: hatching(status === 'better' ? '' : '/'),
    },
    text: own.map(({ row }) => markup(`${row.caseId} (${row.kind}): ${row.query}`)),
    textposition: 'none',
    hovertemplate: '%{text}<br>%{y:+.3f}<extra></extra>',
  };
}

/** A triangle in the row of the query's kind, pointing the way the query went. */
function marksOf({ rows, x }: Places, kinds: readonly Kind[], status: 'better' | 'worse'): Json {
  const own = rows.flatMap((row, i) => (row.status === status ? [{ row, x: x[i]! }] : []));
  return {
    type: 'scatter',
    mode: 'markers',
    yaxis: 'y2',
    x: own.map((one) => one.x),
    y: own.map((one) => kinds.findIndex((kind) => kind.name === one.row.kind)),
    marker: {
      color: status === 'better' ? BETTER : WORSE,
      symbol: status === 'better' ? 'triangle-up' : 'triangle-down',
      size: rows.length > 150 ? 5 : rows.length > 70 ? 7 : 9,
    },
    cliponaxis: false,
    showlegend: false,
    hoverinfo: 'skip',
  };
}

/** The same way up as down, to the next round number, so that bars of two such pictures can be told apart in size. */
function endOf({ rows }: Pick<Places, 'rows'>): number {
  const most = Math.max(0, ...rows.map((row) => Math.abs(row.delta)));
  return [0.05, 0.1, 0.2, 0.5, 1].find((round) => most <= round + 1e-9) ?? Math.ceil(most);
}

/** Where nothing changed there is no size to measure by. */
function deltaAxis(places: Places, strip: number): Json {
  const end = endOf(places);
  const ticks = places.rows.length === 0 ? [0] : [-end, -end / 2, 0, end / 2, end];
  return axis({
    domain: [strip + 12 / (PLOT_HEIGHT + 12 + strip), 1],
    range: [-1.06 * end, 1.06 * end],
    tickvals: ticks,
    ticktext: ticks.map((value) => (value === 0 ? '0' : signed(value))),
    zeroline: true,
    zerolinecolor: INK,
    zerolinewidth: 1.2,
  });
}

function kindAxis(kinds: readonly Kind[], strip: number): Json {
  return axis({
    domain: [0, strip],
    range: [kinds.length - 0.5, -0.5],
    tickvals: kinds.map((_, i) => i),
    ticktext: kinds.map((kind) => markup(kind.label)),
    gridcolor: GRID,
    ticks: '',
  });
}

function gapShapes({ gap: [from, to] }: Places): readonly Json[] {
  if (from === to) return [];
  const place = { xref: 'x', x0: from, x1: to, yref: 'paper', y0: 0, y1: 1 };
  return [{ type: 'rect', layer: 'below', fillcolor: PALE, line: { width: 0 }, ...place }];
}

function gapText({ same }: Comparison, { gap: [from, to] }: Places, y: number): readonly Json[] {
  if (from === to) return [];
  const place = { xref: 'x', x: (from + to) / 2, yref: 'paper', y, xanchor: 'center', yanchor: 'middle' };
  const font = { size: LABEL_SIZE, color: QUIET_INK };
  return [{ text: `${same} same`, textangle: -90, showarrow: false, bgcolor: PALE, font, ...place }];
}

function notesOf(comparison: Comparison, places: Places, manyMoved: boolean): readonly string[] {
  const { n, same, failed, tolerance, runA, runB, results } = comparison;
  const moved = comparison.better + comparison.worse;
  const ids = manyMoved && moved > 0 ? ` The ${moved} that changed are too many to name here.` : '';
  const failures = results.filter((row) => row.status === 'failed');
  const named = failures.slice(0, 6).map((row) => `${row.caseId} (${row.kind})`);
  const more = failures.length > named.length ? ` and ${failures.length - named.length} more` : '';
  return [
    `${runB.name} less ${runA.name}, one bar a query (n = ${n} pairs; ${same} same within ${tolerance}, drawn as a gap). Marks below: its kind.${ids}${flatText(places)}`,
    ...(failed === 0 ? [] : [`Failed in one run or both, so without a bar: ${named.join(', ')}${more}.`]),
  ];
}

/** A hundredth of the axis is about a pixel: marks without a bar would puzzle. */
function flatText({ rows }: Places): string {
  const least = endOf({ rows }) / 100;
  const flat = rows.filter(({ delta }) => Math.abs(delta) < least).length;
  return flat === 0 ? '' : ` ${flat} changed by less than ${least}: too little for a bar to be seen.`;
}

function altOf(comparison: Comparison, kinds: readonly Kind[]): string {
  const { results, sentence } = comparison;
  const ends = [
    results.filter((row) => row.status === 'worse')[0],
    results.filter((row) => row.status === 'better').at(-1),
  ];
  const named = ends.flatMap((row) =>
    row === undefined ? [] : [`${row.status} by most: ${row.caseId}, ${signed(row.delta ?? 0)}`],
  );
  const byKind = kinds.map(({ name }) => {
    const count = (status: string) =>
      results.filter((row) => row.kind === name && row.status === status).length;
    return `${name} ${count('better')} better, ${count('worse')} worse, ${count('same')} same`;
  });
  return [`Bar chart of the change of each query. ${sentence}`, ...named, ...byKind].join(' · ');
}

function tableOf({ same, results, runA, runB }: Comparison, { rows }: Places): Figure['table'] {
  const failed = results.filter((row) => row.status === 'failed');
  const moved = [...failed, ...rows].map((row) => [
    row.caseId,
    row.kind,
    row.status,
    row.a,
    row.b,
    row.delta,
  ]);
  return {
    columns: ['case', 'kind', 'status', `a: ${runA.name}`, `b: ${runB.name}`, 'b − a'],
    rows: same === 0 ? moved : [...moved, [`(${same} queries)`, null, 'same', null, null, 0]],
  };
}
