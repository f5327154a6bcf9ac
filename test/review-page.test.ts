import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../src/store/open-store.js';
import { readReviewFile } from '../src/store/review-file.js';
import { reviewPage } from '../src/view/review/review-page.js';
import type { ReviewData } from '../src/view/review/review-types.js';
import { fileOf, folder, hasChromium, launched, opened } from './browser.js';
import { madeCases, madePages, madeReview, madeRuns, manyQueries } from './review-runs.js';

describe.skipIf(!hasChromium)('the review page in a browser', () => {
  let browser: Browser;
  let data: ReviewData;
  let address: string;
  const docs = madePages(24);
  const cases = madeCases(docs, 90);

  beforeAll(async () => {
    browser = await launched();
    data = madeReview(await madeRuns(docs, cases), { docs });
    address = fileOf('made.html', reviewPage(data));
  }, 60_000);
  afterAll(() => browser?.close());

  const ids = (page: Page) => page.locator('button.query .id').allTextContents();
  const current = (page: Page) => page.evaluate('document.activeElement.dataset.at');

  it('asks nothing of any network, and its script complains of nothing', async () => {
    const { page, faults, requests } = await opened(browser);
    await page.goto(address);
    await page.locator('button.query').first().click();
    await page.locator('.open').waitFor();
    expect(faults).toEqual([]);
    expect(requests).toEqual([address]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.context().close();
  });

  it('says the five lines of the card at the top', async () => {
    const { page } = await opened(browser);
    await page.goto(address);
    const card = await page.locator('.card').textContent();
    for (const line of data.pairs[0]!.card.lines.slice(1)) expect(card).toContain(line);
    await page.context().close();
  });

  it('lists those that got worse first, and filters, searches and sorts them', async () => {
    const { page } = await opened(browser);
    await page.goto(address);
    const rows = data.pairs[0]!.rows;
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    expect(count('worse')).toBeGreaterThan(2);
    await expect.poll(async () => (await ids(page)).length).toBe(Math.min(count('worse'), 30));
    await page.getByRole('button', { name: /^. Better/ }).click();
    await expect.poll(() => page.locator('.found').textContent()).toMatch(new RegExp(`^${count('better')} `));
    await page.getByRole('button', { name: /^All/ }).click();
    await page.getByRole('combobox', { name: /^Kind/ }).selectOption('exact');
    const exact = data.cases.filter(({ kind }) => kind === 'exact').length;
    await expect.poll(() => page.locator('.found').textContent()).toMatch(new RegExp(`^${exact} queries`));
    await page.getByRole('combobox', { name: /^Sort/ }).selectOption('id');
    const sorted = await ids(page);
    expect(sorted).toEqual([...sorted].sort());
    await page.getByLabel('Search').fill('case-00004');
    await expect.poll(() => ids(page)).toEqual(['case-00004 · exact']);
    await page.getByLabel('Search').fill('none is like that');
    await expect.poll(() => page.locator('.none').textContent()).toContain('Widen the filters');
    await page.context().close();
  });

  it('filters by what changed', async () => {
    const { page } = await opened(browser);
    await page.goto(address);
    const rows = data.pairs[0]!.rows.filter(({ status }) => status === 'worse');
    const what = rows[0]!.words[0]!;
    await page.getByRole('combobox', { name: /^What changed/ }).selectOption(what);
    const n = rows.filter(({ words }) => words.includes(what)).length;
    await expect.poll(() => page.locator('.found').textContent()).toMatch(new RegExp(`^${n} quer`));
    await page.context().close();
  });

  it('is walked by j and k, opened by Enter and closed by Escape', async () => {
    const { page } = await opened(browser);
    await page.goto(address);
    await page.keyboard.press('j');
    await expect.poll(() => current(page)).toBe('1');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect.poll(() => current(page)).toBe('1');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.locator('button.query[aria-expanded=true]').getAttribute('data-at'))
      .toBe('1');
    // What was opened is seen, however low its row stood.
    await expect
      .poll(async () => (await page.locator('.open h3').boundingBox())!.y < page.viewportSize()!.height - 100)
      .toBe(true);
    const first = await page.locator('.open h3').textContent();
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('.open h3').textContent()).not.toBe(first);
    await expect
      .poll(() => page.locator('button.query[aria-expanded=true]').getAttribute('data-at'))
      .toBe('2');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.open').count()).toBe(0);
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('search');
    await page.keyboard.type('jjkk');
    expect(await page.getByLabel('Search').inputValue()).toBe('jjkk');
    await page.context().close();
  });

  it('shows both rankings with lines between them, the cut, what is gold in words, and the text', async () => {
    const { page } = await opened(browser);
    await page.goto(address);
    await page.locator('button.query').first().click();
    await expect.poll(() => page.locator('.ranking').count()).toBe(2);
    await expect.poll(() => page.locator('.links line').count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator('.rule').first().textContent()).toBe('k = 3 pages');
    await expect
      .poll(() => page.locator('.hit.gold .marks').first().textContent())
      .toContain('★ gold, grade 2');
    const item = data.cases[data.pairs[0]!.rows[0]!.case]!;
    const label = item.labels[0]!;
    const gold = docs.find(({ id }) => id === data.docs[label.doc])!.text.slice(label.start, label.end);
    const marked = (await page.locator('.text mark').allTextContents()).join('');
    expect(gold).toContain(marked.slice(0, 20));
    const terms = await page.locator('.text b.term').allTextContents();
    for (const term of terms) expect(item.query.split(' ')).toContain(term.toLowerCase());
    expect(terms.length).toBeGreaterThan(0);
    await page.locator('.ranking').nth(1).locator('button').nth(2).click();
    await expect.poll(() => page.locator('.passages h4').nth(1).textContent()).toContain('hit 3');
    await page.context().close();
  });

  it('keeps a verdict, exports it, and the store takes it; the next page shows it', async () => {
    const { page, faults } = await opened(browser);
    await page.goto(address);
    await page.locator('button.query').first().click();
    await page.getByRole('radio', { name: /bad label/ }).check();
    await page.getByRole('textbox', { name: 'Note' }).fill('another page answers it');
    await expect
      .poll(() => page.locator('.review [role=status]').textContent())
      .toBe('Saved in this browser; export the file to keep it.');
    await page.reload();
    await expect.poll(() => page.locator('button.query .said').first().textContent()).toBe('✎ bad label');
    await page.getByRole('combobox', { name: /^Reviewed/ }).selectOption('bad label');
    await expect.poll(() => page.locator('.found').textContent()).toMatch(/^1 query/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export 1 verdict' }).click(),
    ]);
    const file = path.join(folder, 'reviews.json');
    await download.saveAs(file);
    const reviews = readReviewFile(file);
    const item = data.cases[data.pairs[0]!.rows[0]!.case]!;
    expect(reviews).toEqual([
      expect.objectContaining({
        caseId: item.id,
        caseDigest: item.digest,
        verdict: 'bad label',
        note: 'another page answers it',
      }),
    ]);
    expect(faults).toEqual([]);
    await page.context().close();

    const store = openStore(path.join(folder, 'lab.sqlite'));
    store.saveReviews(reviews);
    const next = madeReview(await madeRuns(docs, cases), { docs, reviews: store.reviews() });
    store.close();
    const after = await opened(browser);
    await after.page.goto(fileOf('next.html', reviewPage(next)));
    await after.page.locator('button.query').first().click();
    await expect
      .poll(() => after.page.locator('.before').textContent())
      .toContain('of these two configurations: bad label. “another page answers it”');
    await expect
      .poll(() => after.page.locator('p.disputed').textContent())
      .toBe(next.pairs[0]!.card.withoutDisputed!.line);
    await after.page.getByRole('button', { name: 'Leave out 1 query with a bad label' }).click();
    await expect
      .poll(() => after.page.locator('div.disputed [role=status]').textContent())
      .toBe(next.pairs[0]!.card.withoutDisputed!.line);
    await after.page.getByRole('button', { name: 'Take it back' }).waitFor({ state: 'detached' });
    await after.page.context().close();
  });

  it('says so where the browser stores nothing, and loses no verdict while it is open', async () => {
    const { page } = await opened(browser);
    await page.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })",
    );
    await page.goto(address);
    await page.locator('button.query').first().click();
    await page.keyboard.press('1');
    await expect
      .poll(() => page.locator('.review [role=status]').textContent())
      .toContain('in this open page alone');
    await expect.poll(() => page.getByRole('button', { name: 'Export 1 verdict' }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Export 0 verdicts' }).isDisabled()).toBe(true);
    await page.context().close();
  });

  it('takes what is broken in the storage for nothing', async () => {
    const { page, faults } = await opened(browser);
    await page.addInitScript(
      'for (const key of [\'a\']) Storage.prototype.getItem = () => \'{"x":{"verdict":"<script>"},"y":null\'',
    );
    await page.goto(address);
    await expect.poll(() => page.locator('button.query').count()).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows one pair after the other where there are several', async () => {
    const several = madeReview(await madeRuns(docs, cases, [40, 80]), { docs });
    const { page, faults } = await opened(browser);
    await page.goto(fileOf('several.html', reviewPage(several)));
    await expect.poll(() => page.locator('.overview tbody tr').count()).toBe(2);
    await page.locator('.pairs button').nth(1).click();
    await expect.poll(() => page.locator('.card').textContent()).toContain(several.pairs[1]!.card.lines[1]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is read without scripts too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(address);
    await expect.poll(() => page.locator('.card').textContent()).toContain(data.pairs[0]!.card.lines[1]);
    await expect.poll(() => page.locator('.worst li').count()).toBeGreaterThan(2);
    await context.close();
  });

  it('prints the rows, not the controls', async () => {
    const { page } = await opened(browser);
    await page.goto(address);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('.filters').isVisible()).toBe(false);
    await expect
      .poll(() => page.locator('button.query').count())
      .toBe(data.pairs[0]!.rows.filter(({ status }) => status === 'worse').length);
    expect((await page.pdf()).length).toBeGreaterThan(5000);
    await page.context().close();
  });
});

describe.skipIf(!hasChromium)('a review page of 10,000 queries', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launched();
  });
  afterAll(() => browser?.close());

  /** The middle of three, in milliseconds from the beginning of loading. */
  async function firstPaint(address: string): Promise<number> {
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const { page } = await opened(browser);
      await page.goto(address);
      await page.locator('button.query').first().waitFor();
      // The entry is there a moment after what was painted.
      const entry = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null";
      await expect.poll(() => page.evaluate<number | null>(entry)).not.toBeNull();
      times.push(await page.evaluate<number>(entry));
      await page.context().close();
    }
    return times.sort((a, b) => a - b)[1]!;
  }

  /** The middle of sixty, in milliseconds. */
  async function frameTime(address: string): Promise<number> {
    const { page } = await opened(browser);
    await page.goto(address);
    await page.getByRole('button', { name: /^All/ }).click();
    const gaps = await page.evaluate<readonly number[]>(SCROLLING);
    await page.context().close();
    return [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)]!;
  }

  it('is painted first within five times that of 100, and scrolls and walks as readily', async () => {
    const few = fileOf('few.html', reviewPage(madeReview(manyQueries(100))));
    const many = fileOf('many.html', reviewPage(madeReview(manyQueries(10_000))));
    const [short, long] = [await firstPaint(few), await firstPaint(many)];
    console.log(`first paint: ${short.toFixed(0)} ms of 100 queries, ${long.toFixed(0)} ms of 10,000`);
    expect(long).toBeLessThan(5 * short);

    const { page, faults } = await opened(browser);
    await page.goto(many);
    await page.getByRole('button', { name: 'All (10000)' }).click();
    const [quick, slow] = [await frameTime(few), await frameTime(many)];
    console.log(
      `a frame while scrolling: ${quick.toFixed(0)} ms of 100 queries, ${slow.toFixed(0)} ms of 10,000`,
    );
    expect(slow).toBeLessThan(3 * quick + 50);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight * 0.75)');
    await expect.poll(() => page.evaluate<number>(SEEN)).toBeGreaterThan(5000);
    await expect.poll(() => page.locator('button.query').count()).toBeLessThan(80);
    await page.getByLabel('Search').fill('number 9999 ');
    await expect.poll(() => page.locator('.found').textContent()).toMatch(/^1 query/);
    expect(faults).toEqual([]);
    await page.context().close();
  }, 120_000);
});

/** Scrolls to far below in sixty steps, and gives how long each frame took. */
const SCROLLING = `new Promise((done) => {
  const gaps = [];
  const height = document.documentElement.scrollHeight;
  let last = performance.now();
  const step = (i) => requestAnimationFrame((now) => {
    gaps.push(now - last);
    last = now;
    if (i === 60) return setTimeout(() => done(gaps.slice(1)), 100);
    scrollTo(0, (height * (i + 1)) / 80);
    step(i + 1);
  });
  step(0);
})`;

/** The row in the middle of what is seen; −1 where nothing is there. */
const SEEN = `Number(document.elementFromPoint(400, innerHeight / 2)?.closest('button.query')?.dataset.at ?? -1)`;
