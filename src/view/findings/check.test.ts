import { describe, expect, it } from 'vitest';
import type { Run } from '../../types.js';
import { examplePages, exampleSections } from '../example.contract.js';
import { checkReport, type Problem } from './check.js';
import { fillReport } from './fill.js';
import { answeredRun, exampleSource, reportOf, shifted } from './report.contract.js';
import type { Source } from './sources.js';

const source = exampleSource();
const TEXT = `It is {{ recall@5 of pages }} over {{ n of pages }}: {{ delta recall@5 of sections over pages }}.

{{ table costs of example }}

{{ figure recall-by-kind of example }}
`;
const { text: filled } = fillReport(reportOf(TEXT), [source]);
/** Stands for drawing, which is tested where it is done: a picture is its table. */
const draw = async (figure: object) => JSON.stringify(figure);
const checked = async (text: string, sources: readonly Source[] = [source], picture?: string | null) => {
  const { drawings } = fillReport(reportOf(TEXT), [source]);
  const there = picture === undefined ? await draw(drawings[0]!.figure) : picture;
  return checkReport(reportOf(text), sources, { read: () => there, draw });
};
const told = (problems: readonly Problem[]) =>
  problems.map(({ reason, line, message }) => `${reason} ${line}: ${message}`);

describe('a checked report', () => {
  it('holds as it was filled in', async () => {
    expect(await checked(filled)).toEqual({ problems: [], placeholders: 6, unchecked: 0 });
  });

  it('holds where only days and commits are others', async () => {
    const later = (run: Run): Run => ({
      ...run,
      id: 'x'.concat(run.id),
      startedAt: '2031-05-06T00:00:00.000Z',
      environment: { ...run.environment, gitCommit: 'f'.repeat(40), gitDirty: true },
    });
    const again = exampleSource('example', [later(examplePages), later(exampleSections)]);
    expect((await checked(filled, [again])).problems).toEqual([]);
  });

  it('names each number that drifted, as it was and as it is', async () => {
    const drifted = exampleSource('example', [
      { ...shifted(examplePages, 'pages', -0.1), id: examplePages.id },
      exampleSections,
    ]);
    const { problems } = await checked(filled, [drifted], 'another picture');
    expect(told(problems).slice(0, 2)).toEqual([
      expect.stringMatching(/^drifted 1: \{\{ recall@5 of pages \}\} was 0\.800, is 0\.700$/),
      expect.stringMatching(/^drifted 1: \{\{ delta recall@5 of sections over pages \}\} was −0\.\d+ \(95 %/),
    ]);
    expect(problems.map(({ line }) => line)).toEqual([1, 1, 12]);
  });

  it('names the line of a table that drifted, and a picture that is another or not there', async () => {
    const text = filled.replace('| pages | 15 |', '| pages | 16 |');
    expect(told((await checked(text, [source], 'another')).problems)).toEqual([
      expect.stringMatching(
        /^drifted 3: \{\{ table costs of example \}\} was "\| pages \| 16 \|.*", is "\| pages \| 15 \|/,
      ),
      'drifted 12: {{ figure recall-by-kind of example }} has another picture in r-recall-by-kind.svg than its runs give; run rlab report',
    ]);
    expect(told((await checked(filled, [source], null)).problems)).toEqual([
      'drifted 12: {{ figure recall-by-kind of example }} has no file r-recall-by-kind.svg, wanted its picture; run rlab report',
    ]);
  });

  it('names a value that was edited by hand', async () => {
    expect(told((await checked(filled.replace('over 15<', 'over 90<'))).problems)).toEqual([
      'edited 1: {{ n of pages }} was edited by hand: 15 is in its comment and not before it, is 15',
    ]);
    const both = filled.replace('over 15<!-- 15', 'over 90<!-- 90');
    expect(told((await checked(both)).problems)).toEqual(['drifted 1: {{ n of pages }} was 90, is 15']);
  });

  it('names what was never filled in', async () => {
    expect(told((await checked('x {{ n of pages }}\n')).problems)).toEqual([
      'not filled in 1: {{ n of pages }} is not filled in, wanted its value; run rlab report',
      'not filled in null: has no methods paragraph, wanted one; fill it in with rlab report',
    ]);
  });

  it('names a report that was filled in from runs of files in no commit', async () => {
    const dirty = filled.replace(
      /^Made .*\.$/m,
      'Made on 2026-01-02, commit abc, with changes that were not committed.',
    );
    expect(told((await checked(dirty)).problems)).toEqual([
      expect.stringMatching(
        /^dirty 20: the report was filled in from runs made with changes that were in no commit/,
      ),
    ]);
  });

  it('names a win that the one rule does not call one', async () => {
    const text = filled.replace('It is', 'Sections beat pages:');
    expect(told((await checked(text)).problems)).toEqual([
      'claim 1: "beat" is said of {{ delta recall@5 of sections over pages }}, which the one rule calls "can\'t tell"; say what it says, or turn the difference round',
    ]);
  });

  it('names a table that mixes versions', async () => {
    const edited = { ...exampleSections, corpusVersion: '8 pages · sha1 ffffffff' };
    const mixed = exampleSource('example', [examplePages, edited]);
    const { problems } = await checked(filled, [mixed]);
    expect(told(problems)).toContainEqual(
      'mixed versions 3: {{ table costs of example }} mixes versions of pages (pages over 8 pages · sha1 89abcdef, sections over 8 pages · sha1 ffffffff), wanted one; take them apart, or run all over the same',
    );
  });

  it('counts what rests on a run that is not there, and looks at the rest', async () => {
    const without = exampleSource('example', [examplePages], ['pages', 'sections']);
    const { problems, placeholders, unchecked } = await checked(filled, [without]);
    expect({ problems, placeholders, unchecked }).toEqual({ problems: [], placeholders: 6, unchecked: 4 });
    const wrong = await checked(filled.replace('over 15<!-- 15', 'over 90<!-- 90'), [without]);
    expect(wrong.problems).toHaveLength(1);
  });

  it('names an arm that is no more', async () => {
    const renamed = exampleSource('example', [answeredRun(examplePages, 'whole'), exampleSections]);
    expect(told((await checked(filled, [renamed])).problems)[0]).toBe(
      'cannot be remade 1: {{ recall@5 of pages }} names the arm "pages", wanted one of whole, sections; name one of those',
    );
  });
});
