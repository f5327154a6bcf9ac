import { describe, expect, it } from 'vitest';
import { formatMetric, markdownTable, markdownText, shorten, textTable } from './tables.js';

describe('formatMetric', () => {
  it('gives three decimals, and a dash for the unknown, which is not 0', () => {
    expect([0.8125, 1, 0, null, undefined].map(formatMetric)).toEqual(['0.813', '1.000', '0.000', '–', '–']);
  });
});

describe('textTable', () => {
  it('stands numbers to the right and words to the left', () => {
    expect(
      textTable(
        ['run', 'n', 'delta'],
        [
          ['pages', 5, '+0.100'],
          ['b', 1200, '−1.000'],
        ],
      ),
    ).toBe(
      ['run       n   delta', '─────  ────  ──────', 'pages     5  +0.100', 'b      1200  −1.000'].join('\n'),
    );
  });

  it('keeps columns straight under wide letters, and shows what is unknown as a dash', () => {
    const lines = textTable(
      ['q', 'n'],
      [
        ['日本', null],
        ['abcd', 3],
      ],
    ).split('\n');
    expect(lines.slice(2)).toEqual(['日本  –', 'abcd  3']);
  });

  it('lets no cell break its row or write to the terminal', () => {
    expect(textTable(['q'], [['a\nb\u001b[31m']])).toBe('q\n────────\na b\uFFFD[31m');
  });
});

describe('markdownTable', () => {
  it('marks columns of numbers and escapes bars and line breaks', () => {
    expect(
      markdownTable(
        ['q', 'n'],
        [
          ['a | b\nc', 1],
          ['d', null],
        ],
      ),
    ).toBe(['| q | n |', '| --- | ---: |', '| a \\| b c | 1 |', '| d | – |'].join('\n'));
  });

  it('escapes a bar once, also where it was escaped before or a backslash stands before it', () => {
    const cells = [markdownText('a|b'), 'a|b', 'a\\\\|b'];
    expect(
      markdownTable(
        ['q'],
        cells.map((cell) => [cell]),
      )
        .split('\n')
        .slice(2),
    ).toEqual(['| a\\|b |', '| a\\|b |', '| a\\\\\\|b |']);
  });
});

describe('markdownText', () => {
  it('shows markup as text', () => {
    expect(markdownText('*a* <script> [b](c) `d`')).toBe('\\*a\\* \\<script\\> \\[b\\](c) \\`d\\`');
  });
});

describe('shorten', () => {
  it('cuts to columns and never through a letter', () => {
    expect(shorten('abcdef', 4)).toBe('abc…');
    expect(shorten('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 9)).toBe('👩‍👩‍👧…');
  });
});
