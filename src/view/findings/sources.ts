import { didYouMean, LabError } from '../../errors.js';
import type { Arm, Experiment } from '../../sweep/experiment.js';
import type { Case, Run, Slicer } from '../../types.js';

/** An experiment that a report speaks of, with the runs of its arms as far as there are any. */
export type Source = {
  /** Its file's name without what comes after the dot. */
  readonly name: string;
  readonly file: string;
  readonly experiment: Experiment;
  readonly dataset: string;
  readonly runs: ReadonlyMap<string, Run>;
};

export type SourceArm = { readonly source: Source; readonly arm: Arm; readonly run: Run };

/** The arm is known and its run is not: it could not be remade. */
export class MissingRun extends Error {
  override readonly name = 'MissingRun';
}

/** The arm of a name, or of `EXPERIMENT/NAME`. Throws a LabError where there is none, or where several experiments have one. */
export function armNamed(sources: readonly Source[], text: string): SourceArm {
  const found = places(sources, text);
  if (found.length === 0) throw unknownArm(sources, text);
  if (found.length > 1)
    throw new LabError(
      `names the arm "${text}", which ${found.map(({ source }) => source.name).join(' and ')} have, wanted one; write ${found[0]!.source.name}/${text}, say`,
    );
  return withRun(found[0]!);
}

/** The arms of a list; the name of an experiment stands for all of its arms. */
export function armsNamed(sources: readonly Source[], names: readonly string[]): readonly SourceArm[] {
  return names.flatMap((name) => {
    const whole = sources.find((source) => source.name === name);
    if (whole === undefined || places(sources, name).length > 0) return [armNamed(sources, name)];
    return allArms(whole);
  });
}

/** The arms of an experiment; one that is missing is missed in each comparison that was declared with it. */
export function allArms(source: Source): readonly SourceArm[] {
  return source.experiment.arms.map((arm) => withRun({ source, arm }));
}

export function sourceNamed(sources: readonly Source[], name: string): Source {
  const found = sources.find((source) => source.name === name);
  if (found !== undefined) return found;
  const known = sources.map((source) => source.name);
  throw new LabError(
    `names the experiment "${name}", wanted one of ${known.join(', ')}${didYouMean(name, known) || '; name its file in the front matter'}`,
  );
}

type Place = { readonly source: Source; readonly arm: Arm };

/** A name with a slash of its own is looked for as it is, too. */
function places(sources: readonly Source[], text: string): readonly Place[] {
  return sources.flatMap((source) =>
    source.experiment.arms
      .filter((arm) => arm.name === text || `${source.name}/${arm.name}` === text)
      .map((arm) => ({ source, arm })),
  );
}

function withRun({ source, arm }: Place): SourceArm {
  const run = source.runs.get(arm.name);
  if (run === undefined) throw new MissingRun(`${source.name}/${arm.name}`);
  return { source, arm, run };
}

function unknownArm(sources: readonly Source[], text: string): LabError {
  const names = sources.flatMap(({ experiment }) => experiment.arms.map((arm) => arm.name));
  const qualified = sources.flatMap((source) =>
    source.experiment.arms.map((arm) => `${source.name}/${arm.name}`),
  );
  const known = [...new Set(names)];
  const hint = didYouMean(text, text.includes('/') ? qualified : known) || '; name one of those';
  return new LabError(
    `names the arm "${text}", wanted one of ${known.slice(0, 12).join(', ')}${known.length > 12 ? ' and more' : ''}${hint}`,
  );
}

/** A group of cases: of a kind, or of a value of one of their fields. */
export type Slice = { readonly name: string; readonly by: Slicer; readonly field: string };

/** Reads `semantic`, or `applies_to=v5`. Throws a LabError where no case of the run is of it. */
export function sliceNamed(run: Run, text: string): Slice {
  const at = text.indexOf('=');
  const field = at < 0 ? 'kind' : text.slice(0, at).trim();
  const name = at < 0 ? text : text.slice(at + 1).trim();
  const fields = [...new Set(['kind', ...run.cases.flatMap((item) => Object.keys(item.fields))])];
  if (!fields.includes(field))
    throw new LabError(
      `asks for the slice "${text}", and no case has the field "${field}", wanted one of ${fields.join(', ')}${didYouMean(field, fields) || '; pick one'}`,
    );
  const by = (item: Case) => (field === 'kind' ? item.kind : String(item.fields[field] ?? '(none)'));
  const values = [...new Set(run.cases.map(by))].sort();
  if (!values.includes(name))
    throw new LabError(
      `asks for the slice "${text}", and no case has the ${field} "${name}", wanted one of ${values.slice(0, 12).join(', ')}${values.length > 12 ? ' and more' : ''}${didYouMean(name, values) || '; pick one'}`,
    );
  return { name, by, field };
}
