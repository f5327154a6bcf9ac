import { LabError } from '../errors.js';
import { type StageSummary, summarizeStages } from '../measure/stage-summary.js';
import { isFailed, SMALL, summarize } from '../measure/summarize.js';
import type { Figure, Json, Run } from '../types.js';
import { checkAlikeRuns } from './chosen-metric.js';
import { failureNotes } from './failure-notes.js';
import { BETTER, GREY, INK, QUIET_INK } from './looks.js';
import { axis, LABEL_SIZE, legendName, markup, paper, plotWidth } from './paper.js';
import { nameLines, widest } from './row-labels.js';
import { countText } from './run-counts.js';
import { formatMetric } from './tables.js';

/** A line of the picture, so many pixels below its top: a run's name, or one of its stages. */
type Row = { readonly y: number } & (
  | { readonly run: Run }
  | { readonly stage: StageSummary; readonly lines: readonly string[] }
);

type StageRow = Extract<Row, { readonly stage: StageSummary }>;

const NAME_PIXELS = 270;
const INDENT = 14;
const HEADING = 30;
const TEXT_PIXELS = 200;

/**
 * How much of the evidence each stage of composed retrievers has: a row for each leg, what was made of them, and what the run gave in the end. A
 * full mark is recall among its first k pages, an open one recall among all its hits, which is what the next stage could still put first. Throws a
 * LabError where the runs are over different cases or pages, or none has stages.
 */
export function stages(runs: readonly Run[]): Figure {
  checkAlikeRuns('stages', runs);
  const staged = runs.filter((run) => summarizeStages(run).length > 0);
  if (staged.length === 0)
    throw new LabError(
      `stages: none of ${runs.length} runs has stages, wanted one of a composed retriever such as hybrid() or rerank(); evaluate one`,
    );
  const { rows, height } = rowsOf(staged);
  const own = rows.filter((row): row is StageRow => 'stage' in row);
  const left = 30 + INDENT + widest(own.flatMap(({ lines }) => lines));
  const end = 1 - TEXT_PIXELS / plotWidth(left);
  const k = kText(staged);
  const title = `Recall by stage (${countText(staged)})`;
  const names = [`among the first ${k} pages`, 'among all hits of the stage'];
  return {
    name: 'stages',
    title,
    alt: altOf(title, staged),
    data: [spansOf(own), ...names.map((name, i) => marksOf(own, name, i === 0))],
    layout: {
      ...paper({
        title,
        notes: notesOf(runs, staged, own),
        legend: names.map((name) => legendName(name)),
        plotHeight: height,
        bottom: 54,
        left,
        annotations: [...rows.flatMap((row) => textsOf(row, left, end)), xTitle(end)],
      }),
      xaxis: axis({
        domain: [0, end],
        range: [0, 1],
        tickvals: [0, 0.2, 0.4, 0.6, 0.8, 1],
        tickformat: '.1f',
        ticks: 'outside',
      }),
      yaxis: axis({
        range: [height, 0],
        tickvals: [],
        showgrid: false,
        showline: false,
        ticks: '',
      }),
    },
    table: tableOf(staged),
  };
}

function rowsOf(runs: readonly Run[]): { readonly rows: readonly Row[]; readonly height: number } {
  const rows: Row[] = [];
  let height = 0;
  for (const run of runs) {
    const summaries = summarizeStages(run);
    rows.push({ y: height + HEADING / 2, run });
    height += HEADING;
    for (const stage of summaries) {
      const lines = nameLines(nameOf(stage, summaries), NAME_PIXELS);
      const own = 9 + 15 * lines.length;
      rows.push({ y: height + own / 2, stage, lines });
      height += own;
    }
  }
  return { rows, height };
}

/** `hybrid / bm25` is a stage within another, and goes by its last name where no other stage has it. */
function nameOf({ stage }: StageSummary, all: readonly StageSummary[]): string {
  if (stage === 'final') return 'in the end: what the run gave';
  const last = (name: string) => name.split(' / ').at(-1)!;
  return all.filter((other) => last(other.stage) === last(stage)).length === 1 ? last(stage) : stage;
}

function kText(runs: readonly Run[]): string {
  const ks = [...new Set(runs.map((run) => run.k))];
  return ks.length === 1 ? String(ks[0]) : 'k';
}

function small({ n }: StageSummary): boolean {
  return n < SMALL;
}

/** From one mark of a stage to the other. */
function spansOf(rows: readonly StageRow[]): Json {
  return {
    type: 'scatter',
    mode: 'lines',
    x: rows.flatMap(({ stage }) => [stage.recallAtK, stage.recallOfAll, null]),
    y: rows.flatMap(({ y }) => [y, y, null]),
    line: { color: GREY, width: 2 },
    showlegend: false,
    hoverinfo: 'skip',
  };
}

function marksOf(rows: readonly StageRow[], name: string, first: boolean): Json {
  const colours = rows.map(({ stage }) => (small(stage) ? GREY : BETTER));
  return {
    type: 'scatter',
    mode: 'markers',
    name: legendName(name),
    x: rows.map(({ stage }) => (first ? stage.recallAtK : stage.recallOfAll)),
    y: rows.map(({ y }) => y),
    marker: {
      symbol: rows.map(
        ({ stage }) => `${stage.stage === 'final' ? 'diamond' : 'circle'}${first ? '' : '-open'}`,
      ),
      color: colours,
      size: first ? 10 : 13,
      line: { color: colours, width: 2 },
    },
    cliponaxis: false,
    hovertemplate: '%{x:.3f}<extra>%{fullData.name}</extra>',
  };
}

function textsOf(row: Row, left: number, end: number): readonly Json[] {
  const place = {
    yref: 'y',
    y: row.y,
    yanchor: 'middle',
    showarrow: false,
    align: 'left',
    xref: 'paper',
    xanchor: 'left',
  };
  const edge = { ...place, x: 0, xshift: 16 - left };
  if (!('stage' in row)) {
    const name = nameLines(row.run.name, 700, 1)[0]!;
    return [{ ...edge, text: `<b>${markup(name)}</b>`, bgcolor: '#ffffff' }];
  }
  const { stage, lines } = row;
  const font = { size: LABEL_SIZE, color: small(stage) ? QUIET_INK : INK };
  return [
    { ...edge, xshift: 16 - left + INDENT, text: lines.map(markup).join('<br>'), font },
    { ...place, x: end, xshift: 14, text: markup(numbersOf(stage)), font },
  ];
}

/** `0.583 of 0.912, n = 90`. */
function numbersOf(stage: StageSummary): string {
  const { recallAtK, recallOfAll, n } = stage;
  return `${formatMetric(recallAtK)} of ${formatMetric(recallOfAll)}, n = ${n}${small(stage) ? ', few' : ''}`;
}

function xTitle(end: number): Json {
  const place = {
    xref: 'paper',
    x: end / 2,
    xanchor: 'center',
    yref: 'paper',
    y: 0,
    yanchor: 'top',
    yshift: -28,
  };
  return { text: 'mean recall of relevant pages', showarrow: false, ...place };
}

function notesOf(runs: readonly Run[], staged: readonly Run[], rows: readonly StageRow[]): readonly string[] {
  const without = runs.filter((run) => !staged.includes(run)).map((run) => run.name);
  const grey = rows.some(({ stage }) => small(stage)) ? ` Grey: n < ${SMALL}, too few to say much.` : '';
  return [
    `Full marks: what a stage has among its first ${kText(staged)} pages; open marks: among all its hits, which is the most that the next stage could put first. Diamonds: the run's own answer. n: queries that were answered and had the stage.${grey}`,
    ...(without.length === 0 ? [] : [`Without stages, so not here: ${without.join(', ')}.`]),
    ...staged.flatMap((run) => failureNotes([run], `recall@${run.k}`, finalMeans)),
  ];
}

function finalMeans(run: Run) {
  const mean = summarizeStages(run).find(({ stage }) => stage === 'final')?.recallAtK ?? null;
  const answered = run.results.filter((result) => !isFailed(result)).length;
  return { mean, meanWithFailuresAsZero: ((mean ?? 0) * answered) / Math.max(1, summarize(run).n) };
}

function tableOf(runs: readonly Run[]): Figure['table'] {
  return {
    columns: [
      'run',
      'stage',
      'n',
      `recall among the first ${kText(runs)} pages`,
      'recall among all its hits',
      'hits',
    ],
    rows: runs.flatMap((run) =>
      summarizeStages(run).map((one) => [
        run.name,
        `${one.stage}${small(one) ? ` (n < ${SMALL})` : ''}`,
        one.n,
        one.recallAtK,
        one.recallOfAll,
        one.hits,
      ]),
    ),
  };
}

function altOf(title: string, runs: readonly Run[]): string {
  const parts = runs.map((run) => {
    const texts = summarizeStages(run).map((one) => `${one.stage} ${numbersOf(one)}`);
    return `${run.name}: ${texts.join('; ')}`;
  });
  return `Dot plot, ${title}, among the first ${kText(runs)} pages of what is among all hits. ${parts.join('. ')}.`;
}
