import path from 'node:path';
import { compareAll } from '../compare/compare-all.js';
import { shownPath } from '../project.js';
import type { Run } from '../types.js';
import { type ReviewOptions, reviewData } from '../view/review/review-data.js';
import { reviewMarkdown } from '../view/review/review-markdown.js';
import type { ReviewData } from '../view/review/review-types.js';
import { plain } from '../view/tables.js';
import type { Words } from './args.js';
import { fieldSlicer } from './choices.js';
import { type DiffInput, runsOfFiles, runsOfStore } from './diff-input.js';
import { openPage } from './open-page.js';
import { writeOut } from './write-out.js';

/** `rlab diff A B…`: runs against the first of them as a page to look at, or as a comment. */
export async function act(words: Words): Promise<void> {
  const input = words.text('qrels') === undefined ? await runsOfStore(words) : await runsOfFiles(words);
  const data = dataOf(words, input);
  if (words.flag('json')) return console.log(JSON.stringify(data, null, 2));
  const out = words.text('out') ?? (words.flag('md') && !words.flag('open') ? undefined : 'diff.html');
  if (words.flag('md')) process.stdout.write(reviewMarkdown(data));
  if (out === undefined) return;
  await writePage(out, data);
  const said = words.flag('md') ? console.error : console.log;
  if (!words.flag('md')) for (const { card } of data.pairs) said(`${card.lines.join('\n')}\n`);
  for (const note of input.notes) said(plain(note));
  said(`Page: ${shownPath(path.resolve(out))}`);
  if (words.flag('open')) openPage('diff', path.resolve(out), shownPath(path.resolve(out)));
}

function dataOf(words: Words, { runs, docs, noDocs, reviews }: DiffInput): ReviewData {
  const [baseline, ...others] = runs as readonly [Run, ...Run[]];
  const by = words.text('by');
  const options = {
    seed: words.count('seed', 42),
    onSharedCases: words.flag('on-shared-cases'),
    ...(by === undefined ? {} : { by: fieldSlicer('diff', by, baseline) }),
  };
  const comparisons = compareAll([baseline], others, words.text('metric'), options);
  const review: ReviewOptions = {
    ...options,
    ...(by === undefined ? {} : { slicedBy: by }),
    ...(docs === null ? { noDocs } : { docs }),
    reviews,
  };
  return reviewData(runs, comparisons, review);
}

async function writePage(out: string, data: ReviewData): Promise<void> {
  const { reviewPage } = await import('../view/review/review-page.js');
  writeOut('rlab diff: --out', out, reviewPage(data));
}
