import { LabError } from '../errors.js';
import type { Metric, OwnMetric } from '../types.js';
import { isBuiltIn, isBuiltInName, metric, withCompanions } from './registry.js';

/** Text forms, metrics and functions with a name, all as metrics; each name once, companions beside. */
export function metricsOf(given: readonly (string | Metric | OwnMetric)[]): readonly Metric[] {
  const texts = given.filter((one) => typeof one === 'string').map((name) => metric(name));
  const others = given.filter((one) => typeof one !== 'string').map(asMetric);
  const twice = others.find((one, i) => others.findIndex((other) => other.name === one.name) < i);
  if (twice !== undefined)
    throw new LabError(`metric "${twice.name}" is there twice, wanted each name once; rename or drop one`);
  return withCompanions([...texts, ...others]);
}

function asMetric(given: Metric | OwnMetric): Metric {
  return typeof given === 'function' ? ownMetric(given) : checked(given);
}

/**
 * A metric of one's own: a function with a name, of the pages that came back against the labels. No ceiling of it is known, and what
 * it returns must be a finite number.
 */
export function ownMetric(value: OwnMetric): Metric {
  return checked({ name: value.name, k: null, binary: false, value, ceiling: () => 1 });
}

/** A name of the registry stands for its formula everywhere, so nothing else may wear it. */
function checked(given: Metric): Metric {
  if (isBuiltIn(given)) return given;
  const { name, value } = given ?? {};
  if (typeof name !== 'string' || name.trim() === '' || typeof value !== 'function')
    throw new LabError(
      `metrics: found ${given === null || given === undefined ? given : `a ${typeof given}`} without a name or a value, wanted a text form or a function with a name; declare it as function myMetric(judged) { … }`,
    );
  if (/["\\\p{Cc}]/u.test(name))
    throw new LabError(
      `metric ${JSON.stringify(name)} has a quote, a backslash or a control character in its name, wanted plain text; rename it`,
    );
  if (isBuiltInName(name))
    throw new LabError(`metric "${name}" is called like a built-in one, wanted a name of its own; rename it`);
  return { ...given, value: (judged) => finite(name, value(judged)) };
}

function finite(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new LabError(
    `metric "${name}" returned ${typeof value === 'number' ? value : `a ${typeof value}`}, wanted a finite number; mend it and run again`,
  );
}
