import { pairsOf, refOf, worstFirst } from '../compare/compare.js';
import { slicesOf } from '../compare/slices.js';
import { LabError } from '../errors.js';
import { printable } from '../measure/printable.js';
import { builtInMetric } from '../measure/registry.js';
import { RELEVANCE_THRESHOLD } from '../measure/relevant.js';
import type { PairedResult, Run } from '../types.js';
import { caseView, type Setting } from './case-view.js';
import { changeOf } from './change-of-case.js';
import { type ChangesOptions, checkChangesArguments } from './change-options.js';
import type { Changes } from './change-types.js';
import { countChanges } from './count-changes.js';
import { chunksOfHits, chunksOfSet } from './known-chunks.js';
import { termReader } from './term-changes.js';
import { type CasePair, transitionsOf } from './transitions.js';

/**
 * What changed between two runs, for each case that moved by a metric (the first of run a unless named) or that one of them failed: where each label stands in both, what stands before it,
 * and what happened, in the words of a closed list with the evidence for each. Runs may be over different chunks: they are aligned by page and place. Throws a LabError where `compare` does,
 * and where a metric of spans is asked of a run that was read without its hits.
 */
export function changes(a: Run, b: Run, named?: string, options: ChangesOptions = {}): Changes {
  checkChangesArguments(a, b, options);
  const { onSharedCases = false, by, chunks } = options;
  const { metric, pairs, notes } = pairsOf(a, b, named, { onSharedCases });
  const setting = settingOf(a, b, metric, options.k);
  for (const run of [a, b]) checkHits(run, metric, setting);
  const moved = worstFirst(pairs.filter(({ status }) => status !== 'same'));
  const casePairs = pairedCases(a, b, pairs, moved, chunks);
  const following = { metric: builtInMetric(metric), setting, terms: termReader(a, b, chunks) };
  const cases = moved.map((row) => changeOf(row, casePairs.get(row.caseId)!, following));
  const byCase = new Map(cases.map((one) => [one.caseId, one]));
  const groups = [{ name: 'all', rows: pairs }, ...slicesOf(pairs, a.cases, by)];
  const found: Changes = {
    metric,
    runA: refOf(a),
    runB: refOf(b),
    k: setting.k,
    unit: setting.unit,
    cases,
    counts: groups.map(({ name, rows }) =>
      countChanges(
        name,
        rows.flatMap(({ caseId }) => byCase.get(caseId) ?? []),
      ),
    ),
    transitions: groups.map(({ name, rows }) =>
      transitionsOf(
        name,
        rows.map(({ caseId }) => casePairs.get(caseId)!),
        setting,
      ),
    ),
    notes,
  };
  return printable(found, shortForm);
}

function shortForm({ runA, runB, metric, counts }: Changes): string {
  const { worse, better, failed, counts: words } = counts[0]!;
  const said = words.filter((one) => one.worse + one.better + one.failed > 0).map(({ what }) => what);
  return `From ${runA.name} to ${runB.name} on ${metric}: ${worse} worse, ${better} better, ${failed} failed${said.length === 0 ? '' : ` (${said.join(', ')})`}. show(changes) tells more.`;
}

/** A metric without a k of its own, or with a budget of tokens, is looked at where the runs themselves are cut. */
function settingOf(a: Run, b: Run, name: string, wanted: number | undefined): Setting {
  const known = builtInMetric(name);
  const depth = Math.min(a.depth, b.depth);
  if (wanted !== undefined && wanted > depth)
    throw new LabError(
      `changes: k = ${wanted} cannot be told from runs of which one holds ${depth} chunks a query; lower k`,
    );
  return {
    unit: known?.needsSpans ? 'chunk' : 'page',
    k: wanted ?? known?.k ?? Math.min(a.k, b.k),
    rel: Number(/,rel=(\d+)/.exec(name)?.[1] ?? RELEVANCE_THRESHOLD),
  };
}

function checkHits(run: Run, metric: string, { unit }: Setting): void {
  if (unit === 'page' || !run.results.some(({ status, hits }) => status === 'ok' && hits.length === 0))
    return;
  throw new LabError(
    `changes: ${metric} needs the hits of ${run.name} (${run.id}), found it read without them, wanted all; read it with store.run`,
  );
}

/** Each paired case in both runs, by id. The chunks of a run that are not given are known by the hits of the cases that moved. */
function pairedCases(
  a: Run,
  b: Run,
  pairs: readonly PairedResult[],
  moved: readonly PairedResult[],
  chunks: ChangesOptions['chunks'],
): ReadonlyMap<string, CasePair> {
  const cases = new Map(a.cases.map((item) => [item.id, item]));
  const docs = new Set(moved.flatMap(({ caseId }) => cases.get(caseId)!.labels.map(({ doc }) => doc)));
  const [viewA, viewB] = (
    [
      ['a', a],
      ['b', b],
    ] as const
  ).map(([side, run]) => {
    const results = new Map(run.results.map((result) => [result.caseId, result]));
    const set = chunks?.[side];
    const known =
      set === undefined
        ? chunksOfHits(
            moved.map(({ caseId }) => results.get(caseId)!),
            docs,
          )
        : chunksOfSet(set);
    return (caseId: string) => caseView(side, run, results.get(caseId)!, known);
  });
  return new Map(
    pairs.map(({ caseId }) => [caseId, { item: cases.get(caseId)!, a: viewA!(caseId), b: viewB!(caseId) }]),
  );
}
