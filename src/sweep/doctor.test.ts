import { describe, expect, it } from 'vitest';
import { caseOf, datasetOf, tableRetriever } from '../../test/examples.js';
import { headings } from '../chunk/headings.js';
import { evaluate } from '../measure/evaluate.js';
import type { Case } from '../types.js';
import { type ExamineOptions, examine } from './doctor.js';

const docs = [
  {
    id: 'a',
    title: 'a',
    text: 'How long does the server wait for a body?\n## Limits\nThirty seconds.\n',
    fields: {},
  },
  { id: 'b', title: 'b', text: 'Nothing of use.\n', fields: {} },
];
const dataWith = (cases: readonly Case[]) => datasetOf(docs, cases);
const many = (change: (item: Case, i: number) => Case = (item) => item) =>
  Array.from({ length: 60 }, (_, i) => change(caseOf(`c-${i + 1}`, ['a']), i));
const checks = async (cases: readonly Case[], options: ExamineOptions = {}) =>
  (await examine(dataWith(cases), options)).map((one) => one.check);

describe('a doctor', () => {
  it('finds nothing where all is in order', async () => expect(await checks(many())).toEqual([]));

  it('says that so few cases can show nothing', async () => {
    const [finding] = await examine(dataWith(many().slice(0, 8)));
    expect(finding).toMatchObject({ check: 'too few cases', level: 'spoils' });
    expect(finding!.sentence).toBe(
      '8 cases could show no difference at all, if a fifth of them change by 1; label more, or look for larger differences',
    );
  });

  it('finds queries that were copied from a page, whatever their case and punctuation', async () => {
    const copied = many((item, i) => (i === 3 ? { ...item, query: 'how long does the SERVER wait' } : item));
    expect(await examine(dataWith(copied))).toEqual([
      {
        check: 'copied queries',
        level: 'spoils',
        sentence:
          '1 query stands word for word in the pages, which favours keyword search: c-4; say them as a user would',
        cases: ['c-4'],
      },
    ]);
  });

  it('finds multi-hop cases that one page answers', async () => {
    const hops = many((item, i) => (i < 2 ? { ...item, kind: 'multi_hop' } : item));
    hops[1] = {
      ...hops[1]!,
      labels: [
        { doc: 'a', grade: 1 },
        { doc: 'b', grade: 1 },
      ],
    };
    expect((await examine(dataWith(hops)))[0]).toMatchObject({
      check: 'classes that contradict labels',
      cases: ['c-1'],
    });
  });

  it('finds labels in text that no chunk holds, and cases with nothing relevant', async () => {
    const chunkSet = headings(docs);
    const holed = { ...chunkSet, chunks: chunkSet.chunks.filter((chunk) => chunk.id !== 'a#1') };
    const spans = many((item, i) =>
      i === 0 ? { ...item, labels: [{ doc: 'a', grade: 1, start: 54, end: 60 }] } : item,
    );
    expect(await checks(spans, { chunkSets: [chunkSet] })).toEqual([]);
    expect((await examine(dataWith(spans), { chunkSets: [holed] }))[0]).toMatchObject({
      check: 'labels nobody could retrieve',
      cases: ['c-1'],
    });
    expect(
      await checks(many((item, i) => (i === 0 ? { ...item, labels: [{ doc: 'a', grade: 0 }] } : item))),
    ).toEqual(['nothing relevant']);
  });

  it('says where every arm has all there is, and where most of what came back was never judged', async () => {
    const cases = many();
    const table = (pages: readonly string[]) => Object.fromEntries(cases.map((item) => [item.query, pages]));
    const full = await evaluate(tableRetriever('full', table(['a'])), cases);
    const other = await evaluate(tableRetriever('other', table(['a', 'x', 'y', 'z'])), cases);
    expect(await checks(cases, { runs: [full, other] })).toEqual(['saturated metric', 'unjudged pages']);
    const empty = await evaluate(tableRetriever('empty', table([])), cases);
    expect(await checks(cases, { runs: [full, empty] })).toEqual([]);
  });
});
