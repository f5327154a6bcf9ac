import { compare } from '../compare/compare.js';
import { didYouMean, LabError } from '../errors.js';
import { openStore } from '../store/open-store.js';
import type { Run, Slicer } from '../types.js';
import { comparisonText } from '../view/print-comparison.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab compare A B`: two recorded runs query by query. */
export async function act(words: Words): Promise<void> {
  const [nameA, nameB] = words.positionals as [string, string];
  const store = openStore(words.text('store'));
  try {
    const [a, b] = [store.run(nameA), store.run(nameB)];
    const by = words.text('by');
    const comparison = compare(a, b, words.text('metric'), {
      seed: words.count('seed', 42),
      onSharedCases: words.flag('on-shared-cases'),
      ...(by === undefined ? {} : { by: fieldSlicer(by, a) }),
    });
    store.saveComparison(comparison);
    print(words.flag('json'), comparison, () => comparisonText(comparison));
  } finally {
    store.close();
  }
}

/** Slices by a field of the cases; `kind` and `split`-like fields are all plain values. */
function fieldSlicer(field: string, run: Run): Slicer {
  if (field === 'kind') return (item) => item.kind;
  const known = [...new Set(['kind', ...run.cases.flatMap((item) => Object.keys(item.fields))])];
  if (known.includes(field)) return (item) => String(item.fields[field] ?? '(none)');
  throw new LabError(
    `rlab compare: no case has the field "${field}", wanted one of ${known.join(', ')}${didYouMean(field, known) || '; pick one'}`,
  );
}
