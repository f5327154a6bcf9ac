import fs from 'node:fs';
import path from 'node:path';
import { compare } from '../compare/compare.js';
import { LabError } from '../errors.js';
import { projectRoot, shownPath } from '../project.js';
import { openStore } from '../store/open-store.js';
import { type AcceptedBaseline, baselineText, readBaseline } from '../sweep/accepted-baseline.js';
import type { Words } from './args.js';
import { print } from './output.js';
import { writeOut } from './write-out.js';

/** `rlab baseline --accept RUN --note TEXT`: makes a recorded run what `rlab gate` holds others against. Nothing else ever does. */
export function acceptBaseline(words: Words, named: string): void {
  const note = words.text('note')?.trim() ?? '';
  if (note === '')
    throw new LabError(
      'rlab baseline: --accept has no --note, wanted the reason why this run is the new baseline; say it in a few words',
    );
  const file = words.text('out') ?? path.join(projectRoot(), 'reports', 'retrieval_baseline.json');
  const store = openStore(words.text('store'));
  try {
    const run = store.run(named);
    if (run.status !== 'done')
      throw new LabError(
        `rlab baseline: run ${run.id} (${run.name}) is ${run.status}, wanted one that is done; finish it first`,
      );
    const before = earlier(file);
    const accepted: AcceptedBaseline = { accepted: new Date().toISOString().slice(0, 10), note, run };
    writeOut('rlab baseline: --out', file, baselineText(accepted));
    print(words.flag('json'), { file, accepted: accepted.accepted, note, run: run.id }, () =>
      [
        `Accepted ${run.name} (${run.id}) as the baseline: ${shownPath(file)}; commit it`,
        ...(before === null ? [] : [replaced(before, accepted)]),
      ].join('\n'),
    );
  } finally {
    store.close();
  }
}

function earlier(file: string): AcceptedBaseline | null {
  if (!fs.existsSync(file)) return null;
  return readBaseline(fs.readFileSync(file, 'utf8'), shownPath(file));
}

/** What the team gives up or gains by it. */
function replaced(before: AcceptedBaseline, { run }: AcceptedBaseline): string {
  const who = `It replaces ${before.run.name}, accepted ${before.accepted} (${before.note})`;
  try {
    return `${who}. ${compare(before.run, run, before.run.metrics[0], { onSharedCases: true }).sentence}`;
  } catch (thrown) {
    if (thrown instanceof LabError) return `${who}; the two cannot be compared: ${thrown.message}`;
    throw thrown;
  }
}
