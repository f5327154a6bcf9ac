import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { LabError } from '../../errors.js';
import { readFrontMatter } from './front-matter.js';

const read = (text: string) => readFrontMatter('r.md', text, parse);

describe('the front matter of a report', () => {
  it.each([
    ['---\nexperiments: [a.ts, b.ts, a.ts]\n---\n# x\n', ['a.ts', 'b.ts']],
    ['---\ntitle: x\nexperiments:\n  - a.ts\n---\n', ['a.ts']],
    ['\uFEFF---\r\nexperiments: a.ts\r\n---\r\n# x', ['a.ts']],
  ])('names the experiments: %j', (text, experiments) => {
    const found = read(text);
    expect(found.experiments).toEqual(experiments);
    expect(text.slice(0, found.end)).toMatch(/---\r?\n$/);
  });

  it.each([
    [
      '# x\n',
      'has no front matter, wanted lines such as "---", "experiments: [experiments/chunk-sizes.ts]", "---" that name the experiments whose arms it speaks of; add them',
    ],
    [
      '---\nexperiment: [a.ts]\n---\n',
      'the front matter has "experiment", wanted experiments or title; did you mean "experiments"?',
    ],
    [
      '---\ntitle: x\n---\n',
      'the front matter names the experiments not at all, wanted a list of files; write experiments: [experiments/chunk-sizes.ts], say',
    ],
    [
      '---\nexperiments: [1]\n---\n',
      'the front matter names the experiments [1], wanted a list of files; write experiments: [experiments/chunk-sizes.ts], say',
    ],
    ['---\n- a\n---\n', 'the front matter is ["a"], wanted keys and values; write experiments: [FILE]'],
  ])('is refused in one sentence: %j', (text, message) => {
    expect(() => read(text)).toThrow(new LabError(`r.md:1: ${message}`));
  });

  it('is refused where it is no YAML', () => {
    expect(() => read('---\nexperiments: [a\n---\n')).toThrow(/^r\.md:1: the front matter is no YAML \(/);
  });
});
