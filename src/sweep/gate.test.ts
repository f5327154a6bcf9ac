import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import { evaluate } from '../measure/evaluate.js';
import { randomInt, randomWords } from '../measure/random.js';
import type { Case, Run } from '../types.js';
import { gateMarkdown, gateText } from '../view/print-gate.js';
import { type AcceptedBaseline, baselineText, readBaseline } from './accepted-baseline.js';
import { gate } from './gate.js';
import { type GateRules, gateRules } from './gate-rules.js';

const KINDS = ['exact_term', 'semantic', 'multi_hop', 'other'];
/** 25 of each of four kinds. */
const cases: readonly Case[] = Array.from({ length: 100 }, (_, i) => caseOf(`c-${i}`, ['a'], KINDS[i % 4]!));
const RULES: GateRules = { metric: 'recall@1', margin: 0.05, kinds: 0.05 };

/** A run that finds the page of the cases that `found` names. */
async function runOf(found: (id: number) => boolean, name = 'candidate', over = cases): Promise<Run> {
  const table = Object.fromEntries(
    over.map((item) => [item.query, found(Number(item.id.slice(2))) ? ['a', 'x'] : ['x', 'a']]),
  );
  return evaluate(tableRetriever(name, table), over, { metrics: ['recall@1', 'mrr'] });
}

const acceptedOf = (run: Run): AcceptedBaseline =>
  readBaseline(baselineText({ accepted: '2026-11-01', note: 'first', run }), 'baseline.json');
const base = await runOf((i) => i % 10 !== 0, 'base');
const accepted = acceptedOf(base);
const exact = (count: number) => (i: number) => i % 10 !== 0 && !(i % 4 === 0 && i < 4 * count);

describe('a gate', () => {
  it('passes the same run, and one that is better', async () => {
    expect(gate(accepted, base, RULES).verdict).toBe('pass');
    const better = gate(accepted, await runOf(() => true), { metric: 'recall@1', margin: 0 });
    expect(better.checks.map((one) => one.verdict)).toEqual(['pass']);
  });

  it('never passes 3 of 25 lost in one kind: it cannot tell, and names them', async () => {
    const candidate = await runOf((i) => i % 10 !== 0 && ![4, 8, 12].includes(i));
    const { verdict, checks } = gate(accepted, candidate, RULES);
    expect(verdict).toBe('cannot-tell');
    const kind = checks.find((one) => one.rule === 'recall@1 of exact_term')!;
    expect([kind.verdict, kind.cases]).toEqual(['cannot-tell', ['c-4', 'c-8', 'c-12']]);
    expect(kind.sentence).toMatch(
      /^recall@1 of exact_term may be more than 0\.05 lower, and may not: −0\.120 \(95 % interval .+, n = 25\); worse: c-4, c-8, c-12$/,
    );
    expect(checks.filter((one) => one.verdict === 'pass').map((one) => one.rule)).toContain(
      'recall@1 of semantic',
    );
  });

  it('fails them where they are named as must-pass', async () => {
    const candidate = await runOf((i) => i % 10 !== 0 && ![4, 8, 12].includes(i));
    const outcome = gate(accepted, candidate, { ...RULES, mustPass: ['c-8', 'c-9'] });
    expect(outcome.verdict).toBe('fail');
    expect(outcome.checks.find((one) => one.rule === 'must pass')).toEqual({
      rule: 'must pass',
      verdict: 'fail',
      sentence: '1 of 2 named cases got worse or failed: c-8',
      cases: ['c-8'],
    });
  });

  it('fails 12 of 25 lost in one kind', async () => {
    const { verdict, checks } = gate(accepted, await runOf(exact(15)), RULES);
    expect(checks.find((one) => one.rule === 'recall@1 of exact_term')!.cases).toHaveLength(12);
    expect(verdict).toBe('fail');
  });

  it('says what was not asked or failed, since no margin forgives it', async () => {
    const failing: Run = {
      ...base,
      results: base.results.map((one, i) =>
        i === 5
          ? { ...one, status: 'error', message: 'down', metrics: { 'recall@1': null, mrr: null } }
          : one,
      ),
    };
    const outcome = gate(accepted, failing, { metric: 'recall@1', margin: 0.05 });
    expect(outcome.checks.at(-1)).toMatchObject({
      verdict: 'fail',
      sentence: 'answers: failed where the baseline answered: c-5',
    });
  });

  it('holds costs to ceilings, and the reads of the test half to a number', async () => {
    const slow: Run = { ...base, results: base.results.map((one) => ({ ...one, latencyMs: 30 })) };
    const fast = acceptedOf({ ...base, results: base.results.map((one) => ({ ...one, latencyMs: 10 })) });
    const rules = {
      metric: 'recall@1',
      margin: 0.05,
      ceilings: { medianMs: { times: 2 }, p95Ms: 50, indexBytes: 9 },
    };
    const { checks } = gate(fast, slow, { ...rules, maxTestReads: 2 }, 3);
    expect(checks.slice(1).map(({ verdict, sentence }) => [verdict, sentence])).toEqual([
      ['fail', 'medianMs is 30, wanted at most 20'],
      ['pass', 'p95Ms is 30, wanted at most 50'],
      ['cannot-tell', 'indexBytes is not known, wanted at most 9'],
      ['fail', 'the test half was read by 3 runs, wanted at most 2'],
    ]);
  });

  it('says first which labels were changed since, and judges by the rest', async () => {
    const edited = cases.map((item, i) => (i === 7 ? { ...item, labels: [{ doc: 'b', grade: 1 }] } : item));
    const outcome = gate(accepted, await runOf((i) => i % 10 !== 0, 'candidate', edited), RULES);
    expect(outcome.notes[0]).toContain('c-7');
    expect([outcome.verdict, outcome.comparison.n]).toEqual(['pass', 99]);
    const text = gateText(outcome, accepted, base, new Date('2026-11-30'));
    expect(text.split('\n')[0]).toMatch(/^Note: compared on shared cases: /);
    expect(text).toContain('PASS · base against the baseline base, accepted 2026-11-01 (29 days old: first)');
    expect(gateMarkdown(outcome, accepted, base, new Date('2026-11-30'))).toMatch(
      /^<!-- retrieval-lab gate -->\n\n\*\*PASS\*\* · /,
    );
  });

  it('refuses rules about what is not there', () => {
    expect(() => gate(accepted, base, { ...RULES, kinds: { semantc: 0.1 } })).toThrow(
      'gate: the rules name the kind "semantc", found exact_term, multi_hop, other, semantic, wanted one of those; correct "kinds"',
    );
    expect(() => gate(accepted, base, { ...RULES, mustPass: ['c-1000'] })).toThrow(
      'gate: the rules name the case "c-1000", which the two runs do not share',
    );
  });
});

describe('the gate, where nothing but chance differs', () => {
  /** Each value a number of a ranking with some scatter, so that there are many different ones. */
  const words = randomWords(7);
  const noise = () => randomInt(words, 4) / 4;

  const few = { ...base, cases: base.cases.slice(0, 48), results: base.results.slice(0, 48) };

  it('fails at most 16 of 200 pairs whose values change places at random', () => {
    let fails = 0;
    for (let trial = 0; trial < 200; trial++) {
      const values = few.cases.map(() => [noise(), noise()] as const);
      const swapped = values.map(([a, b]) => (randomInt(words, 2) === 0 ? [a, b] : [b, a]));
      const [a, b] = [0, 1].map((side) =>
        withValues(
          few,
          swapped.map((pair) => pair[side]!),
        ),
      );
      if (gate({ ...accepted, run: a! }, b!, { ...RULES, margin: 0, kinds: 0 }).verdict === 'fail') fails++;
    }
    expect(fails).toBeLessThanOrEqual(16);
  }, 120_000);

  it('never fails where tied hits change places', () => {
    for (let trial = 0; trial < 20; trial++) {
      const tied = base.results.map((one) => one.metrics['recall@1']!);
      const shuffled = tied.map((value, i) => (i % 20 === trial ? 1 - value : value));
      expect(gate(accepted, withValues(base, shuffled), RULES).verdict).not.toBe('fail');
    }
  });

  function withValues(run: Run, values: readonly number[]): Run {
    const results = run.results.map((one, i) => ({ ...one, metrics: { 'recall@1': values[i]!, mrr: 0 } }));
    return { ...run, results };
  }
});

describe('an accepted baseline', () => {
  it('is text that holds all but the hits', () => {
    const hitless = base.results.map((one) => ({
      ...one,
      hits: [],
      latencyMs: Number(one.latencyMs!.toFixed(3)),
    }));
    expect(accepted).toEqual({ accepted: '2026-11-01', note: 'first', run: { ...base, results: hitless } });
    const lines = baselineText(accepted).split('\n');
    expect(lines.filter((line) => line.startsWith('    {"id":'))).toHaveLength(100);
  });

  it.each([
    ['no JSON', '{', 'b.json: is no JSON ('],
    [
      'another file',
      '{"k": 5}',
      'b.json: is no accepted baseline (its format is undefined), wanted "retrieval-lab accepted baseline 1"; make one with rlab baseline --accept RUN --note TEXT --out b.json',
    ],
    ['nothing', 'null', 'b.json: is no accepted baseline'],
  ])('is refused where it is %s', (_, text, message) => {
    expect(() => readBaseline(text, 'b.json')).toThrow(message);
  });
});

describe('rules', () => {
  it.each<[object | null, string]>([
    [
      null,
      'gate.json: holds null, wanted an object such as {"metric": "recall@5", "margin": 0.02}; correct it',
    ],
    [
      { metric: 'recall@5', margn: 1 },
      'gate.json: "margn" is unknown, did you mean "margin"?, wanted one of',
    ],
    [{ metric: 'recall@5' }, 'gate.json: "margin" is undefined, wanted a number of at least 0; correct it'],
    [{ metric: 'recal@5', margin: 0 }, 'metric "recal@5" is unknown'],
    [
      { metric: 'mrr', margin: 0, kinds: { a: -1 } },
      'gate.json: "kinds.a" is -1, wanted a number of at least 0',
    ],
    [{ metric: 'mrr', margin: 0, ceilings: { p95: 3 } }, 'gate.json: "ceilings.p95" is unknown'],
    [{ metric: 'mrr', margin: 0, ceilings: { p95Ms: null } }, 'gate.json: "ceilings.p95Ms" is undefined'],
    [{ metric: 'mrr', margin: 0, mustPass: 'a' }, 'gate.json: "mustPass" is "a", wanted a list of case ids'],
    [{ metric: 'mrr', margin: 0, maxTestReads: 1.5 }, 'gate.json: "maxTestReads" is 1.5'],
    [
      { metric: 'mrr', margin: 0, cannotTell: 'ok' },
      'gate.json: "cannotTell" is "ok", wanted "stop" or "pass"',
    ],
  ])('%j is refused', (given, message) => {
    expect(() => gateRules(given, 'gate.json')).toThrow(message);
  });
});
