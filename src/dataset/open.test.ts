import { createHash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/examples.js';
import { headings } from '../chunk/headings.js';
import { LabError } from '../errors.js';
import { openFolder } from './open.js';

const PAGE =
  '---\ntitle: "Errors"\napplies_to: api\n---\n# errors\n\nOne two three. One two.\n\n## Codes\n\nFour.\n';
const GOOD = '{"id":"rq-1","query":"what","kind":"semantic","relevant_doc_ids":["errors"]}';
const QA = '{"id":"qa-1","question":"what?","answer":"that","citations":["errors"]}';

function dataset(cases: string | Buffer, more: Readonly<Record<string, string | Buffer>> = {}): string {
  return folderWith({
    'docs/errors.md': PAGE,
    'docs/guides/start.md': '# start\n',
    'eval/retrieval_queries.jsonl': cases,
    ...more,
  });
}

async function faultsOf(folder: string): Promise<readonly string[]> {
  try {
    await openFolder(folder, { chunker: headings() });
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(LabError);
    const { problems, message } = thrown as LabError;
    const lines = problems.length > 0 ? problems : [message];
    return lines.map((line) =>
      line.replaceAll(`${folder}/`, '').replaceAll(path.relative(process.cwd(), folder) + '/', ''),
    );
  }
  return [];
}

const Q = 'eval/retrieval_queries.jsonl';
const row = (more: string) => `{"id":"rq-1","query":"what",${more}}`;

/** What is in the case file, and the sentences it must give, to the word. */
const MALFORMED: readonly (readonly [
  title: string,
  cases: string | Buffer,
  faults: readonly (string | RegExp)[],
  more?: Record<string, string | Buffer>,
])[] = [
  [
    'a line that is no JSON',
    '{"id": ',
    [/^eval\/retrieval_queries.jsonl:1: is not JSON \(.+\); write one JSON object on each line$/],
  ],
  [
    'a line that is a list',
    '[1]',
    [`${Q}:1: holds a list, wanted a JSON object; write one object on each line`],
  ],
  [
    'a line that is null',
    'null',
    [`${Q}:1: holds null, wanted a JSON object; write one object on each line`],
  ],
  [
    'a line that is a number',
    '7',
    [`${Q}:1: holds a number, wanted a JSON object; write one object on each line`],
  ],
  [
    'an unknown page with a near name',
    row('"relevant_doc_ids":["erors"]'),
    [`${Q}:1: case "rq-1" names the page "erors", which is none of the 2 pages; did you mean "errors"?`],
  ],
  [
    'an unknown page with no near name',
    row('"relevant_doc_ids":["zzzzzzzzzzzz"]'),
    [`${Q}:1: case "rq-1" names the page "zzzzzzzzzzzz", which is none of the 2 pages; check its id`],
  ],
  [
    'a stale chunk',
    row('"relevant_chunk_ids":["errors#9"]'),
    [
      `${Q}:1: case "rq-1" names the chunk "errors#9", which is stale or unknown (3 chunks); did you mean "errors#0"?`,
    ],
  ],
  [
    'a quote that is not there',
    row('"relevant":[{"doc":"errors","quote":"five"}]'),
    [`${Q}:1: case "rq-1" quotes "five", which is not in "errors"; copy the words exactly, white space too`],
  ],
  [
    'a quote that is there twice',
    row('"relevant":[{"doc":"errors","quote":"One two"}]'),
    [
      `${Q}:1: case "rq-1" quotes "One two", which is 2 times in "errors" (at 10, 25); quote more, or give start and end`,
    ],
  ],
  [
    'a quote and offsets',
    row('"relevant":[{"doc":"errors","quote":"Four","start":1,"end":2}]'),
    [`${Q}:1: case "rq-1" gives both a quote and offsets in "errors", wanted one of them; keep the offsets`],
  ],
  [
    'a start without an end',
    row('"relevant":[{"doc":"errors","start":1}]'),
    [`${Q}:1: case "rq-1" gives "start" alone in "errors", wanted "start" and "end"; add the other`],
  ],
  [
    'a span that ends before it starts',
    row('"relevant":[{"doc":"errors","start":4,"end":4}]'),
    [`${Q}:1: case "rq-1" gives the span 4-4 in "errors", wanted start < end <= 51; mark the span again`],
  ],
  [
    'a span past the end',
    row('"relevant":[{"doc":"errors","start":4,"end":400}]'),
    [`${Q}:1: case "rq-1" gives the span 4-400 in "errors", wanted start < end <= 51; mark the span again`],
  ],
  [
    'a duplicate case id',
    `${GOOD}\n${GOOD}`,
    [`${Q}:2: case "rq-1" has the id of ${Q}:1, wanted each id once; rename one`],
  ],
  [
    'an empty list of labels',
    row('"relevant_doc_ids":[]'),
    [
      `${Q}:1: case "rq-1" "relevant_doc_ids" names nothing relevant, wanted at least one label with grade 1 or more; label it or drop the case`,
    ],
  ],
  [
    'only labels of grade 0',
    row('"relevant":[{"doc":"errors","grade":0}]'),
    [
      `${Q}:1: case "rq-1" "relevant" names nothing relevant, wanted at least one label with grade 1 or more; label it or drop the case`,
    ],
  ],
  [
    'no labels at all',
    '{"id":"rq-1","query":"what"}',
    [
      `${Q}:1: case "rq-1" has no labels, wanted "relevant", "relevant_doc_ids" or "relevant_chunk_ids"; name what answers it`,
    ],
  ],
  [
    'misspelled labels',
    row('"relevent":"errors"'),
    [
      `${Q}:1: case "rq-1" has no labels (found "relevent"; did you mean "relevant"?), wanted "relevant", "relevant_doc_ids" or "relevant_chunk_ids"; name what answers it`,
    ],
  ],
  [
    'two ways of labelling',
    row('"relevant_doc_ids":["errors"],"relevant_chunk_ids":["errors#0"]'),
    [
      `${Q}:1: case "rq-1" has "relevant_doc_ids" and "relevant_chunk_ids", wanted one of them; merge them into "relevant"`,
    ],
  ],
  [
    'a page listed twice',
    row('"relevant_doc_ids":["errors","errors"]'),
    [`${Q}:1: case "rq-1" lists "errors" twice, wanted each id once; remove one`],
  ],
  [
    'a label given twice',
    row('"relevant":[{"doc":"errors"},{"doc":"errors"}]'),
    [`${Q}:1: case "rq-1" holds the label {"doc":"errors"} twice, wanted each label once; remove one`],
  ],
  [
    'labels that are a string',
    row('"relevant_doc_ids":"errors"'),
    [`${Q}:1: case "rq-1": "relevant_doc_ids" is "errors", wanted a list; correct it`],
  ],
  [
    'a page that is a number',
    row('"relevant_doc_ids":[7]'),
    [`${Q}:1: case "rq-1": "relevant_doc_ids[0]" is 7, wanted a string; correct it`],
  ],
  [
    'a grade that is a string',
    row('"relevant":[{"doc":"errors","grade":"2"}]'),
    [`${Q}:1: case "rq-1": "relevant[0].grade" is "2", wanted a number; correct it`],
  ],
  [
    'a negative grade',
    row('"relevant":[{"doc":"errors","grade":-1}]'),
    [`${Q}:1: case "rq-1": "relevant[0].grade" is -1, wanted a number of at least 0; correct it`],
  ],
  [
    'half a grade',
    row('"relevant":[{"doc":"errors","grade":1.5}]'),
    [`${Q}:1: case "rq-1": "relevant[0].grade" is 1.5, wanted an integer; correct it`],
  ],
  [
    'an unknown key in a label',
    row('"relevant":[{"doc":"errors","grad":2}]'),
    [`${Q}:1: case "rq-1": "relevant[0]" has the unknown key "grad", wanted only known ones; correct it`],
  ],
  [
    'a label without a page',
    row('"relevant":[{"grade":2}]'),
    [`${Q}:1: case "rq-1": "relevant[0].doc" is missing, wanted a string; correct it`],
  ],
  [
    'an id that is a number',
    '{"id":7,"query":"what","relevant_doc_ids":["errors"]}',
    [`${Q}:1: case: "id" is 7, wanted a string; correct it`],
  ],
  [
    'no id',
    '{"query":"what","relevant_doc_ids":["errors"]}',
    [`${Q}:1: case: "id" is missing, wanted a string; correct it`],
  ],
  [
    'a first case with a version and no id',
    '{"query":"what","version":2,"relevant_doc_ids":["errors"]}',
    [`${Q}:1: case: "id" is missing, wanted a string; correct it`],
  ],
  [
    'a blank query',
    '{"id":"rq-1","query":"  ","relevant_doc_ids":["errors"]}',
    [`${Q}:1: case "rq-1": "query" is "  ", wanted a value that must not be blank; correct it`],
  ],
  [
    'neither query nor question',
    '{"id":"rq-1","qeury":"what","relevant_doc_ids":["errors"]}',
    [
      `${Q}:1: has neither "query" nor "question" (found "qeury"; did you mean "query"?), wanted one of them; add it`,
    ],
  ],
  [
    'a field that is an object',
    row('"relevant_doc_ids":["errors"],"tags":{"a":1}'),
    [`${Q}:1: case "rq-1" has the field "tags" with an object, wanted a flat value; flatten it`],
  ],
  [
    'a question that cites an unknown page',
    '{"id":"qa-1","question":"what?","citations":["error"]}',
    [`${Q}:1: question "qa-1" cites the page "error", which is none of the 2 pages; did you mean "errors"?`],
  ],
  [
    'an unanswerable question with citations',
    '{"id":"qa-1","question":"what?","citations":["errors"],"unanswerable":true}',
    [`${Q}:1: question "qa-1" is unanswerable but cites pages, wanted none; drop one of the two`],
  ],
  [
    'a question without citations',
    '{"id":"qa-1","question":"what?","answer":"that"}',
    [`${Q}:1: question "qa-1" cites no page, wanted at least one; cite it or mark it "unanswerable": true`],
  ],
  [
    'a file that is not UTF-8',
    Buffer.from([0x7b, 0xff, 0xfe]),
    [/^eval\/retrieval_queries.jsonl: cannot be read as UTF-8 text \(.+\); save it as UTF-8$/],
  ],
  ['an empty case file', '', [/: has no cases, wanted eval\/\*.jsonl with a case on each line; add some$/]],
  [
    'front matter that is no YAML',
    GOOD,
    [/^docs\/bad.md:1: its front matter cannot be read \(.+\); correct the lines between ---$/],
    { 'docs/bad.md': '---\na: [1\n---\nx\n' },
  ],
  [
    'front matter that is a list',
    GOOD,
    [
      'docs/bad.md:1: its front matter cannot be read (the front matter is not a list of keys and values); correct the lines between ---',
    ],
    { 'docs/bad.md': '---\n- a\n---\nx\n' },
  ],
  [
    'a manifest that is no JSON',
    GOOD,
    [/^dataset.json:1: is not JSON \(.+\); correct it$/],
    { 'dataset.json': '{' },
  ],
  [
    'a manifest with an unknown key',
    GOOD,
    ['dataset.json:1: the object has the unknown key "nmae", wanted only known ones; correct it'],
    { 'dataset.json': '{"nmae":"x"}' },
  ],
];

describe('a malformed dataset is refused with a sentence for each fault', () => {
  it.each(
    MALFORMED as unknown as [
      string,
      string | Buffer,
      readonly (string | RegExp)[],
      Record<string, string | Buffer>?,
    ][],
  )('%s', async (...[, cases, expected, more = {}]: (typeof MALFORMED)[number]) => {
    const found = await faultsOf(dataset(cases, more));
    expect(found).toHaveLength(expected.length);
    expected.forEach((wanted, i) => {
      if (typeof wanted === 'string') expect(found[i]).toBe(wanted);
      else expect(found[i]).toMatch(wanted);
      expect(found[i]).not.toMatch(/\n| {4}at /);
    });
  });

  it('lists all faults at once, each with its line', async () => {
    const folder = dataset(
      `${row('"relevant_doc_ids":["x"]')}\n\n{"id":"rq-2"\n${row('"relevant_doc_ids":[]')}`,
    );
    expect((await faultsOf(folder)).map((line) => line.slice(0, `${Q}:1`.length))).toEqual([
      `${Q}:3`,
      `${Q}:1`,
      `${Q}:4`,
    ]);
  });

  it('has at least thirty entries', () => expect(MALFORMED.length).toBeGreaterThanOrEqual(30));
});

describe('a dataset folder', () => {
  it('gives pages by path, without front matter, with its fields', async () => {
    const data = await openFolder(dataset(`${GOOD}\n${QA}`));
    expect(data.docs.map((doc) => [doc.id, doc.title])).toEqual([
      ['errors', 'Errors'],
      ['guides/start', 'start'],
    ]);
    expect(data.docs[0]!.text.startsWith('# errors\n')).toBe(true);
    expect(data.docs[0]!.fields).toEqual({ title: 'Errors', applies_to: 'api' });
    expect(data.qa.map((item) => item.id)).toEqual(['qa-1']);
  });

  it('takes a version header, CRLF, blank lines and a byte-order mark for no fault', async () => {
    const data = await openFolder(dataset(`\uFEFF{"version":"v1"}\r\n\r\n${GOOD}\r\n`));
    expect(data.cases).toHaveLength(1);
    expect(data.headers['retrieval_queries.jsonl']).toEqual({ version: 'v1' });
  });

  it('resolves a quote to offsets', async () => {
    const data = await openFolder(
      dataset(row('"relevant":[{"doc":"errors","quote":"Four.","grade":2,"need":"n"}]')),
    );
    const label = data.cases[0]!.labels[0]!;
    expect(label).toEqual({ doc: 'errors', grade: 2, start: 45, end: 50, need: 'n' });
    expect(data.docs[0]!.text.slice(45, 50)).toBe('Four.');
  });

  it('keeps flat fields of a case to slice by', async () => {
    const data = await openFolder(
      dataset(row('"relevant_doc_ids":["errors"],"applies_to":"api","hard":true')),
    );
    expect(data.cases[0]!.fields).toEqual({ applies_to: 'api', hard: true });
  });

  it('merges an extra file under the same checks', async () => {
    const folder = dataset(GOOD, {
      'extra.jsonl': '{"id":"rq-2","query":"else","relevant_doc_ids":["guides/start"]}',
    });
    const extra = path.join(folder, 'extra.jsonl');
    expect((await openFolder(folder, { extra })).cases.map((item) => item.id)).toEqual(['rq-1', 'rq-2']);
    const again = folderWith({ 'extra.jsonl': GOOD });
    await expect(openFolder(folder, { extra: path.join(again, 'extra.jsonl') })).rejects.toThrow(
      /case "rq-1" has the id of .*retrieval_queries.jsonl:1/,
    );
  });

  it('names an extra file that is not there, a LAB_DATA that is none, and a misspelled option', async () => {
    const folder = dataset(GOOD);
    await expect(openFolder(folder, { extra: path.join(folder, 'none.jsonl') })).rejects.toThrow(
      /none\.jsonl: no such file, wanted a JSONL file; check the path/,
    );
    await expect(openFolder(folder, { extr: 'x' } as object)).rejects.toThrow(
      'openDataset: the option "extr" is unknown, wanted extra, chunker or qrels; rename or drop it',
    );
    process.env['LAB_DATA'] = path.join(folder, 'docs', 'errors.md');
    try {
      await expect(openFolder('node-http')).rejects.toThrow(
        /^LAB_DATA is ".*errors\.md", which is no folder; set it to a dataset, or to a folder of datasets$/,
      );
    } finally {
      delete process.env['LAB_DATA'];
    }
  });

  it('offers the nearest name where a dataset is not found', async () => {
    const home = folderWith({ 'node-http/docs/a.md': 'x' });
    process.env['LAB_DATA'] = home;
    try {
      await expect(openFolder('node-htp')).rejects.toThrow(
        'dataset "node-htp": no such folder, wanted a path or the name of a dataset; did you mean "node-http"?',
      );
    } finally {
      delete process.env['LAB_DATA'];
    }
  });
});

describe('a manifest of installed pages', () => {
  const text = '# Page\n';
  const sha256 = createHash('sha256').update(text).digest('hex');
  const manifest = (digest: string) =>
    JSON.stringify({
      name: 'set',
      packages: [{ alias: 'docs-x', package: 'x@1.0.0', folder: 'docs', pages: 1 }],
      pages: [
        { id: 'x/page', package: 'docs-x', file: 'Page.md', sha256: digest, fields: { section: 'api' } },
      ],
    });
  const files = {
    'node_modules/docs-x/docs/Page.md': text,
    'eval/c.jsonl': '{"id":"c1","query":"q","relevant_doc_ids":["x/page"]}',
  };

  it('reads the pages from the package', async () => {
    const data = await openFolder(folderWith({ ...files, 'dataset.json': manifest(sha256) }));
    expect(data.docs).toEqual([{ id: 'x/page', title: 'Page', text, fields: { section: 'api' } }]);
  });

  it('names the page whose file is not the one that was labelled', async () => {
    const wrong = 'a'.repeat(64);
    expect(await faultsOf(folderWith({ ...files, 'dataset.json': manifest(wrong) }))).toEqual([
      `dataset.json:1: page "x/page" (docs-x/Page.md) has sha256 ${sha256.slice(0, 12)}…, wanted sha256 aaaaaaaaaaaa…; install x@1.0.0 exactly`,
    ]);
  });

  it('names the package that is not installed', async () => {
    const { 'eval/c.jsonl': cases } = files;
    expect(await faultsOf(folderWith({ 'eval/c.jsonl': cases, 'dataset.json': manifest(sha256) }))).toEqual([
      'dataset.json:1: page "x/page" needs the package x@1.0.0 as "docs-x", which is not installed; run npm ci',
    ]);
  });
});
