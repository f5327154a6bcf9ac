import { messageOf } from '../errors.js';
import { jupyter } from '../notebook/doctor.js';
import { writeKernelSpec } from '../notebook/kernel-spec.js';
import { shownPath } from '../project.js';
import { tslabProgram } from '../tslab.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab notebook kernel`: tells JupyterLab and VS Code of this project's tslab; ends with 1 where there is no JupyterLab to use it. */
export async function act(words: Words): Promise<void> {
  const tslab = tslabProgram();
  const file = shownPath(writeKernelSpec(tslab, words.flag('replace')));
  const missing = missingJupyter();
  print(words.flag('json'), { file, node: process.execPath, tslab, missing }, () =>
    [
      `${file}: the kernel "TypeScript" runs ${shownPath(tslab)} by ${process.execPath}`,
      missing ??
        'Open a notebook by jupyter lab notebooks, or in VS Code, and choose the kernel "TypeScript".',
    ].join('\n'),
  );
  if (missing !== null) process.exitCode = 1;
}

function missingJupyter(): string | null {
  try {
    jupyter();
    return null;
  } catch (thrown) {
    return messageOf(thrown);
  }
}
