/** Adjusted p values for several comparisons, in the order given: compare each with the level of the whole family. */

/** Holm's step-down: no false alarm in the whole family beyond the level, whatever hangs together (Holm 1979). */
export function holm(pValues: readonly number[]): readonly number[] {
  const m = pValues.length;
  const adjusted = new Array<number>(m);
  let floor = 0;
  ascending(pValues).forEach((at, i) => {
    floor = Math.max(floor, Math.min(1, (m - i) * pValues[at]!));
    adjusted[at] = floor;
  });
  return adjusted;
}

/**
 * Benjamini and Hochberg's step-up: bounds the expected share of false ones among those called different, where the tests
 * are independent or positively dependent (Benjamini and Hochberg 1995; Benjamini and Yekutieli 2001).
 */
export function benjaminiHochberg(pValues: readonly number[]): readonly number[] {
  const m = pValues.length;
  const adjusted = new Array<number>(m);
  let ceiling = 1;
  ascending(pValues)
    .map((at, i) => ({ at, rank: i + 1 }))
    .reverse()
    .forEach(({ at, rank }) => {
      ceiling = Math.min(ceiling, (m / rank) * pValues[at]!);
      adjusted[at] = ceiling;
    });
  return adjusted;
}

/** Šidák's single step, 1 - (1 - p)^m, exact for independent tests (Šidák 1967); by log1p, so that small p keep their digits. */
export function sidak(pValues: readonly number[]): readonly number[] {
  return pValues.map((p) => -Math.expm1(pValues.length * Math.log1p(-p)));
}

function ascending(pValues: readonly number[]): readonly number[] {
  return pValues.map((_, i) => i).sort((i, j) => pValues[i]! - pValues[j]!);
}
