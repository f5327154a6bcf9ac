import { describe, expect, it } from 'vitest';
import { compare } from '../../compare/compare.js';
import { compareAll } from '../../compare/compare-all.js';
import { LabError } from '../../errors.js';
import type { Run } from '../../types.js';
import { examplePages, exampleSections } from '../example.contract.js';
import { fillReport } from './fill.js';
import { answeredRun, exampleSource, reportOf, shifted } from './report.contract.js';
import type { Source } from './sources.js';

const source = exampleSource();
const filled = (text: string, sources: readonly Source[] = [source]) =>
  fillReport(reportOf(`${text}\n`), sources);
/** The value of one placeholder in a sentence. */
const value = (placeholder: string, sources?: readonly Source[]) =>
  /^x ([\s\S]*?)<!-- /.exec(filled(`x {{ ${placeholder} }}`, sources).text)![1];
const block = (placeholder: string, sources?: readonly Source[]) =>
  /-->\n\n([\s\S]*?)\n\n<!-- end -->/.exec(filled(`{{ ${placeholder} }}`, sources).text)![1]!;

/** The naive oracle of a mean: sum over the answered ones, by hand. */
function meanOf(
  run: Run,
  metric: string,
  pick: (row: Run['results'][number]) => boolean = () => true,
): string {
  const values = run.results.filter(pick).flatMap((row) => row.metrics[metric] ?? []);
  return (values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(3);
}

const pages = answeredRun(examplePages, 'pages');
const best = shifted(pages, 'best', 0.5);
const worst = shifted(pages, 'worst', -0.25);
const same = { ...pages, id: 'run-same', name: 'same' };
const four = exampleSource('four', [pages, best, worst, same]);

describe('a number in a sentence', () => {
  it('is a mean, of all cases or of a slice, with a word where it is of few or some failed', () => {
    expect(value('recall@5 of pages')).toBe(meanOf(examplePages, 'recall@5'));
    expect(value('recall@5 of pages on semantic')).toBe(
      meanOf(examplePages, 'recall@5', (row) => row.kind === 'semantic'),
    );
    expect(value('recall@5 of pages on multi_hop')).toBe('1.000 (n = 2, which is few)');
    expect(value('hit@5 of pages on applies_to=v5')).toMatch(/^0\.\d{3} \(n = 8, which is few\)$/);
    expect(value('recall@5 of sections')).toBe('0.750 (n = 14 of 15, 1 failed and with those as 0 0.700)');
    expect(value('recall@5 of pages with interval')).toMatch(
      /^0\.\d{3} \(95 % interval 0\.\d{3} to \d\.\d{3}, n = 15\)$/,
    );
    expect(value('recall@5 of pages on multi_hop with interval')).toBe(
      '1.000 (95 % interval 0.342 to 1.000 by Wilson, since all values are equal, n = 2, which is few)',
    );
  });

  it('is computed from the hits where the run did not record the metric', () => {
    expect(value('recall@1 of pages with interval')).toMatch(/, ceiling 0\.\d{3}, n = 15\)$/);
  });

  it('is an n, counts, or a word for the verdict', () => {
    expect(value('n of pages')).toBe('15');
    expect(value('n of sections')).toBe('14 of 15');
    const { better, worse, same: alike } = compare(examplePages, exampleSections, 'recall@5');
    expect(value('counts of sections over pages')).toBe(
      `${better} better, ${worse} worse, ${alike} same, 1 failed`,
    );
    expect(value('verdict recall@5 of best over pages', [four])).toBe('better');
    expect(value('verdict recall@5 of worst over pages', [four])).toBe('worse');
    expect(value('verdict recall@5 of same over pages', [four])).toBe('identical');
    expect(value('verdict recall@5 of sections over pages')).toBe("can't tell");
  });

  it('is a declared difference as all that was declared with it is tested', () => {
    const [one] = compareAll([pages], [best, worst, same], 'recall@5');
    const p = one!.pValue!.toExponential(1);
    expect(value('delta recall@5 of best over pages', [four])).toBe(
      `+0.500 (95 % interval +0.500 to +0.500, p = ${p} for 3 comparisons together, n = 15)`,
    );
    expect(value('delta recall@5 of pages over best', [four])).toBe(
      `−0.500 (95 % interval −0.500 to −0.500, p = ${p} for 3 comparisons together, n = 15)`,
    );
    expect(value('counts of pages over best', [four])).toBe('0 better, 15 worse, 0 same');
    expect(value('delta recall@5 of same over pages', [four])).toBe('0.000 (identical on all 15)');
  });

  it('is a difference of the pair alone where nobody declared it, and says so', () => {
    const { pValue } = compare(worst, best, 'recall@5');
    expect(value('delta recall@5 of best over worst', [four])).toContain(
      `p = ${pValue!.toExponential(1)} of this pair alone, n = 15)`,
    );
    expect(value('delta mrr@10 of best over pages', [four])).toContain(' of this pair alone, ');
  });

  it('is a difference on a slice, corrected as compare corrects it', () => {
    const slice = compareAll([pages], [best, worst, same], 'recall@5')[0]!.slices.find(
      (each) => each.slice === 'exact_term',
    )!;
    expect(value('delta recall@5 of best over pages on exact_term', [four])).toBe(
      `+0.500 (95 % interval unbounded to unbounded, p = ${slice.pValue!.toFixed(3)} for all slices together, 3 comparisons, n = 3, which is few)`,
    );
  });
});

describe('a table or figure', () => {
  it('stands between two comments, with what its numbers rest on', () => {
    expect(block('table leaderboard of four', [four])).toMatch(
      /^Leaderboard by recall@5; baseline pages, differences corrected for 3 comparisons together\n\n\| run \|[^\n]*\n[^\n]*\n\| best \|/,
    );
    expect(block('table metrics recall@5, mrr@10 of pages, sections')).toMatch(
      /\| run \| n \| recall@5 \| mrr@10 \|/,
    );
    expect(block('table slices of sections over pages')).toMatch(
      /a is pages, b is sections, by recall@5; intervals hold for all slices together\.$/,
    );
    expect(block('table costs of example')).toMatch(/^\| run \| n \| chunks \|/);
  });

  it('is drawn beside the report, the second of a name under another', () => {
    const { text, drawings } = filled(
      '{{ figure recall-by-kind of example }}\n\n{{ figure recall-by-kind mrr@10 of pages }}\n\n{{ figure slope of sections over pages }}\n\n{{ figure paired-differences of sections over pages }}',
    );
    expect(drawings.map(({ file }) => file)).toEqual([
      'r-recall-by-kind.svg',
      'r-recall-by-kind-2.svg',
      'r-slope.svg',
      'r-paired-differences.svg',
    ]);
    expect(text).toMatch(/!\[[^\n]*\]\(r-recall-by-kind-2\.svg\)/);
  });

  it.each(['recall-at-k', 'first-rank', 'heat-map', 'differences'])('knows the figure %s', (name) => {
    expect(filled(`{{ figure ${name} of four }}`, [four]).drawings[0]!.file).toBe(`r-${name}.svg`);
  });
});

describe('a filled report', () => {
  const text =
    'x {{ n of pages }}, {{ delta recall@5 of sections over pages }}\n\n{{ table costs of example }}';

  it('has a methods paragraph, and is the same where it is filled again', () => {
    const once = filled(text);
    expect(once.text).toContain(
      '\n## How it was measured\n\n<!-- {{ methods }} -->\n\n- example (`experiments/example.ts`): example: 15 cases',
    );
    expect(once.text).toContain('\nMade on 2026-01-02, commit unknown.\n');
    const twice = fillReport(reportOf(once.text), [source]);
    expect(twice.text).toBe(once.text);
    expect([once.changed, twice.changed]).toEqual([4, 0]);
  });

  it('holds no id and no latency: the same bytes from the same numbers', () => {
    const later = (run: Run): Run => ({
      ...run,
      id: `${run.id}-again`,
      finishedAt: null,
      results: run.results.map((row) => ({ ...row, latencyMs: 77 })),
    });
    const again = exampleSource('example', [later(examplePages), later(exampleSections)]);
    expect(filled(text, [again]).text).toBe(filled(text).text);
  });

  it('keeps the line ends that it has', () => {
    const { text: crlf } = fillReport(reportOf('a\r\n\r\n{{ table costs of example }}\r\n'), [source]);
    expect(crlf.replaceAll('\r\n', '')).not.toContain('\n');
    expect(fillReport(reportOf(crlf), [source]).text).toBe(crlf);
  });

  it('says what is beyond the one rule', () => {
    expect(filled('Sections beat pages: {{ delta recall@5 of sections over pages }}.').claims).toMatchObject([
      { word: 'beat', verdict: 'cannot-tell', line: 1 },
    ]);
  });

  it('is refused with all that is wrong, by line, the nearest name offered', () => {
    const lines = [
      'x {{ recall@5 of pagse }}',
      'x {{ recal@5 of pages }}',
      'x {{ recall@5 of pages on semantc }}',
      'x {{ recall@5 of pages on aplies_to=v5 }}',
      '{{ table leaderboard of exmple }}',
      '',
      'x 7<!-- 8 = {{ n of pages }} -->',
    ];
    expect(() => filled(lines.join('\n'))).toThrow(
      new LabError('reports/r.md: 6 placeholders cannot be filled in', [
        'reports/r.md:1: {{ recall@5 of pagse }} names the arm "pagse", wanted one of pages, sections; did you mean "pages"?',
        'reports/r.md:2: {{ recal@5 of pages }} names the metric "recal@5", wanted one of those recorded (recall@5, hit@5, mrr@10) or a built-in one; did you mean "recall@5"?',
        'reports/r.md:3: {{ recall@5 of pages on semantc }} asks for the slice "semantc", and no case has the kind "semantc", wanted one of exact_term, multi_hop, semantic; did you mean "semantic"?',
        'reports/r.md:4: {{ recall@5 of pages on aplies_to=v5 }} asks for the slice "aplies_to=v5", and no case has the field "aplies_to", wanted one of kind, applies_to; did you mean "applies_to"?',
        'reports/r.md:5: {{ table leaderboard of exmple }} names the experiment "exmple", wanted one of example; did you mean "example"?',
        'reports/r.md:7: {{ n of pages }} has the value 8 in its comment and another text before it, wanted the same; put it back, or replace both by the placeholder alone',
      ]),
    );
  });

  it('asks which arm is meant where two experiments have one of the name', () => {
    const other = exampleSource('other');
    expect(() => value('n of pages', [source, other])).toThrow(
      'names the arm "pages", which example and other have, wanted one; write example/pages, say',
    );
    expect(value('n of other/pages', [source, other])).toBe('15');
  });

  it('puts no runs over other cases or pages into one table', () => {
    const edited = { ...examplePages, id: 'e', name: 'edited', casesVersion: '15 cases · sha1 ffffffff' };
    const other = exampleSource('other', [edited]);
    expect(() => block('table metrics recall@5 of pages, edited', [source, other])).toThrow(
      'mixes versions of cases (pages over 15 cases · sha1 01234567, edited over 15 cases · sha1 ffffffff), wanted one; take them apart, or run all over the same',
    );
  });
});
