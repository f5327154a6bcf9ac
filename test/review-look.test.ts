import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Case, Doc, Run } from '../src/index.js';
import { reviewMarkdown } from '../src/view/review/review-markdown.js';
import { reviewPage } from '../src/view/review/review-page.js';
import { fileOf, hasChromium, launched, opened } from './browser.js';
import { madeCases, madePages, madeReview, madeRuns, manyQueries } from './review-runs.js';

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, each with where it stands. */
async function found(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate<readonly string[]>(
    "axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))",
  );
}

describe.skipIf(!hasChromium)('how the review page looks', () => {
  let browser: Browser;
  let address: string;
  const docs = madePages(24);
  beforeAll(async () => {
    browser = await launched();
    const runs = await madeRuns(docs, madeCases(docs, 60), [40, 80]);
    address = fileOf('look.html', reviewPage(madeReview(runs, { docs })));
  }, 60_000);
  afterAll(() => browser?.close());

  for (const dark of [false, true])
    for (const width of [1400, 390])
      it(`is without faults for axe, ${dark ? 'dark' : 'light'} and ${width} pixels wide, and nothing sticks out`, async () => {
        const { page, faults } = await opened(browser, { width, dark });
        await page.goto(address);
        expect(await found(page)).toEqual([]);
        await page.locator('button.query').first().click();
        await page.keyboard.press('2');
        await page.getByRole('button', { name: 'Take it back' }).waitFor();
        expect(await found(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
        expect(faults).toEqual([]);
        await page.context().close();
      });
});

const HOSTILE = [
  '<script>window.hacked = 1</script>',
  '</script><script>window.hacked = 2</script>',
  '</style><img src=x onerror="window.hacked = 3">',
  '<!-- <script> --!> ]]> <svg onload="window.hacked = 4">',
  'javascript:window.hacked=5',
  '"><a href="javascript:window.hacked=6">x</a>',
  '\u202Edesrever\u202C \u2066isolated \u0000 \u2028 \u2029',
  '__proto__',
  '$' + "{window.hacked=7} `{{constructor.constructor('window.hacked=8')()}}`",
];
const LONG = `<b>${'x'.repeat(1_000_000)}`;

/** Runs in which everything that is a text is hostile. */
function hostileRuns(): { readonly runs: readonly Run[]; readonly docs: readonly Doc[] } {
  const texts = [...HOSTILE, LONG];
  const docs = texts.map(
    (text, i): Doc => ({
      id: `${text.slice(0, 2000)}/${i}`,
      title: text,
      text: `${text}\n${text}`,
      fields: {},
    }),
  );
  const cases = texts.map(
    (text, i): Case => ({
      id: `${text}${i}`,
      query: text,
      kind: text.slice(0, 5000),
      labels: [{ doc: docs[i]!.id, grade: 1, start: 0, end: 10 }],
      fields: { [text.slice(0, 100)]: text },
    }),
  );
  const [template] = madeTemplate;
  const run = (r: number): Run => ({
    ...template!,
    id: `r${r}`,
    name: `${texts[r]}${r}`,
    dataset: texts[2]!,
    retriever: texts[r + 3]!,
    config: Object.fromEntries(texts.map((text, i) => [`${text.slice(0, 3000)}${i}`, `${text}${r}`])),
    casesVersion: texts[1]!,
    corpusVersion: texts[5]!,
    environment: { ...template!.environment, gitCommit: '<script>', gitDirty: true },
    cases,
    results: cases.map(({ id, query, kind }, i) => {
      const order = r === 0 ? [i, i + 1, i + 2] : [i + 1, i + 2, i + 3, i + 4, i + 5, i];
      const hits = order
        .map((j) => docs[j % docs.length]!)
        .map((doc, j) => ({
          chunkId: `${doc.id}#${HOSTILE[j]}`,
          docId: doc.id,
          score: 9 - j,
          start: 0,
          end: doc.text.length,
        }));
      const failed = i === 3 && r === 1;
      return {
        caseId: id,
        kind,
        query,
        status: failed ? ('error' as const) : ('ok' as const),
        message: failed ? LONG : null,
        metrics: { 'mrr@10': failed ? null : 1 / (r === 0 ? 1 : 6) },
        ranks: { [docs[i]!.id]: r === 0 ? 1 : 6 },
        hits: failed ? [] : hits,
        latencyMs: 1,
      };
    }),
  });
  return { runs: [run(0), run(1)], docs };
}

let madeTemplate: readonly Run[] = [];

describe('hostile texts', () => {
  beforeAll(async () => {
    const docs = madePages(2);
    madeTemplate = (await madeRuns(docs, madeCases(docs, 2), [])).map((run) => ({
      ...run,
      metrics: ['mrr@10'],
    }));
  });

  const data = () => {
    const { runs, docs } = hostileRuns();
    const reviews = madeReview(runs, { docs }).cases.map(({ id, digest, query }, i) => ({
      caseId: id,
      caseDigest: digest,
      query,
      metric: 'mrr@10',
      configA: 'a',
      configB: 'b',
      runA: 'r0',
      runB: 'r1',
      verdict: 'bad label' as const,
      note: HOSTILE[i % HOSTILE.length]!,
      reviewedAt: '2026-01-01T00:00:00Z',
    }));
    return madeReview(runs, { docs, reviews });
  };

  it('leave the page with the elements that it has without them', () => {
    const page = reviewPage(data());
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.match(/<\/script/g)).toHaveLength(2);
    expect(page.match(/<\/style/g)).toHaveLength(1);
    expect(/<!--|<img|<a |<svg onload/.exec(page)).toBeNull();
  });

  it('stay texts in a comment', () => {
    const text = reviewMarkdown(data());
    expect(text.length).toBeLessThan(65_536);
    expect(text.replaceAll(/<\/?(details|summary)>|<!-- retrieval-lab review -->/g, '')).not.toMatch(
      /(?<!\\)</,
    );
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  });

  it.skipIf(!hasChromium)(
    'run nothing, and break out of nowhere, in queries, pages, names, settings and notes',
    async () => {
      const browser = await launched();
      const { page, faults, requests } = await opened(browser, { width: 390 });
      const address = fileOf('hostile.html', reviewPage(data()));
      await page.goto(address);
      await page.getByRole('button', { name: /^All/ }).click();
      const n = await page.locator('button.query').count();
      expect(n).toBe(HOSTILE.length + 1);
      for (let i = 0; i < n; i++) {
        await page.locator('button.query').nth(i).click();
        await page.locator('.open').waitFor();
        const hits = await page.locator('.hit button').all();
        for (const hit of i === 0 ? hits : hits.slice(-1)) await hit.click();
        await page.keyboard.press('3');
        await page.getByRole('textbox', { name: 'Note' }).fill(HOSTILE[i % HOSTILE.length]!);
        await page.locator('h1').click();
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
        await page.keyboard.press('Escape');
      }
      await page.reload();
      expect(await page.evaluate('window.hacked')).toBeUndefined();
      expect(
        await page.evaluate('document.querySelectorAll("[href], iframe, img, object, embed").length'),
      ).toBe(0);
      expect(await page.evaluate('document.scripts.length')).toBe(2);
      expect(await page.evaluate('/[\\u202A-\\u202E\\u2066-\\u2069]/.test(document.body.innerText)')).toBe(
        false,
      );
      expect(faults).toEqual([]);
      expect(requests.filter((url) => url !== address)).toEqual([]);
      await browser.close();
    },
    90_000,
  );

  it.skipIf(!hasChromium)(
    'are kept from running by the policy too, should an element ever come in',
    async () => {
      const browser = await launched();
      const { page } = await opened(browser);
      await page.goto(fileOf('policy.html', reviewPage(madeReview(manyQueries(10)))));
      await page.evaluate(
        'document.body.insertAdjacentHTML(\'beforeend\', \'<img src=x onerror="window.hacked = 9"><a id=out href="javascript:window.hacked=10">x</a>\')',
      );
      await page.evaluate("document.getElementById('out').click()");
      await page.evaluate(
        "const s = document.createElement('script'); s.textContent = 'window.hacked = 11'; document.body.append(s)",
      );
      await page.waitForTimeout(200);
      expect(await page.evaluate('window.hacked')).toBeUndefined();
      await browser.close();
    },
  );
});
