import { gradesOf } from '../measure/judged.js';
import { metric } from '../measure/registry.js';
import { isFailed } from '../measure/summarize.js';
import type { Judgment } from '../store/judgment.js';
import type { Run } from '../types.js';
import type { PageGrade } from './active-options.js';
import { type NextOptions, type NextToJudge, nextToJudge } from './active-pool.js';
import { decide } from './decide.js';
import type { Pool, PoolQuery } from './pool-file.js';

/** The pages to judge next, as a pool, and how far it is settled. */
export type PoolToSettle = { readonly pool: Pool; readonly next: NextToJudge };

/**
 * The pages whose judgments could most change the difference between two runs, most telling first, as a pool: see `nextToJudge`. Judgments of pages that have no label yet count as if they had been
 * written into the labels, so that one judges a few, asks again, and stops where it is settled. The runs stand in the pool by their names, in an order that tells nothing.
 */
export function poolToSettle(
  name: string,
  a: Run,
  b: Run,
  made: string,
  judgments: readonly Judgment[],
  options: NextOptions = {},
): PoolToSettle {
  const asked = nextToJudge(a, b, unlabelled(a, b, judgments), options);
  // A page that counts alike for both runs moves no difference, whatever it is.
  const next = { ...asked, items: asked.items.filter(({ weight }) => weight > 0) };
  const queries: PoolQuery[] = [];
  for (const { caseId, query, page } of next.items) {
    const last = queries.at(-1);
    // Pages of one query that follow each other are judged in one go; a query may come again.
    if (last?.id === caseId) queries[queries.length - 1] = { ...last, pages: [...last.pages, page] };
    else queries.push({ ...kindOf(a, caseId), id: caseId, query, pages: [page] });
  }
  const arms = [a.name, b.name].sort((x, y) => (x < y ? -1 : 1));
  const how = `the ${next.items.length} pages that could most change ${options.metric ?? a.metrics[0]} between two runs`;
  const { dataset, corpusVersion } = a;
  return {
    pool: {
      name,
      made,
      dataset: dataset ?? name,
      corpusVersion: corpusVersion ?? 'unknown',
      arms,
      depth: metric(options.metric ?? a.metrics[0]!).k ?? Math.min(a.k, b.k),
      how,
      queries,
    },
    next,
  };
}

function kindOf(run: Run, caseId: string): Pick<PoolQuery, 'kind' | 'fields'> {
  const { kind, fields } = run.cases.find(({ id }) => id === caseId)!;
  return { kind, fields };
}

/** What was decided of pages that the labels say nothing of, for queries that both runs answered, and of the texts that were searched. */
function unlabelled(a: Run, b: Run, judgments: readonly Judgment[]): readonly PageGrade[] {
  const cases = new Map(a.cases.map((item) => [item.id, item]));
  const answeredBy = ({ results }: Run) =>
    new Set(results.filter((result) => !isFailed(result)).map(({ caseId }) => caseId));
  const [byA, byB] = [answeredBy(a), answeredBy(b)];
  const ofThese = judgments.filter(
    ({ caseId, query, doc, docDigest: digest }) =>
      cases.get(caseId)?.query === query && byA.has(caseId) && byB.has(caseId) && isOfText(a, doc, digest),
  );
  return decide(ofThese, { apart: 'last' })
    .decided.filter(({ caseId, doc }) => !gradesOf(cases.get(caseId)!).has(doc))
    .map(({ caseId, doc, grade }) => ({ caseId, page: doc, grade }));
}

/** A run knows a digest of each page that it searched, unless it was made elsewhere. */
function isOfText({ corpusPages }: Run, doc: string, digest: string): boolean {
  const known = corpusPages?.[doc];
  return known === undefined || known.startsWith(digest);
}
