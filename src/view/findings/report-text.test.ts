import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../errors.js';
import { filledText, type Piece, type ReportText, readReportText } from './report-text.js';

const read = (text: string) => readReportText('r.md', text, 0);
const placeholders = ({ pieces }: ReportText) =>
  pieces.flatMap((piece) => ('placeholder' in piece ? [piece.placeholder] : []));
const written = ({ pieces }: ReportText, given: (source: string) => string) =>
  pieces
    .map((piece) =>
      'text' in piece ? piece.text : filledText(piece.placeholder, given(piece.placeholder.source), '\n'),
    )
    .join('');
/** The oracle of filling: taking the values out again gives the text that was filled. */
const emptied = (pieces: readonly Piece[]) =>
  pieces.map((piece) => ('text' in piece ? piece.text : `{{${piece.placeholder.source}}}`)).join('');

describe('the text of a report', () => {
  it('keeps a placeholder beside its value, and finds it there', () => {
    const filled = written(read('It is {{ recall@5 of a }}.\n'), () => '0.582');
    expect(filled).toBe('It is 0.582<!-- 0.582 = {{ recall@5 of a }} -->.\n');
    expect(placeholders(read(filled))).toMatchObject([
      { source: ' recall@5 of a ', filled: '0.582', edited: false, line: 1 },
    ]);
    expect(written(read(filled), () => '0.6')).toBe('It is 0.6<!-- 0.6 = {{ recall@5 of a }} -->.\n');
  });

  it('keeps a table between two comments', () => {
    const filled = written(read('a\n\n{{ table costs of a }}\n\nb\n'), () => '| x |\n| - |');
    expect(filled).toBe('a\n\n<!-- {{ table costs of a }} -->\n\n| x |\n| - |\n\n<!-- end -->\n\nb\n');
    expect(placeholders(read(filled))).toMatchObject([{ filled: '| x |\n| - |', line: 3 }]);
    expect(written(read(filled), () => 'new')).toBe(
      'a\n\n<!-- {{ table costs of a }} -->\n\nnew\n\n<!-- end -->\n\nb\n',
    );
  });

  it('leaves code and other comments alone', () => {
    const text = [
      '```',
      '{{ n of a }}',
      '```',
      '',
      '    {{ n of a }}',
      '',
      'and `{{ n of a }}` and <!-- {{ n of a }} --> and <!-- later: {{ nonsense }} -->',
      '~~~md',
      '{{ n of a }}',
    ].join('\n');
    expect(placeholders(read(text))).toEqual([]);
    expect(written(read(text), () => 'x')).toBe(text);
  });

  it('finds a value that was broken over lines, and tells one that was edited by hand', () => {
    const value = '+0.1 (p = 0.2)<!-- +0.1 (p = 0.2) = {{ delta mrr of b over a }} -->';
    expect(placeholders(read(value.replace('+0.1 (p', '+0.1\n(p')))).toMatchObject([{ edited: false }]);
    expect(placeholders(read(value.replace('+0.1 (p', '+0.9 (p')))).toMatchObject([
      { edited: true, filled: '+0.1 (p = 0.2)' },
    ]);
  });

  it('takes no digit that stands before a value for a part of it', () => {
    const filled = written(read('recall@5{{ n of a }}{{ n of b }}'), () => '90');
    expect(emptied(read(filled).pieces)).toBe('recall@5{{ n of a }}{{ n of b }}');
  });

  it('survives a name that would end a comment', () => {
    const text = '{{ n of a--b-->c & &amp; &#45; }}';
    const filled = written(read(text), () => '5');
    expect(filled.slice(5, -3)).not.toMatch(/--/);
    expect(emptied(read(filled).pieces)).toBe(text);
  });

  it('lists all that cannot be read, with file and line', () => {
    expect(() => read('a\n{{ mrr }}\n\nb {{ table costs of a }}\n\n<!-- {{ methods }} -->\n')).toThrow(
      new LabError('r.md: 3 placeholders cannot be read', [
        'r.md:2: {{ mrr }} does not say of what, wanted mrr of and a name; add it',
        'r.md:4: {{ table costs of a }} stands beside other text, wanted a line of its own; move it there',
        'r.md:6: <!-- {{ methods }} --> has no <!-- end --> after it, wanted one where its lines stop; add it',
      ]),
    );
  });

  it('property: filling changes nothing but placeholders, and filling again changes nothing', () => {
    const inline = fc.constantFrom(
      '{{ n of a }}',
      '{{recall@5 of a b with interval}}',
      '{{ counts of b over a }}',
    );
    const block = fc.constantFrom('\n\n{{ table costs of a }}\n\n', '\n{{ methods }}\n');
    const prose = fc.constantFrom(
      'word ',
      '0.5',
      '\n',
      '- ',
      '# ',
      '> ',
      '`code`',
      '\n```\n{{ n of a }}\n```\n',
      '5',
    );
    const value = fc.constantFrom(
      '0.582',
      '–',
      '+0.1 (95 % interval −0.1 to +0.3)',
      '38 better, 2 worse',
      '0.5',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(inline, block, prose), { maxLength: 12 }), value, (parts, one) => {
        const text = parts.join('');
        const report = read(text);
        expect(emptied(report.pieces)).toBe(text);
        const filled = written(report, () => one);
        const again = read(filled);
        expect(emptied(again.pieces)).toBe(text);
        expect(placeholders(again).every((each) => each.filled === one && !each.edited)).toBe(true);
        expect(written(again, () => one)).toBe(filled);
      }),
      { numRuns: 500 },
    );
  });
});
