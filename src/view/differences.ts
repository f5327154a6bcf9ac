import { signed } from '../compare/verdict.js';
import { LabError } from '../errors.js';
import { SMALL } from '../measure/summarize.js';
import type { Comparison, Figure, Json, Verdict } from '../types.js';
import { BETTER, GREY, INK, QUIET_INK, WORSE } from './looks.js';
import { axis, markup, paper, plotWidth } from './paper.js';
import { nameLines, widest } from './row-labels.js';
import { counts } from './run-counts.js';
import { type Scale, scaleOf } from './scale.js';
import { niceTicks, tickText } from './ticks.js';

/** A line of the picture: what the next ones are compared with, or one comparison. */
type Row =
  | { readonly y: number; readonly heading: string }
  | { readonly y: number; readonly one: Comparison; readonly lines: readonly string[] };

type Line = Extract<Row, { readonly one: Comparison }>;

const NAME_PIXELS = 270;
const TEXT_PIXELS = 190;

/**
 * A leaderboard of differences from the baseline: a mark a comparison, best first, with its 95 % interval as the comparison corrected it, its
 * verdict and its n. With several baselines a group each. Ends that the data do not bound are arrows; where all pairs are equal that is
 * said in words. Throws a LabError without comparisons, or where they are on different metrics, cases or pages.
 */
export function differences(comparisons: readonly Comparison[]): Figure {
  checkAlike(comparisons);
  const groups = groupsOf(comparisons);
  const rows = rowsOf(groups);
  const lines = rows.filter((row): row is Line => 'one' in row);
  const rowHeight =
    13 + 15 * Math.max(...lines.map(({ one, lines }) => Math.max(lines.length, verdictLines(one).length)));
  const left = Math.max(64, 36 + widest(rows.flatMap((row) => ('one' in row ? row.lines : []))));
  const scale = scaleFor(comparisons);
  const title = titleOf(comparisons, groups);
  const end = 1 - TEXT_PIXELS / plotWidth(left);
  return {
    name: 'differences',
    title,
    alt: altOf(title, groups),
    data: [...lines.map((row) => intervalOf(row, scale)), arrowsOf(lines, scale), marksOf(lines)],
    layout: {
      ...paper({
        title,
        notes: notesOf(comparisons),
        legend: [],
        plotHeight: rows.length * rowHeight,
        bottom: 54,
        left,
        annotations: [...rows.flatMap((row) => textsOf(row, left, end)), xTitle(comparisons, end)],
      }),
      xaxis: axis({
        domain: [0, end],
        range: [scale.ticks[0]!, scale.ticks.at(-1)!],
        tickvals: scale.ticks,
        ticktext: scale.ticks.map((tick) => changeText(tick, scale.ticks)),
        ticks: 'outside',
        zeroline: true,
        zerolinecolor: INK,
        zerolinewidth: 1.5,
      }),
      yaxis: axis({
        range: [rows.length - 0.5, -0.5],
        tickvals: [],
        showgrid: false,
        showline: false,
        ticks: '',
      }),
    },
    table: tableOf(groups.flatMap(({ members }) => members)),
  };
}

function checkAlike(comparisons: readonly Comparison[]): void {
  const first = comparisons[0];
  if (first === undefined)
    throw new LabError(
      'differences: there are no comparisons, wanted at least one; pass some, as from compareAll',
    );
  for (const [key, word] of [
    ['metric', 'on'],
    ['casesVersion', 'over'],
    ['corpusVersion', 'over'],
  ] as const) {
    const other = comparisons.find(
      (one) => one[key] !== null && first[key] !== null && one[key] !== first[key],
    );
    if (other !== undefined)
      throw new LabError(
        `differences: "${first.runB.name}" is compared ${word} ${first[key]} and "${other.runB.name}" ${word} ${other[key]}, wanted the same; take them apart`,
      );
  }
}

type Group = { readonly baseline: Comparison['runA']; readonly members: readonly Comparison[] };

/** By baseline in the order given, each group by its differences, the best first and the unknown last. */
function groupsOf(comparisons: readonly Comparison[]): readonly Group[] {
  const ids = [...new Set(comparisons.map((one) => one.runA.id))];
  const value = ({ delta }: Comparison) => delta ?? Number.NEGATIVE_INFINITY;
  return ids.map((id) => {
    const members = comparisons.filter((one) => one.runA.id === id);
    const ordered = [...members].sort((a, b) => (value(a) === value(b) ? 0 : value(b) - value(a)));
    return { baseline: members[0]!.runA, members: ordered };
  });
}

function rowsOf(groups: readonly Group[]): readonly Row[] {
  const rows: Row[] = [];
  for (const { baseline, members } of groups) {
    if (groups.length > 1) rows.push({ y: rows.length, heading: `less ${baseline.name}` });
    for (const one of members)
      rows.push({ y: rows.length, one, lines: nameLines(one.runB.name, NAME_PIXELS, 3) });
  }
  return rows;
}

/** Everything that is known, and 0. An end that is not bounded has room for its arrow. */
function scaleFor(comparisons: readonly Comparison[]): Scale {
  const known = comparisons.flatMap(({ delta, interval }) => [delta, ...(interval ?? [])]);
  const values = [0, ...known.filter((value) => value !== null)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max((high - low) * 0.08, (0.02 - (high - low)) / 2);
  return scaleOf(niceTicks(low - room, high + room, 5));
}

function small({ n }: Comparison): boolean {
  return n < SMALL;
}

const LOOKS: Readonly<
  Record<Verdict, { readonly colour: string; readonly symbol: string; readonly word: string }>
> = {
  better: { colour: BETTER, symbol: 'triangle-up', word: 'better' },
  worse: { colour: WORSE, symbol: 'triangle-down', word: 'worse' },
  'cannot-tell': { colour: QUIET_INK, symbol: 'circle-open', word: "can't tell" },
  identical: { colour: QUIET_INK, symbol: 'diamond-open', word: 'identical' },
};

function colourOf(one: Comparison): string {
  return small(one) ? GREY : LOOKS[one.verdict].colour;
}

function intervalOf({ one, y }: Line, { ticks }: Scale): Json {
  const [low, high] = one.interval ?? [0, 0];
  const x = one.interval === null ? [] : [low ?? ticks[0]!, high ?? ticks.at(-1)!];
  return {
    type: 'scatter',
    mode: 'lines',
    x,
    y: x.map(() => y),
    line: { color: colourOf(one), width: 2.4, dash: one.verdict === 'cannot-tell' ? 'dot' : 'solid' },
    showlegend: false,
    hoverinfo: 'skip',
  };
}

/** Where an interval has no end, it goes on past the edge of the picture. */
function arrowsOf(lines: readonly Line[], { ticks }: Scale): Json {
  const ends = lines.flatMap(({ one, y }) => {
    const [low, high] = one.interval ?? [0, 0];
    const colour = colourOf(one);
    return [
      ...(low === null ? [{ x: ticks[0]!, y, colour, symbol: 'triangle-left' }] : []),
      ...(high === null ? [{ x: ticks.at(-1)!, y, colour, symbol: 'triangle-right' }] : []),
    ];
  });
  return {
    type: 'scatter',
    mode: 'markers',
    x: ends.map(({ x }) => x),
    y: ends.map((end) => end.y),
    marker: { symbol: ends.map(({ symbol }) => symbol), color: ends.map(({ colour }) => colour), size: 11 },
    cliponaxis: false,
    showlegend: false,
    hoverinfo: 'skip',
  };
}

function marksOf(lines: readonly Line[]): Json {
  const known = lines.filter(({ one }) => one.delta !== null);
  return {
    type: 'scatter',
    mode: 'markers',
    x: known.map(({ one }) => one.delta),
    y: known.map(({ y }) => y),
    marker: {
      symbol: known.map(({ one }) => LOOKS[one.verdict].symbol),
      color: known.map(({ one }) => colourOf(one)),
      size: 11,
      line: { width: 2, color: known.map(({ one }) => colourOf(one)) },
      opacity: 1,
    },
    text: known.map(({ one }) => markup(one.sentence)),
    hovertemplate: '%{text}<extra></extra>',
    cliponaxis: false,
    showlegend: false,
  };
}

function textsOf(row: Row, left: number, end: number): readonly Json[] {
  const place = { yref: 'y', y: row.y, yanchor: 'middle', showarrow: false, align: 'left' };
  if (!('one' in row)) {
    const text = `<b>${nameLines(row.heading, 820, 1).map(markup).join('')}</b>`;
    return [{ ...place, text, bgcolor: '#ffffff', xref: 'paper', x: 0, xanchor: 'left', xshift: 16 - left }];
  }
  const colour = small(row.one) ? QUIET_INK : INK;
  return [
    {
      ...place,
      text: row.lines.map(markup).join('<br>'),
      xref: 'paper',
      x: 0,
      xanchor: 'left',
      xshift: 16 - left,
      font: { color: colour },
    },
    {
      ...place,
      text: verdictLines(row.one).map(markup).join('<br>'),
      xref: 'paper',
      x: end,
      xanchor: 'left',
      xshift: 14,
      font: { color: colour },
    },
  ];
}

/** `+0.117 better, n = 90`; where nothing differs that alone. */
function verdictLines(one: Comparison): readonly string[] {
  const { n, delta, failed, verdict } = one;
  const count = `n = ${n}${failed === 0 ? '' : `, ${failed} failed`}${small(one) ? ', too few' : ''}`;
  if (delta === null) return ['no pair was answered', count];
  if (verdict === 'identical') return [`identical on all ${n}${failed === 0 ? '' : `, ${failed} failed`}`];
  return failed === 0 && !small(one)
    ? [`${signed(delta)} ${LOOKS[verdict].word}, ${count}`]
    : [`${signed(delta)} ${LOOKS[verdict].word}`, count];
}

function changeText(tick: number, ticks: readonly number[]): string {
  return tick === 0 ? '0' : tick > 0 ? `+${tickText(tick, ticks)}` : tickText(tick, ticks);
}

function xTitle(comparisons: readonly Comparison[], end: number): Json {
  const place = {
    xref: 'paper',
    x: end / 2,
    xanchor: 'center',
    yref: 'paper',
    y: 0,
    yanchor: 'top',
    yshift: -28,
  };
  return { text: markup(`change in mean ${comparisons[0]!.metric}`), showarrow: false, ...place };
}

function titleOf(comparisons: readonly Comparison[], groups: readonly Group[]): string {
  const n =
    new Set(comparisons.map((one) => one.n)).size === 1 ? counts(comparisons.map((one) => one.n)) : null;
  const of = n === null ? '' : ` (n = ${n} pairs)`;
  const from = groups.length === 1 ? groups[0]!.baseline.name : `each of ${groups.length} baselines`;
  return `${comparisons[0]!.metric}: difference from ${from}${of}`;
}

const CORRECTIONS = { 'max-t': 'max-T', holm: 'Holm', 'benjamini-hochberg': 'Benjamini-Hochberg' } as const;

function notesOf(comparisons: readonly Comparison[]): readonly string[] {
  const families = comparisons.map(({ family }) =>
    family === null
      ? comparisons.length > 1
        ? 'each for itself, not corrected'
        : 'of this comparison alone'
      : `corrected for ${family.size} comparisons together (${CORRECTIONS[family.correction]})`,
  );
  const grey = comparisons.some(small) ? ` Grey: n < ${SMALL}, too few to say much.` : '';
  const open = comparisons.some(({ interval }) => interval?.includes(null))
    ? ' Arrows: an end that the data do not bound.'
    : '';
  const failed = comparisons.filter((one) => one.failed > 0);
  const zeros = failed.map(
    (one) =>
      `${one.runB.name} ${one.withFailuresAsZero.delta === null ? '–' : signed(one.withFailuresAsZero.delta)}`,
  );
  return [
    `Marks: mean change of the pairs that both answered; lines: 95 % interval, ${[...new Set(families)].join('; ')}, dotted where there is no verdict.${open}${grey}`,
    ...(failed.length === 0
      ? []
      : [`With failures as 0: ${zeros.join(', ')}. A verdict needs both to agree.`]),
  ];
}

function tableOf(comparisons: readonly Comparison[]): Figure['table'] {
  return {
    columns: [
      'baseline',
      'run',
      'n',
      'failed',
      'baseline mean',
      'run mean',
      'difference',
      'low',
      'high',
      'p',
      'verdict',
      'failures as 0',
    ],
    rows: comparisons.map((one) => {
      const [low, high] = one.interval ?? [null, null];
      const { runA, runB, n, failed, meanA, meanB, delta, pValue, verdict } = one;
      return [
        runA.name,
        runB.name,
        n,
        failed,
        meanA,
        meanB,
        delta,
        low,
        high,
        pValue,
        LOOKS[verdict].word,
        one.withFailuresAsZero.delta,
      ];
    }),
  };
}

function altOf(title: string, groups: readonly Group[]): string {
  const parts = groups.map(({ baseline, members }) => {
    const texts = members.map((one) => `${one.runB.name} ${verdictLines(one).join(', ')}`);
    return `${groups.length > 1 ? `Less ${baseline.name}: ` : ''}${texts.join('; ')}.`;
  });
  return `Dot plot, ${title}. ${parts.join(' ')}`;
}
