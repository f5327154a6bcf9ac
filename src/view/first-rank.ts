import { gradesOf } from '../measure/judged.js';
import { RELEVANCE_THRESHOLD } from '../measure/relevant.js';
import { isFailed, SMALL } from '../measure/summarize.js';
import type { Case, Figure, Json, Result, Run } from '../types.js';
import { checkAlikeRuns } from './chosen-metric.js';
import { BETTER, GREY, hatching, INK, PALE, QUIET_INK, WORSE } from './looks.js';
import { axis, LABEL_SIZE, markup, paper } from './paper.js';
import { nameLines } from './row-labels.js';
import { countText } from './run-counts.js';

/** What came of a query: the ranks that a bar stands for, or why it has none. */
type Bin = { readonly name: string; readonly holds: (outcome: Outcome) => boolean };

/** The rank of the first relevant page, counted in pages from 1, or why there is none. */
type Outcome = number | 'not found' | 'failed' | 'unlabelled';

type Panel = { readonly run: Run; readonly outcomes: readonly Outcome[]; readonly counts: readonly number[] };

const LEFT = 28;
const PANEL = 70;
const NAME_PIXELS = 640;
const ALONE = 5; // ranks up to here have a bar of their own

/**
 * At which rank the first relevant page of each query stands: a row of bars a run, from rank 1 on, with the queries where none was found and
 * those that failed at the end. Ranks count pages, each once. Throws a LabError where the runs are over different cases or pages.
 */
export function firstRank(runs: readonly Run[]): Figure {
  checkAlikeRuns('firstRank', runs);
  const outcomes = runs.map(outcomesOf);
  const bins = binsOf(outcomes.flat());
  const panels = runs.map((run, i): Panel => {
    const own = outcomes[i]!;
    return { run, outcomes: own, counts: bins.map(({ holds }) => own.filter(holds).length) };
  });
  const heads = runs.map((run) => nameLines(run.name, NAME_PIXELS));
  const head = 13 + 15 * Math.max(...heads.map((lines) => lines.length));
  const domains = domainsOf(panels.length, head);
  const height = panels.length * (PANEL + head);
  const title = `Rank of the first relevant page (${countText(runs)})`;
  const most = Math.max(1, ...panels.flatMap(({ counts }) => counts));
  return {
    name: 'first-rank',
    title,
    alt: altOf(title, panels, bins),
    data: panels.flatMap((panel, i) => [barsOf(panel, bins, i), countsOf(panel, i)]),
    layout: {
      ...paper({
        title,
        notes: notesOf(panels),
        legend: [],
        plotHeight: height,
        bottom: 48,
        left: LEFT,
        annotations: [...panels.map((panel, i) => headOf(panel, heads[i]!, domains[i]![1])), xTitle()],
      }),
      barmode: 'overlay',
      xaxis: axis({
        anchor: yName(panels.length - 1, 'y'),
        range: [-0.5, bins.length - 0.5],
        tickvals: bins.map((_, i) => i),
        ticktext: bins.map(({ name }) => name),
        showgrid: false,
        ticks: '',
      }),
      ...Object.fromEntries(panels.map((_, i) => [yName(i, 'yaxis'), panelAxis(domains[i]!, most)])),
      shapes: [endShape(bins)],
    },
    table: tableOf(panels, bins),
  };
}

function outcomesOf(run: Run): readonly Outcome[] {
  const cases = new Map(run.cases.map((item) => [item.id, item]));
  return run.results.flatMap((result) => {
    const item = cases.get(result.caseId);
    return item === undefined ? [] : [outcomeOf(item, result)];
  });
}

function outcomeOf(item: Case, result: Result): Outcome {
  if (isFailed(result)) return 'failed';
  const relevant = [...gradesOf(item)].filter(([, grade]) => grade >= RELEVANCE_THRESHOLD);
  if (relevant.length === 0) return 'unlabelled';
  const ranks = relevant.flatMap(([page]) => result.ranks[page] ?? []);
  return ranks.length === 0 ? 'not found' : Math.min(...ranks);
}

/** Ranks one by one at first, then by stretches that grow: 6–10, 11–20, 21–50, 51–100, 101–200, as far as any run found something. */
function binsOf(outcomes: readonly Outcome[]): readonly Bin[] {
  const deepest = outcomes.reduce<number>(
    (most, one) => (typeof one === 'number' ? Math.max(most, one) : most),
    0,
  );
  const ranks = Array.from(
    { length: ALONE },
    (_, i): Bin => ({ name: String(i + 1), holds: (one) => one === i + 1 }),
  );
  const steps = [2, 2, 2.5]; // 5 to 10 to 20 to 50
  for (let last = ALONE, i = 0; last < deepest; i++) {
    const from = last + 1;
    const to = last * steps[i % 3]!;
    ranks.push({
      name: `${from}–${to}`,
      holds: (one) => typeof one === 'number' && one >= from && one <= to,
    });
    last = to;
  }
  const rest = (['not found', 'failed', 'unlabelled'] as const).map(
    (name): Bin => ({ name, holds: (one) => one === name }),
  );
  const kept = rest.filter(({ name }) => name !== 'unlabelled' || outcomes.includes('unlabelled'));
  return [...ranks, ...kept];
}

function yName(i: number, word: 'y' | 'yaxis'): string {
  return i === 0 ? word : `${word}${i + 1}`;
}

type Domain = readonly [number, number];

/** The share of the plot's height that each panel takes, from the top down, with room for the name above it. */
function domainsOf(panels: number, head: number): readonly Domain[] {
  const whole = panels * (PANEL + head);
  return Array.from({ length: panels }, (_, i) => {
    const top = i * (PANEL + head) + head;
    return [Math.max(0, 1 - (top + PANEL) / whole), 1 - top / whole];
  });
}

/** All panels reach as high, so that their bars can be held against each other; room is left for the number above the highest. */
function panelAxis(domain: Domain, most: number): Json {
  return axis({
    domain,
    anchor: 'x',
    range: [0, most * 1.3],
    tickvals: [0],
    ticktext: [''],
    showgrid: false,
    showline: false,
    zeroline: true,
    zerolinecolor: QUIET_INK,
    zerolinewidth: 1,
    ticks: '',
  });
}

function barsOf({ outcomes, counts }: Panel, bins: readonly Bin[], i: number): Json {
  const small = outcomes.length < SMALL;
  const colour = (name: string) =>
    small
      ? GREY
      : name === 'failed'
        ? INK
        : name === 'not found'
          ? WORSE
          : name === 'unlabelled'
            ? QUIET_INK
            : BETTER;
  const shape = (name: string) => ({ 'not found': '/', failed: 'x', unlabelled: '.' })[name] ?? '';
  return {
    type: 'bar',
    xaxis: 'x',
    yaxis: yName(i, 'y'),
    x: bins.map((_, at) => at),
    y: counts,
    width: 0.72,
    marker: {
      color: bins.map(({ name }) => colour(name)),
      line: { width: 0 },
      pattern: {
        ...(hatching('') as { readonly [key: string]: Json }),
        shape: bins.map(({ name }) => shape(name)),
      },
    },
    showlegend: false,
    hovertemplate: '%{x}: %{y}<extra></extra>',
  };
}

function countsOf({ counts }: Panel, i: number): Json {
  return {
    type: 'scatter',
    mode: 'text',
    xaxis: 'x',
    yaxis: yName(i, 'y'),
    x: counts.map((_, at) => at),
    y: counts,
    text: counts.map(String),
    textposition: 'top center',
    textfont: { size: LABEL_SIZE, color: counts.map((count) => (count === 0 ? QUIET_INK : INK)) },
    cliponaxis: false,
    showlegend: false,
    hoverinfo: 'skip',
  };
}

function headOf({ outcomes }: Panel, lines: readonly string[], top: number): Json {
  const count = `(n = ${outcomes.length}${outcomes.length < SMALL ? ', too few to say much' : ''})`;
  const text = `<b>${lines.map(markup).join('<br>')}</b> ${count}`;
  const place = { xref: 'paper', x: 0, xanchor: 'left', yref: 'paper', y: top, yanchor: 'bottom' };
  return { text, align: 'left', showarrow: false, yshift: 2, ...place };
}

function xTitle(): Json {
  const place = {
    xref: 'paper',
    x: 0.5,
    xanchor: 'center',
    yref: 'paper',
    y: 0,
    yanchor: 'top',
    yshift: -24,
  };
  return { text: 'rank of the first relevant page, each page counted once', showarrow: false, ...place };
}

/** A pale ground behind what is no rank. */
function endShape(bins: readonly Bin[]): Json {
  const from = bins.findIndex(({ name }) => name === 'not found') - 0.5;
  const place = { xref: 'x', x0: from, x1: bins.length - 0.5, yref: 'paper', y0: 0, y1: 1 };
  return { type: 'rect', layer: 'below', fillcolor: PALE, line: { width: 0 }, ...place };
}

function notesOf(panels: readonly Panel[]): readonly string[] {
  const depths = [...new Set(panels.map(({ run }) => run.depth))];
  const deep = depths.length === 1 ? `the first ${depths[0]} chunks` : 'the chunks that its run asked for';
  const grey = panels.some(({ outcomes }) => outcomes.length < SMALL) ? ` Grey: n < ${SMALL}.` : '';
  const bare = panels[0]!.outcomes.filter((one) => one === 'unlabelled').length;
  return [
    `Bars: number of queries. Not found: no relevant page among ${deep}; failed: no answer came.${grey}`,
    ...(bare === 0 ? [] : ['Unlabelled: queries without a relevant page, which nothing could find.']),
  ];
}

function tableOf(panels: readonly Panel[], bins: readonly Bin[]): Figure['table'] {
  return {
    columns: ['run', 'n', ...bins.map(({ name }) => name)],
    rows: panels.map(({ run, outcomes, counts }) => [run.name, outcomes.length, ...counts]),
  };
}

function altOf(title: string, panels: readonly Panel[], bins: readonly Bin[]): string {
  const parts = panels.map(({ run, outcomes, counts }) => {
    const texts = bins.map(({ name }, i) => `${/^\d/.test(name) ? `rank ${name}` : name} ${counts[i]}`);
    return `${run.name} (n=${outcomes.length}): ${texts.join(', ')}`;
  });
  return `Bar charts, ${title}. ${parts.join('; ')}.`;
}
