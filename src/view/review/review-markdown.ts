import { rangeText, signed } from '../../compare/verdict.js';
import { formatMetric, markdownTable, markdownText } from '../tables.js';
import { brief } from './brief.js';
import type { ReviewData, ReviewPair, ReviewRow, Setting } from './review-types.js';

/** By this line a workflow finds the comment that it is to update. */
export const COMMENT_MARKER = '<!-- retrieval-lab review -->';

/** GitHub refuses longer comments. */
const MOST_CHARS = 65_536;
const MOST_QUERIES = 10;
const QUERY = 100;
const EVIDENCE = 320;

/** The card as a pull-request comment: the marker, the first lines of each pair, the rest folded. Lists are shortened until it is short enough. */
export function reviewMarkdown(data: ReviewData): string {
  for (let most = MOST_QUERIES; most >= 0; most = most === 0 ? -1 : Math.floor(most / 2)) {
    const text = pageOf(data, most);
    if (text.length < MOST_CHARS) return text;
  }
  return briefly(data);
}

function pageOf(data: ReviewData, most: number): string {
  return [COMMENT_MARKER, ...data.pairs.map((pair) => pairText(pair, data, most))].join('\n\n') + '\n';
}

/** Only what decides, where names are so long that nothing else fits. */
function briefly({ pairs }: ReviewData): string {
  const lines = pairs.map(({ card }) =>
    card.lines.map((line) => markdownText(brief(line, 1000))).join('  \n'),
  );
  return `${[COMMENT_MARKER, ...lines].join('\n\n')}\n`;
}

function pairText(pair: ReviewPair, data: ReviewData, most: number): string {
  const { card } = pair;
  const [headline, ...lines] = card.lines.map(markdownText);
  const disputed = card.withoutDisputed === null ? [] : [markdownText(card.withoutDisputed.line)];
  return [
    `**${headline}**  \n${[...lines, ...disputed].join('  \n')}`,
    card.gloss.map((line) => `_${markdownText(line)}_`).join('  \n'),
    worstText(pair, data, most),
    folded('Settings and costs', [
      settingsTable(card.settings, 'setting'),
      settingsTable(card.costs, 'cost'),
      settingsTable(card.stages, 'recall by stage'),
    ]),
    folded('Slices', [slicesTable(pair, data)]),
    folded('Versions, judgments and notes', [
      [...card.facts, ...card.notes].map((text) => `- ${markdownText(text)}`).join('\n'),
    ]),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function folded(title: string, parts: readonly string[]): string {
  const shown = parts.filter((text) => text !== '');
  return shown.length === 0
    ? ''
    : `<details><summary>${title}</summary>\n\n${shown.join('\n\n')}\n\n</details>`;
}

function worstText({ rows }: ReviewPair, data: ReviewData, most: number): string {
  const lower = rows.filter(({ status }) => status === 'worse' || status === 'failed');
  if (lower.length === 0) return 'No query got worse.';
  if (most === 0) return '';
  const cells = (row: ReviewRow) => {
    const item = data.cases[row.case]!;
    return [
      markdownText(brief(item.id, 40)),
      row.delta === null ? 'failed' : `${formatMetric(row.a)} → ${formatMetric(row.b)}`,
      markdownText(brief(item.query, QUERY)),
      markdownText([...(row.beyondBudget === null ? [] : ['budget']), ...row.words].join(', ')),
      markdownText(brief(row.beyondBudget ?? row.happened[0]?.evidence ?? '', EVIDENCE)),
    ];
  };
  const rest = lower.length > most ? `\n\nand ${lower.length - most} more in the page` : '';
  return `Worst queries (${Math.min(most, lower.length)} of ${lower.length}):\n\n${markdownTable(['id', 'baseline → other', 'query', 'what happened', 'why'], lower.slice(0, most).map(cells))}${rest}`;
}

function settingsTable(rows: readonly Setting[], name: string): string {
  if (rows.length === 0) return '';
  return markdownTable(
    [name, 'baseline', 'other run'],
    rows.map((row) => [row.name, row.a, row.b].map(markdownText)),
  );
}

function slicesTable({ slices }: ReviewPair, { slicedBy }: ReviewData): string {
  const rows = slices
    .slice(0, 50)
    .map(({ name, n, delta, interval, worse, better, same, failed }) => [
      markdownText(brief(name, 60)),
      n,
      delta === null ? '–' : signed(delta),
      interval === null ? 'identical' : rangeText(interval),
      worse,
      better,
      same,
      failed,
    ]);
  const columns = [
    markdownText(slicedBy),
    'n',
    'difference',
    '95 % interval',
    'worse',
    'better',
    'same',
    'failed',
  ];
  return markdownTable(columns, rows);
}
