import fs from 'node:fs';
import { relabelled } from '../dataset/relabel.js';
import { LabError, messageOf } from '../errors.js';
import { openDataset } from '../open-dataset.js';
import { shownPath } from '../project.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab relabel`: labels by chunk id become spans of their pages, once, so that they survive the next chunker. */
export async function act(words: Words): Promise<void> {
  const data = await openDataset(words.text('data'));
  const files = relabelled(data.folder, data.cases).filter(({ changed }) => changed > 0);
  if (words.flag('write')) for (const { file, text } of files) write(file, text);
  const done = words.flag('write')
    ? 'were turned into spans'
    : 'would be turned into spans; add --write to do it';
  print(
    words.flag('json'),
    files.map(({ file, changed }) => ({ file: shownPath(file), changed })),
    () =>
      files.length === 0
        ? `${data.name}: no case is labelled by chunks`
        : files
            .map(({ file, changed }) => `${shownPath(file)}: the chunk labels of ${changed} cases ${done}`)
            .join('\n'),
  );
}

function write(file: string, text: string): void {
  try {
    fs.writeFileSync(file, text);
  } catch (thrown) {
    throw new LabError(
      `rlab relabel: ${shownPath(file)} cannot be written (${messageOf(thrown)}), wanted a file that can be written; change its rights`,
    );
  }
}
