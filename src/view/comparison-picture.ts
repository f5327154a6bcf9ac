import type { Comparison, Figure, Json, PairedResult, SliceDifference } from '../types.js';
import { BETTER, GREY, hatching, INK, QUIET_INK, WORSE } from './looks.js';
import { axis, LABEL_SIZE, markup, paper, plotWidth } from './paper.js';
import { fit, pixelsOf } from './text-width.js';
import { niceTicks, tickText } from './ticks.js';
import { VERDICT_WORDS } from './verdict-words.js';

type Moved = PairedResult & { readonly delta: number };
type Row = Pick<SliceDifference, 'slice' | 'n' | 'delta' | 'interval' | 'small'>;

const HEIGHT = 250;
const ROW = 26;
const LEFT = 76;
/** Where the bars end and the slices begin, as shares of the sheet. */
const BARS_END = 0.5;
const SLICES = 0.74;
const MOST_LETTERS = 44; // more bars leave no room for a letter under each
const MOST_SLICES = 14;
const NAME_PIXELS = (SLICES - BARS_END) * plotWidth(LEFT) - 30;

/**
 * A comparison at a glance: a bar for each query that moved, the worst first, with a letter for its kind, beside the mean change of each slice with its 95 % interval.
 * The title is the verdict.
 */
export function comparisonPicture(comparison: Comparison): Figure {
  const moved = movedOf(comparison);
  const letters = lettersOf(moved);
  const rows = slicesOf(comparison);
  const height = Math.max(HEIGHT, rows.length * ROW);
  const title = `${VERDICT_WORDS[comparison.verdict]} · ${comparison.sentence}`;
  const span = ticksOf(rows);
  return {
    name: 'comparison',
    title,
    alt: altOf(comparison, rows),
    data: [...barsOf(moved), ...intervalsOf(rows, span), ...marksOf(rows)],
    layout: {
      ...paper({
        title,
        notes: notesOf(comparison, moved, letters),
        legend: [],
        plotHeight: height,
        bottom: 58,
        left: LEFT,
        yTitle: `change in ${comparison.metric}`,
        annotations: [...labelsOf(rows), ...axisTexts(comparison), ...noneMoved(moved)],
      }),
      barmode: 'overlay',
      xaxis: barAxis(moved, letters),
      yaxis: changeAxis(moved),
      xaxis2: sliceAxis(span),
      yaxis2: axis({
        anchor: 'x2',
        range: [rows.length - 0.5, -0.5],
        tickvals: [],
        showgrid: false,
        showline: false,
        ticks: '',
      }),
    },
    table: tableOf(moved, rows),
  };
}

function movedOf({ results }: Comparison): readonly Moved[] {
  const moved = results.filter(
    (row): row is Moved => row.delta !== null && (row.status === 'worse' || row.status === 'better'),
  );
  return [...moved].sort((a, b) => a.delta - b.delta);
}

/** All pairs first, then the slices, where there is more than one. */
function slicesOf(comparison: Comparison): readonly Row[] {
  const { n, delta, interval, slices } = comparison;
  const all = { slice: 'all', n, delta, interval, small: n < 10 };
  return slices.length < 2 ? [all] : [all, ...slices.slice(0, MOST_SLICES)];
}

/** The first letters of the kinds where they differ, else A, B, C; none where there are more kinds than letters, or more bars than room. */
function lettersOf(moved: readonly Moved[]): ReadonlyMap<string, string> {
  const kinds = [...new Set(moved.map((row) => row.kind))].sort();
  if (kinds.length > 26 || moved.length > MOST_LETTERS) return new Map();
  const firsts = kinds.map((kind) => kind.charAt(0).toUpperCase());
  const own = new Set(firsts).size === kinds.length && firsts.every((letter) => /^\p{Lu}$/u.test(letter));
  return new Map(kinds.map((kind, i) => [kind, own ? firsts[i]! : String.fromCharCode(65 + i)]));
}

function barsOf(moved: readonly Moved[]): readonly Json[] {
  return (['worse', 'better'] as const).map((status) => {
    const own = moved.flatMap((row, i) => (row.status === status ? [{ row, i }] : []));
    return {
      type: 'bar',
      x: own.map(({ i }) => i),
      y: own.map(({ row }) => row.delta),
      width: 0.8,
      marker: {
        color: status === 'better' ? BETTER : WORSE,
        line: { width: 0 },
        pattern: hatching(status === 'better' ? '' : '/'),
      },
      text: own.map(({ row }) => markup(`${row.caseId} (${row.kind}): ${row.query}`)),
      textposition: 'none',
      hovertemplate: '%{text}<br>%{y:+.3f}<extra></extra>',
      showlegend: false,
    };
  });
}

function barAxis(moved: readonly Moved[], letters: ReadonlyMap<string, string>): Json {
  const shown = letters.size === 0 ? [] : moved;
  return axis({
    domain: [0, BARS_END],
    range: [-0.8, Math.max(1, moved.length) - 0.2],
    tickvals: shown.map((_, i) => i),
    ticktext: shown.map((row) => markup(letters.get(row.kind)!)),
    tickangle: 0,
    tickfont: { size: 10 },
    showgrid: false,
    ticks: '',
  });
}

/** The same way up as down, to the next round number. */
function changeAxis(moved: readonly Moved[]): Json {
  const most = Math.max(0, ...moved.map((row) => Math.abs(row.delta)));
  const end = [0.05, 0.1, 0.2, 0.5, 1].find((round) => most <= round + 1e-9) ?? Math.ceil(most);
  const ticks = [-end, -end / 2, 0, end / 2, end];
  return axis({
    range: [-1.06 * end, 1.06 * end],
    tickvals: ticks,
    ticktext: ticks.map((tick) => changeText(tick, ticks)),
    zeroline: true,
    zerolinecolor: INK,
    zerolinewidth: 1.2,
  });
}

function ticksOf(rows: readonly Row[]): readonly number[] {
  const known = rows.flatMap(({ delta, interval }) => [delta, ...(interval ?? [])]);
  const values = [0, ...known.filter((value) => value !== null)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max((high - low) * 0.06, (0.02 - (high - low)) / 2);
  return niceTicks(low - room, high + room, 4);
}

function sliceAxis(ticks: readonly number[]): Json {
  return axis({
    domain: [SLICES, 1],
    anchor: 'y2',
    range: [ticks[0]!, ticks.at(-1)!],
    tickvals: ticks,
    ticktext: ticks.map((tick) => changeText(tick, ticks)),
    tickfont: { size: 10 },
    ticks: 'outside',
    zeroline: true,
    zerolinecolor: INK,
    zerolinewidth: 1.2,
  });
}

function changeText(tick: number, ticks: readonly number[]): string {
  return tick === 0 ? '0' : tick > 0 ? `+${tickText(tick, ticks)}` : tickText(tick, ticks);
}

/** Ends that the data do not bound go to the edge, as an arrow. */
function intervalsOf(rows: readonly Row[], ticks: readonly number[]): readonly Json[] {
  const [first, last] = [ticks[0]!, ticks.at(-1)!];
  return rows.flatMap(({ interval, small }, y) => {
    if (interval === null) return [];
    const [low, high] = interval;
    const colour = small ? GREY : INK;
    const symbols = [
      low === null ? 'triangle-left' : 'line-ns',
      high === null ? 'triangle-right' : 'line-ns',
    ];
    return [
      {
        type: 'scatter',
        mode: 'lines+markers',
        xaxis: 'x2',
        yaxis: 'y2',
        x: [low ?? first, high ?? last],
        y: [y, y],
        line: { color: colour, width: 2 },
        marker: { symbol: symbols, size: 9, color: colour, line: { width: 1.5, color: colour } },
        cliponaxis: false,
        showlegend: false,
        hoverinfo: 'skip',
      },
    ];
  });
}

/** A dot, or a diamond where all pairs are equal. */
function marksOf(rows: readonly Row[]): readonly Json[] {
  const known = rows.flatMap((row, y) => (row.delta === null ? [] : [{ row, y }]));
  return [
    {
      type: 'scatter',
      mode: 'markers',
      xaxis: 'x2',
      yaxis: 'y2',
      x: known.map(({ row }) => row.delta),
      y: known.map(({ y }) => y),
      marker: {
        symbol: known.map(({ row }) => (row.interval === null ? 'diamond-open' : 'circle')),
        size: 10,
        color: known.map(({ row }) => (row.small ? GREY : INK)),
      },
      cliponaxis: false,
      showlegend: false,
      hovertemplate: '%{x:+.3f}<extra></extra>',
    },
  ];
}

/** The slices' names with their n, left of their dots. */
function labelsOf(rows: readonly Row[]): readonly Json[] {
  return rows.map(({ slice, n, small, delta }, y) => {
    const count = ` n=${n}${delta === null ? ', no pair' : ''}`;
    const name = fit(slice, LABEL_SIZE, NAME_PIXELS - pixelsOf(count, LABEL_SIZE)) + count;
    return {
      text: y === 0 ? `<b>${markup(name)}</b>` : markup(name),
      showarrow: false,
      xref: 'paper',
      x: SLICES,
      xanchor: 'right',
      xshift: -12,
      yref: 'y2',
      y,
      yanchor: 'middle',
      font: { color: small ? QUIET_INK : INK },
    };
  });
}

function axisTexts({ metric }: Comparison): readonly Json[] {
  const below = { showarrow: false, xref: 'paper', xanchor: 'center', yref: 'paper', y: 0, yanchor: 'top' };
  const texts = [
    ['queries that moved, worst first', BARS_END / 2],
    [fit(`mean change in ${metric}`, LABEL_SIZE, (1 - SLICES) * plotWidth(LEFT)), (1 + SLICES) / 2],
  ] as const;
  return texts.map(([text, x]) => ({ ...below, text: markup(text), x, yshift: -32 }));
}

function noneMoved(moved: readonly Moved[]): readonly Json[] {
  if (moved.length > 0) return [];
  const place = {
    xref: 'paper',
    x: BARS_END / 2,
    xanchor: 'center',
    yref: 'paper',
    y: 0.6,
    yanchor: 'bottom',
  };
  return [{ text: 'no query moved', showarrow: false, font: { color: QUIET_INK }, ...place }];
}

function notesOf(
  { n, same, failed, slices, runA, runB }: Comparison,
  moved: readonly Moved[],
  letters: ReadonlyMap<string, string>,
): readonly string[] {
  const words = [...letters].map(([kind, letter]) => `${letter} ${kind}`).join(', ');
  const kinds = letters.size === 0 ? '' : ` Letters: ${words}.`;
  const lost = failed === 0 ? '' : `, ${failed} failed`;
  const few = slices.some(({ small }) => small) ? ' Grey: n < 10.' : '';
  const more = slices.length > MOST_SLICES ? ` ${slices.length - MOST_SLICES} more are in the table.` : '';
  const corrected = slices.length < 2 ? '' : '; those of the slices are corrected together';
  return [
    `${runB.name} less ${runA.name}. Left: ${moved.length} that moved of n = ${n} (${same} same${lost}).${kinds}`,
    `Right: mean changes with 95 % intervals${corrected}.${few}${more}`,
  ];
}

function altOf({ sentence, better, worse, same }: Comparison, rows: readonly Row[]): string {
  const dots = rows.map(({ slice, n, delta }) => `${slice} ${deltaText(delta)} (n = ${n})`).join(', ');
  return `Bars of the ${better + worse} queries that moved (${worse} worse, ${better} better, ${same} same) beside the mean changes of the slices: ${dots}. ${sentence}`;
}

function deltaText(delta: number | null): string {
  return delta === null ? 'no pair' : delta.toFixed(3).replace('-', '−');
}

function tableOf(moved: readonly Moved[], rows: readonly Row[]): Figure['table'] {
  return {
    columns: ['what', 'name', 'n', 'change', 'low', 'high'],
    rows: [
      ...rows.map(({ slice, n, delta, interval }) => [
        'slice',
        slice,
        n,
        delta,
        interval?.[0] ?? null,
        interval?.[1] ?? null,
      ]),
      ...moved.map(({ caseId, delta }) => ['query', caseId, 1, delta, null, null]),
    ],
  };
}
