import { notebookChecks } from '../notebook/doctor.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab notebook doctor`: what notebooks need of this machine; ends with 1 where something is missing. */
export async function act(words: Words): Promise<void> {
  const checks = await notebookChecks();
  print(words.flag('json'), checks, () =>
    checks.map(({ what, ok, sentence }) => `${ok ? 'ok     ' : 'MISSING'}  ${what}: ${sentence}`).join('\n'),
  );
  if (checks.some((one) => !one.ok)) process.exitCode = 1;
}
