import fc from 'fast-check';

const words = fc
  .array(
    fc.constantFrom(
      ...[
        'word',
        'Another',
        'e\u0301te\u0301',
        '👩‍👩‍👧',
        '👍🏽',
        '🇩🇪',
        'שָׁלוֹם',
        'مرحبا',
        '猫である',
        'x = 1',
        '`a.b`',
        '<|endoftext|>',
        '12345',
        '\ud83d',
      ],
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) => list.join(' '));
const sentence = fc.tuple(words, fc.constantFrom('.', '?', '!', '。')).map(([text, end]) => text + end);
const paragraph = fc
  .array(sentence, { minLength: 1, maxLength: 5 })
  .chain((list) => fc.constantFrom(' ', '\n').map((join) => list.join(join)));
const heading = fc
  .tuple(fc.integer({ min: 1, max: 4 }), words)
  .map(([level, text]) => `${'#'.repeat(level)} ${text}`);
const fence = fc
  .tuple(
    fc.constantFrom('```', '~~~', '````'),
    fc.array(fc.oneof(words, fc.constant(''), fc.constant('## no heading')), { maxLength: 6 }),
    fc.constantFrom('', '> ', '- '),
  )
  .map(([mark, lines, before]) =>
    [mark, ...lines, mark].map((line, i) => (before === '- ' && i > 0 ? '  ' : before) + line).join('\n'),
  );
const row = fc.array(words, { minLength: 2, maxLength: 2 }).map(([a, b]) => `| ${a} | ${b} |`);
const table = fc
  .array(row, { minLength: 1, maxLength: 4 })
  .map(([head, ...rest]) => [head, '|---|:-:|', ...rest].join('\n'));
const list = fc
  .array(sentence, { minLength: 1, maxLength: 4 })
  .map((items) => items.map((item) => `- ${item}`).join('\n'));
const blank = fc.constantFrom('', '   ', '\t', '<!-- -->');

/** Pages of Markdown as generators make them: headings, prose, fences, tables, lists, emoji, combining marks, right-to-left text, either line end. */
export const markdownPage: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.oneof(heading, paragraph, fence, table, list, blank), { maxLength: 10 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([blocks, lineEnd]) => blocks.join('\n\n').replaceAll('\n', lineEnd));
