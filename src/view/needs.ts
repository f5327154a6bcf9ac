type Labelled = { readonly grade: number; readonly need?: string };

/**
 * Positions of the labels that count from a grade on, need by need, each need where its first label stands. Labels that share a need are alternatives; one without is a
 * need of its own.
 */
export function alternatives(labels: readonly Labelled[], rel: number): readonly (readonly number[])[] {
  const needs = new Map<string, number[]>();
  labels.forEach(({ grade, need }, i) => {
    if (grade < rel) return;
    const key = need === undefined ? `label ${i}` : `need ${need}`;
    needs.set(key, [...(needs.get(key) ?? []), i]);
  });
  return [...needs.values()];
}
