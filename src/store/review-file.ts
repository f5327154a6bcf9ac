import fs from 'node:fs';
import { didYouMean, LabError, messageOf } from '../errors.js';
import { shownPath } from '../project.js';
import { REVIEW_FORMAT, REVIEW_VERDICTS, type Review, type ReviewVerdict } from './review.js';

const TEXTS = [
  'caseId',
  'caseDigest',
  'query',
  'metric',
  'configA',
  'configB',
  'runA',
  'runB',
  'note',
] as const;
const FILLED: readonly string[] = ['caseId', 'caseDigest', 'configA', 'configB'];

/** Reads a file that a review page exported. Throws a LabError that lists every entry that is none, and then takes none. */
export function readReviewFile(file: string): readonly Review[] {
  const place = shownPath(file);
  const value = parsed(file, place);
  const { format, version, reviews } = (value ?? {}) as Record<string, unknown>;
  if (format !== REVIEW_FORMAT || version !== 1 || !Array.isArray(reviews))
    throw new LabError(
      `${place}: holds ${format === REVIEW_FORMAT ? `version ${JSON.stringify(version)}` : 'no reviews'}, wanted the file that a page of rlab diff exports ("${REVIEW_FORMAT}", version 1); export it again`,
    );
  const problems: string[] = [];
  const read = reviews.flatMap((entry, i) => {
    const found = entryOf(entry);
    if (typeof found !== 'string') return [found];
    problems.push(`review ${i + 1}: ${found}`);
    return [];
  });
  if (problems.length > 0)
    throw new LabError(
      `${place}: ${problems.length === 1 ? '1 entry is' : `${problems.length} entries are`} no review, nothing was taken; correct each:`,
      problems,
    );
  return read;
}

function parsed(file: string, place: string): unknown {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (thrown) {
    throw new LabError(
      `${place}: cannot be read (${messageOf(thrown)}), wanted a file of reviews; check the path`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new LabError(
      `${place}: is no JSON (${messageOf(thrown)}), wanted a file of reviews; export it again`,
    );
  }
}

/** The review, or what is wrong with it. */
function entryOf(entry: unknown): Review | string {
  if (entry === null || typeof entry !== 'object') return `found ${JSON.stringify(entry)}, wanted an object`;
  const fields = entry as Record<string, unknown>;
  const wrong = TEXTS.find((name) => typeof fields[name] !== 'string');
  if (wrong !== undefined) return `${wrong} is ${JSON.stringify(fields[wrong]) ?? 'missing'}, wanted a text`;
  const blank = FILLED.find((name) => fields[name] === '');
  if (blank !== undefined) return `${blank} is blank, wanted what the page wrote`;
  const { verdict, reviewedAt } = fields;
  if (!REVIEW_VERDICTS.includes(verdict as ReviewVerdict))
    return `verdict is ${JSON.stringify(verdict) ?? 'missing'}, wanted one of ${REVIEW_VERDICTS.join(', ')}${typeof verdict === 'string' ? didYouMean(verdict, REVIEW_VERDICTS) : ''}`;
  if (typeof reviewedAt !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(reviewedAt))
    return `reviewedAt is ${JSON.stringify(reviewedAt) ?? 'missing'}, wanted a time as 2026-01-02T03:04:05Z`;
  const texts = Object.fromEntries(TEXTS.map((name) => [name, fields[name]])) as Record<
    (typeof TEXTS)[number],
    string
  >;
  return { ...texts, verdict: verdict as ReviewVerdict, reviewedAt };
}
