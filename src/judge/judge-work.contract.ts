import { datasetOf } from '../../test/examples.js';
import type { Dataset } from '../types.js';
import type { Pool } from './pool-file.js';

/** Texts with all that makes offsets hard. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['pages/emoji', '# Emoji 👩‍👩‍👧\n\nThe 🎉 answer stands here. Nothing more.\n'],
  ['pages/crlf', '# Line ends\r\n\r\nThe first line.\r\nThe answer is on this line.\r\n\r\nThe end.\r\n'],
  [
    'pages/long',
    `# Long\n\n${'Filler that says nothing. '.repeat(400)}\n\n## Answer\n\nHere the answer stands.\n`,
  ],
  [
    'pages/html',
    '# <script>window.hacked=1</script>\n\n<img src=x onerror="window.hacked=2"> answer \u202Egnorw\n',
  ],
  ['pages/none', '# Other\n\nThis page is of something else.\n'],
];

/** A pool of so many queries over five pages each, by two arms with telling names. */
export function madePool(queries: number): { readonly pool: Pool; readonly data: Dataset } {
  const docs = TEXTS.map(([id, text]) => ({ id, title: id, text, fields: {} }));
  const cases = Array.from({ length: queries }, (_, i) => ({
    id: `q-${i + 1}`,
    query: `where does the answer ${i + 1} stand`,
    kind: 'semantic',
    labels: [{ doc: docs[0]!.id, grade: 2 }],
    fields: {},
  }));
  const data = datasetOf(docs, cases);
  const pool: Pool = {
    name: 'made pool',
    made: '2026-01-31T12:00:00.000Z',
    dataset: data.name,
    corpusVersion: data.corpusVersion,
    arms: ['secret-arm-one', 'secret-arm-two'],
    depth: 5,
    how: 'the first 5 pages of each arm',
    queries: cases.map(({ id, query, kind }) => ({
      id,
      query,
      kind,
      fields: {},
      pages: docs.map((doc) => doc.id),
    })),
  };
  return { pool, data };
}
