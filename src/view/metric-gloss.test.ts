import { expect, it } from 'vitest';
import { METRIC_FORMS } from '../measure/registry.js';
import { metricGloss } from './metric-gloss.js';

it('has a gloss for every metric, with its own numbers', () => {
  const names = METRIC_FORMS.map((form) =>
    form.replace('@k', '@7').replace('@Ntok', '@1500tok').replace('(p)', '(0.8)').replace('@r', '@0.1'),
  );
  for (const name of names) {
    const gloss = metricGloss(name);
    expect(gloss, name).toMatch(/^[a-z1][^A-Z]*$/);
    if (name.includes('@7')) expect(gloss, name).toContain('7');
    if (name.includes('1500')) expect(gloss, name).toContain('1,500 tokens');
    if (name.includes('0.8')) expect(gloss, name).toContain('0.8');
    if (name.includes('@0.1')) expect(gloss, name).toContain('0.1');
  }
});

it('says from which grade on labels count where the name does', () => {
  expect(metricGloss('span_recall@2000tok,rel=2')).toBe(
    'of the characters of the labelled passages, the share that the first 2,000 tokens of the ranking hold; labels count from grade 2 on',
  );
  expect(metricGloss('recall@5')).toBe('the share of what a query needs that the first 5 pages hold');
  expect(metricGloss('hit@1')).toBe('1 where the first page holds a relevant page, else 0');
  expect(metricGloss('chunk_recall@5')).toBe(
    'the share of needs for which a single one of the first 5 chunks holds at least half of a labelled passage',
  );
});

it('has none for somebody’s own metric', () => expect(metricGloss('mine')).toBeNull());
