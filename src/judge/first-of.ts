const MOST = 20;

/** The first twenty of many problems, and how many more there are: a wrong file has one on each line. */
export function firstOf(problems: readonly string[]): readonly string[] {
  if (problems.length <= MOST) return problems;
  return [...problems.slice(0, MOST), `and ${problems.length - MOST} more`];
}
