import { caseDigest } from '../dataset/fingerprint.js';
import { LabError } from '../errors.js';
import { listed } from '../measure/score-notes.js';
import type { Run } from '../types.js';

/** What two sets of ids and digests do not share; `edited` are in both with different contents. */
type Difference = {
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  readonly edited: readonly string[];
};

/**
 * Refuses two runs over different cases or pages with a sentence that names them. On request it goes on with the cases
 * that both have, unedited, and returns what a reader must then be told.
 */
export function checkAlike(a: Run, b: Run, onSharedCases: boolean): readonly string[] {
  const notes: string[] = [];
  const say = (sentence: string) => {
    if (!onSharedCases)
      throw new LabError(
        `${sentence}; run both over the same, or add --on-shared-cases to compare what they share`,
      );
    notes.push(`compared on shared cases: ${sentence}`);
  };
  if (a.casesVersion !== b.casesVersion)
    say(
      `${versions(a, b, 'casesVersion')} have different cases: ${named(caseDifference(a, b), a, b, 'case')}`,
    );
  for (const run of [a, b]) {
    const missing = run.cases.length - run.results.length;
    if (missing > 0)
      say(
        `run ${label(run)} is ${run.status} with ${run.results.length} of ${run.cases.length} cases answered`,
      );
  }
  if (a.corpusVersion !== null && b.corpusVersion !== null && a.corpusVersion !== b.corpusVersion) {
    say(
      `${versions(a, b, 'corpusVersion')} searched different pages: ${named(pageDifference(a, b), a, b, 'page')}`,
    );
  }
  if (a.corpusVersion === null || b.corpusVersion === null) {
    notes.push(
      `${[a, b]
        .filter((run) => run.corpusVersion === null)
        .map(label)
        .join(' and ')}: no corpus version, so nothing shows that the pages are the same`,
    );
  }
  notes.push(...protocolNotes(a, b));
  return notes;
}

/**
 * Rankings may have been put in order by different rules: the reader is told. A difference in anything else, such as gains, makes numbers
 * that are not alike; a word that an older release did not record meant then what it says now.
 */
function protocolNotes(a: Run, b: Run): readonly string[] {
  const keys = Object.keys({ ...a.protocol, ...b.protocol }) as readonly (keyof Run['protocol'])[];
  const differ = keys.filter(
    (key) => (a.protocol[key] ?? b.protocol[key]) !== (b.protocol[key] ?? a.protocol[key]),
  );
  const hard = differ.find((key) => key !== 'ties' && key !== 'dedupe');
  if (hard !== undefined)
    throw new LabError(
      `${label(a)} and ${label(b)} were measured by different protocols (${hard}: ${a.protocol[hard]} and ${b.protocol[hard]}), wanted one; run both again with this release`,
    );
  return differ
    .filter((key) => key === 'ties')
    .map((key) => `ties: ${a.protocol[key]} in ${a.name}, ${b.protocol[key]} in ${b.name}`);
}

function caseDifference(a: Run, b: Run): Difference {
  const digests = (run: Run) => Object.fromEntries(run.cases.map((item) => [item.id, caseDigest(item)]));
  return difference(digests(a), digests(b));
}

function pageDifference(a: Run, b: Run): Difference {
  return difference(a.corpusPages ?? {}, b.corpusPages ?? {});
}

function difference(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): Difference {
  return {
    onlyA: Object.keys(a).filter((id) => !Object.hasOwn(b, id)),
    onlyB: Object.keys(b).filter((id) => !Object.hasOwn(a, id)),
    edited: Object.keys(a).filter((id) => Object.hasOwn(b, id) && a[id] !== b[id]),
  };
}

function named({ onlyA, onlyB, edited }: Difference, a: Run, b: Run, word: string): string {
  const part = (ids: readonly string[], where: string) =>
    ids.length === 0 ? [] : [`${ids.length} ${where} (${listed(ids)})`];
  const parts = [
    ...part(onlyA, `only in ${a.name}`),
    ...part(onlyB, `only in ${b.name}`),
    ...part(edited, 'edited'),
  ];
  return parts.length === 0 ? `which ${word}s is not known` : parts.join(', ');
}

function versions(a: Run, b: Run, key: 'casesVersion' | 'corpusVersion'): string {
  return `${a.name} (${a[key]}) and ${b.name} (${b[key]})`;
}

function label(run: Run): string {
  return `${run.name} (${run.id})`;
}
