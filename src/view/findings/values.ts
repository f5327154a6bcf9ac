import path from 'node:path';
import { LabError } from '../../errors.js';
import type { Figure, Verdict } from '../../types.js';
import { MixedVersions, tableValue } from './block-value.js';
import { figureMarkdown, figureValue } from './figure-value.js';
import { methodsValue } from './methods-value.js';
import { numberValue } from './number-value.js';
import type { Placeholder, ReportText } from './report-text.js';
import { MissingRun, type Source } from './sources.js';
import { type Tester, testerOf } from './tested.js';

/** A picture and its file's name, beside the report. */
export type Drawing = { readonly figure: Figure; readonly file: string };

export type Value = {
  readonly text: string;
  readonly drawing: Drawing | null;
  /** What the one rule says, where the value is a difference or a verdict. */
  readonly verdict: Verdict | null;
};

/** What is wrong with a placeholder: its run could not be remade, it mixes versions, or it asks for what there is not. */
export type Fault = { readonly reason: 'missing' | 'mixed' | 'wrong'; readonly message: string };

export type Valued = { readonly placeholder: Placeholder } & (
  | { readonly value: Value }
  | { readonly fault: Fault }
);

/** Each placeholder of a report with its value from the runs, in order. Nothing is thrown for a single one that has none. */
export function valuesOf(report: ReportText, sources: readonly Source[]): readonly Valued[] {
  const tester = testerOf(sources);
  const names = fileNames(report.file);
  return report.pieces.flatMap((piece): readonly Valued[] => {
    if ('text' in piece) return [];
    const { placeholder } = piece;
    try {
      return [{ placeholder, value: computed(placeholder, sources, tester, names) }];
    } catch (thrown) {
      return [{ placeholder, fault: faultOf(thrown) }];
    }
  });
}

/** A file's name for each figure; the second of one name says so. */
function fileNames(report: string): (figure: Figure) => string {
  const seen = new Map<string, number>();
  const stem = path.basename(report).replace(/\.md$/i, '');
  return ({ name }) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return `${stem}-${name}${times === 1 ? '' : `-${times}`}.svg`;
  };
}

function computed(
  { ask }: Placeholder,
  sources: readonly Source[],
  tester: Tester,
  nameOf: (figure: Figure) => string,
): Value {
  const plain = (text: string): Value => ({ text, drawing: null, verdict: null });
  switch (ask.kind) {
    case 'methods':
      return plain(methodsValue(ask, sources, tester));
    case 'figure': {
      const figure = figureValue(ask, sources, tester);
      const file = nameOf(figure);
      return { ...plain(figureMarkdown(figure, file)), drawing: { figure, file } };
    }
    case 'leaderboard':
    case 'metrics':
    case 'costs':
    case 'slices':
      return plain(tableValue(ask, sources, tester));
    default: {
      const { text, verdict } = numberValue(ask, sources, tester);
      return { text, drawing: null, verdict: ask.kind === 'counts' ? null : verdict };
    }
  }
}

function faultOf(thrown: unknown): Fault {
  if (thrown instanceof MissingRun) return { reason: 'missing', message: thrown.message };
  if (thrown instanceof MixedVersions) return { reason: 'mixed', message: thrown.message };
  if (thrown instanceof LabError) return { reason: 'wrong', message: thrown.message };
  throw thrown;
}
