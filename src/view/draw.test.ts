import { describe, expect, it } from 'vitest';
import { differences } from './differences.js';
import { drawSvg, installed } from './draw.js';
import {
  crowd,
  exampleComparison,
  examplePages,
  exampleSections,
  staged,
  withCosts,
} from './example.contract.js';
import { firstRank } from './first-rank.js';
import { expectGolden } from './golden.contract.js';
import { heatMap } from './heat-map.js';
import { pairedDifferences } from './paired-differences.js';
import { paretoFront } from './pareto-front.js';
import { recallAtK } from './recall-at-k.js';
import { recallByKind } from './recall-by-kind.js';
import { slope } from './slope.js';
import { stages } from './stages.js';

const runs = [examplePages, exampleSections];
const figures = [
  recallByKind(runs),
  pairedDifferences(exampleComparison),
  recallAtK(runs),
  differences([exampleComparison]),
  paretoFront(runs.map((run, i) => withCosts(run, { tokens: 2000 - 1500 * i }))),
  slope(examplePages, exampleSections),
  firstRank(runs),
  heatMap(runs),
  stages(runs.map(staged)),
];

describe('a drawn figure', () => {
  it.each(figures.map((figure) => [figure.name, figure] as const))(
    'of %s looks like this',
    async (name, figure) => {
      expectGolden(`${name}.svg`, await drawSvg(figure));
    },
  );

  it('is the same bytes whenever it is drawn, whatever was drawn before', async () => {
    const first = await drawSvg(figures[0]!);
    const [again] = await Promise.all([drawSvg(figures[0]!), drawSvg(figures[1]!)]);
    expect(again).toBe(first);
  });

  it('shares no id with another, so that two fit into one page', async () => {
    const idsOf = async (i: number) =>
      [...(await drawSvg(figures[i]!)).matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    const [a, b] = [await idsOf(0), await idsOf(1)];
    expect(a.length).toBeGreaterThan(3);
    expect(a.filter((id) => b.includes(id))).toEqual([]);
  });

  it('says in words what it shows', async () => {
    const svg = await drawSvg({ ...figures[0]!, title: 'a < b', alt: 'Bars & more' });
    expect(svg).toMatch(/^<svg role="img" /);
    expect(svg).toContain('<title>a &lt; b</title><desc>Bars &amp; more</desc>');
  });

  it('fetches nothing and runs nothing', async () => {
    const svg = await drawSvg(figures[2]!);
    expect(svg).not.toMatch(/<script|<foreignObject|@import|<image|href="(?!#)|url\((?!#)/);
  });

  it('holds every label, tick and name', async () => {
    const svg = await drawSvg(figures[0]!);
    for (const text of [
      'exact_term',
      'n=3, too few',
      '0.8',
      'sections',
      'mean recall@5',
      'recall@5 by kind (n = 15 queries)',
    ])
      expect(svg).toContain(`>${text}<`);
  });

  it('keeps long names inside the sheet', async () => {
    const name =
      'tokens 256/32 · energetic embeddings, reranked twice and then cut to the budget of two thousand tokens at most, with ties by name';
    const svg = await drawSvg(recallByKind(crowd([name, 'b', 'c'], 108, ['semantic', 'exact_term'])));
    expect(svg).toContain('tokens 256/32 · energetic embeddings');
    expect(svg.replace(/<desc>.*<\/desc>/, '')).not.toContain('ties by name');
    expect(svg).not.toMatch(/Infinity|NaN/);
  });

  it('is scaled, not cut, where less room is asked for', async () => {
    expect(await drawSvg(figures[0]!, { width: 450 })).toMatch(
      /^<svg role="img" [^>]*width="450" [^>]*viewBox="0 0 900 /,
    );
  });

  it('refuses a size that is none', async () => {
    await expect(drawSvg(figures[0]!, { width: Number.NaN })).rejects.toThrow(
      'drawSvg: width is NaN, wanted pixels from 100 to 20000; correct it or leave it out',
    );
  });

  it('leaves the figure as it was', async () => {
    const before = JSON.stringify(figures[0]);
    await drawSvg(figures[0]!);
    expect(JSON.stringify(figures[0])).toBe(before);
  });

  it('says what to install where a package is missing', async () => {
    const absent = () => import('jsdom-that-is-not-there' as string);
    await expect(installed('jsdom-that-is-not-there', absent)).rejects.toThrow(
      'drawSvg: jsdom-that-is-not-there is not installed, wanted jsdom and plotly.js-dist beside retrieval-lab; run npm install --save-dev jsdom plotly.js-dist',
    );
    await expect(installed('jsdom', () => Promise.reject(new TypeError('other')))).rejects.toThrow(TypeError);
  });
});
