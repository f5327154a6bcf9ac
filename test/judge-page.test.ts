import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDataset } from '../src/open-dataset.js';
import { hasChromium, launched, opened } from './browser.js';
import { filesOf, inStore } from './judge-files.js';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const MAIN = path.join(ROOT, 'dist/cli/main.js');

type Served = { readonly child: ChildProcess; readonly address: string; readonly port: number };

const started: ChildProcess[] = [];

/** `rlab judge` in a process of its own, until it says where it is. */
async function judged(folder: string, ...words: readonly string[]): Promise<Served> {
  const args = ['judge', 'pool.jsonl', '--data', 'set', '--store', 'lab.sqlite', '--json', ...words];
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder });
  started.push(child);
  let errors = '';
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.on('exit', () => reject(new Error(errors)));
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString();
      if (said.trimEnd().endsWith('}')) resolve((JSON.parse(said) as { address: string }).address);
    });
  });
  return { child, address, port: Number(new URL(address).port) };
}

const counts = (page: Page) => page.locator('.counts').textContent();
const saved = (page: Page) => page.locator('.saved').textContent();
const where = (page: Page) => page.locator('.where').textContent();
const doc = async (page: Page) => (await page.locator('#title .id').textContent())!.trim();

/** Waits for the text of the page that is looked at, then presses a grade and waits until the next one is there. */
async function press(page: Page, key: string): Promise<void> {
  const before = await where(page);
  await page.locator('#text').waitFor();
  await page.keyboard.press(key);
  await expect
    .poll(async () => (await page.locator('.where').count()) === 0 || (await where(page)) !== before)
    .toBe(true);
}

/** Selects a stretch of the text by its words, as a mouse would. */
async function selectWords(page: Page, words: string): Promise<void> {
  await page.evaluate(`{
    const box = document.getElementById('text');
    const at = box.textContent.indexOf(${JSON.stringify(words)});
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let passed = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const [from, to] = [at - passed, at + ${words.length} - passed];
      if (from >= 0 && from <= node.length) range.setStart(node, from);
      if (to >= 0 && to <= node.length) { range.setEnd(node, to); break; }
      passed += node.length;
    }
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }`);
  await expect.poll(() => page.evaluate('getSelection().toString().length > 0')).toBe(true);
}

describe.skipIf(!hasChromium)('the judging page in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launched();
  }, 60_000);
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => browser?.close());

  it('loses none of twenty judgments to a reload, a second window and a killed server, and keeps each once', async () => {
    const { folder, data } = filesOf(4);
    const first = await judged(folder, '--judge', 'ana');
    const { page, faults, requests } = await opened(browser, { width: 1280, height: 800 });
    await page.goto(first.address);
    const text = (id: string) => data.docs.find((one) => one.id === id)!.text;
    const expected = new Map<string, number | null>();
    let task = 0;
    const note = async (grade: number) => {
      expected.set(`q-${Math.floor(task / 5) + 1} ${await doc(page)}`, grade);
      task++;
    };

    // A mark after emoji, one after line ends of two characters, each with the grade that comes after it.
    await expect.poll(() => doc(page)).toBe('pages/emoji');
    await selectWords(page, '🎉 answer stands');
    await page.keyboard.press('m');
    await expect.poll(() => page.locator('.marks q').allTextContents()).toEqual(['🎉 answer stands']);
    await page.getByLabel('answers the part').fill('where');
    await page.keyboard.press('Enter');
    await page.keyboard.press('n');
    await page.keyboard.type('seen at once 012');
    await page.keyboard.press('Escape');
    await note(2);
    await press(page, '2');
    await expect
      .poll(() => page.locator('.notice').textContent())
      .toBe('Graded 2: pages/emoji. Undo takes it back.');
    await expect.poll(() => doc(page)).toBe('pages/crlf');
    await page.locator('#text').waitFor();
    await selectWords(page, 'The answer is on this line.');
    await page.getByRole('button', { name: 'Mark the selected text' }).click();
    await selectWords(page, 'The first line.');
    await page.keyboard.press('m');
    await expect.poll(() => page.locator('.marks q').count()).toBe(2);

    // In the middle the page is loaded again: the marks are there, and nothing is asked twice.
    await expect.poll(() => saved(page)).toBe('All saved');
    await page.reload();
    await expect.poll(() => page.locator('.marks q').count()).toBe(2);
    await note(1);
    await press(page, '1');

    // A page that is wrong is taken back, twice.
    await press(page, '0');
    await press(page, 's');
    await press(page, 'u');
    await press(page, 'u');
    expect(await doc(page)).toBe('pages/long');
    // What is selected when a page is graded is the passage that answers.
    await page.locator('#text').waitFor();
    await selectWords(page, 'Answer');
    for (const grade of [2, 0, 0]) {
      await note(grade);
      await press(page, String(grade));
    }
    await expect.poll(() => counts(page)).toBe('5 of 20 judged');

    // A second window takes turns with the first.
    const second = await page.context().newPage();
    await second.goto(first.address);
    for (const grade of [2, 1, 0, 2]) {
      const here = task % 2 === 0 ? page : second;
      const there = here === page ? second : page;
      await expect.poll(() => doc(here)).toBe(data.docs[task % 5]!.id);
      expected.set(`q-${Math.floor(task / 5) + 1} ${await doc(here)}`, grade);
      task++;
      await press(here, String(grade));
      await expect.poll(() => counts(there)).toBe(`${task} of 20 judged`);
    }
    await second.close();

    // The server is killed; what is judged meanwhile waits, through a page that is loaded again when it is back.
    await expect.poll(() => saved(page)).toBe('All saved');
    first.child.kill('SIGKILL');
    for (const grade of [1, 1, 2]) {
      await note(grade);
      await press(page, String(grade));
    }
    await expect
      .poll(() => saved(page))
      .toContain(
        'Not saved yet: 3, kept in this browser, and sent as soon as it can be; the server does not answer',
      );
    await expect.poll(() => page.locator('.saved').textContent()).toContain(`--port ${first.port}`);
    expect(inStore(folder)).toHaveLength(9);
    const again = await judged(folder, '--judge', 'ana', '--port', String(first.port));
    expect(again.address).toBe(first.address);
    await expect.poll(() => saved(page)).toBe('All saved');
    expect(inStore(folder)).toHaveLength(12);

    for (; task < 20; ) {
      const grade = task % 3;
      await note(grade);
      await press(page, String(grade));
    }
    await expect.poll(() => page.locator('.end').textContent()).toContain('20 of 20 pages have a grade');
    await expect
      .poll(() => page.locator('.end code').textContent())
      .toBe('rlab labels export pool.jsonl --data set --store lab.sqlite --out labels.jsonl');
    const next = (await page.locator('.end code').textContent())!;
    await expect.poll(() => saved(page)).toBe('All saved');

    const judgments = inStore(folder);
    expect(new Map(judgments.map(({ caseId, doc: of, grade }) => [`${caseId} ${of}`, grade]))).toEqual(
      expected,
    );
    expect(judgments).toHaveLength(20);
    const spansOf = (at: number) =>
      judgments[at]!.spans.map(({ start, end, ...rest }) => ({
        ...rest,
        words: text(judgments[at]!.doc).slice(start, end),
      }));
    expect(spansOf(0)).toEqual([{ grade: 2, need: 'where', words: '🎉 answer stands' }]);
    expect(judgments[0]!.note).toBe('seen at once 012');
    expect(spansOf(1)).toEqual([
      { grade: 1, words: 'The first line.' },
      { grade: 1, words: 'The answer is on this line.' },
    ]);
    expect(spansOf(2)).toEqual([{ grade: 2, words: 'Answer' }]);
    // What the page says comes next makes labels of it, which a dataset loads.
    const [, ...labels] = next.split(' ');
    const told = spawnSync(process.execPath, [MAIN, ...labels], { cwd: folder, encoding: 'utf8' });
    expect([told.stderr, told.status]).toEqual(['', 0]);
    const lines = fs.readFileSync(path.join(folder, 'labels.jsonl'), 'utf8').trimEnd().split('\n').slice(1);
    fs.rmSync(path.join(folder, 'set/eval/cases.jsonl'));
    fs.renameSync(path.join(folder, 'labels.jsonl'), path.join(folder, 'set/eval/labels.jsonl'));
    const loaded = await openDataset(path.join(folder, 'set'));
    expect(loaded.cases).toHaveLength(lines.length);
    const firstQuery = loaded.cases.find(({ id }) => id === 'q-1')!.labels;
    const { start, end, grade, need } = firstQuery.find((label) => label.need === 'where')!;
    expect([text('pages/emoji').slice(start, end), grade]).toEqual(['🎉 answer stands', 2]);
    expect(need).toBe('where');
    for (const [pair, given] of expected)
      if (given !== null && given > 0) {
        const [caseId, id] = pair.split(' ');
        const mine = loaded.cases
          .find((item) => item.id === caseId)!
          .labels.filter((label) => label.doc === id);
        expect(Math.max(...mine.map((label) => label.grade))).toBe(given);
      }
    expect(await page.evaluate('localStorage.length')).toBe(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    // The browser itself says that a server did not answer; the page complains of nothing.
    const gone = /ERR_(?:CONNECTION_(?:REFUSED|RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/;
    expect(faults.filter((fault) => !gone.test(fault))).toEqual([]);
    const origins = new Set(requests.map((request) => new URL(request).origin));
    expect([...origins]).toEqual([`http://127.0.0.1:${first.port}`]);
    await page.context().close();
  }, 90_000);

  it('shows the whole text, the words of the query, and the place where they are closest; all without a mouse', async () => {
    const { folder, data } = filesOf(2);
    const { address } = await judged(folder, '--judge', 'ana');
    const { page, faults } = await opened(browser, { width: 1280, height: 800 });
    await page.goto(address);
    await page.locator('#text').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => doc(page)).toBe('pages/long');
    const long = data.docs.find(({ id }) => id === 'pages/long')!.text;
    await expect.poll(() => page.locator('#text').textContent()).toBe(long);
    expect(await page.evaluate("document.getElementById('text').scrollTop")).toBeGreaterThan(1000);
    await expect.poll(() => page.locator('#text b').allTextContents()).toContain('Answer');
    // Keys pick a paragraph and mark it.
    await page.keyboard.press('p');
    const from = await page.evaluate('getSelection().toString()');
    await page.keyboard.press('p');
    await expect.poll(() => page.evaluate('getSelection().toString()')).not.toBe(from);
    await page.keyboard.press('m');
    await expect.poll(() => page.locator('#text mark').allTextContents()).not.toEqual([]);
    await page.getByRole('button', { name: /^Remove the mark/ }).click();
    await expect.poll(() => page.locator('#text mark').count()).toBe(0);
    await page.keyboard.press('m');
    await expect.poll(() => page.locator('.notice').textContent()).toContain('Nothing is selected');
    // A key that is held grades one page.
    await page.evaluate(
      "for (let i = 0; i < 3; i++) document.dispatchEvent(new KeyboardEvent('keydown', { key: '1', repeat: i > 0 }))",
    );
    await expect.poll(() => counts(page)).toBe('1 of 10 judged');
    // The list of queries jumps to one, by keys.
    await page.keyboard.press('g');
    await expect.poll(() => page.locator('dialog .count').allTextContents()).toEqual(['1 of 5', '0 of 5']);
    await page.keyboard.press('1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => where(page)).toBe('Query 2 of 2 · page 1 of 5 (0 done)');
    await expect.poll(() => counts(page)).toBe('1 of 10 judged');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('gives each judge a list, and a second pass another order', async () => {
    const { folder } = filesOf(2);
    const [one, two] = await Promise.all([
      judged(folder, '--judge', 'ana'),
      judged(folder, '--judge', 'ana', '--pass', '2'),
    ]);
    const { page } = await opened(browser);
    await page.goto(one.address);
    await press(page, '2');
    await expect.poll(() => counts(page)).toBe('1 of 10 judged');
    await expect.poll(() => saved(page)).toBe('All saved');
    const other = await opened(browser);
    await other.page.goto(one.address.replace('/#', '/?judge=ben#'));
    await expect.poll(() => other.page.locator('.who').textContent()).toBe('ben, pass 1');
    await press(other.page, '0');
    await expect.poll(() => saved(other.page)).toBe('All saved');
    await page.goto(two.address);
    await expect.poll(() => page.locator('.who').textContent()).toBe('ana, pass 2');
    await expect
      .poll(() => page.locator('header .hint').textContent())
      .toMatch(/^Pass 2 is begun on the same day as pass 1/);
    await expect.poll(() => counts(page)).toBe('0 of 10 judged');
    expect(
      [inStore(folder), inStore(folder, 'ben')].map((list) => list.map(({ grade, pass }) => [grade, pass])),
    ).toEqual([[[2, 1]], [[0, 1]]]);
    await page.context().close();
    await other.page.context().close();
  });

  it('says what is wrong with an address, and shows nothing', async () => {
    const { folder } = filesOf(1);
    const { address } = await judged(folder, '--judge', 'ana');
    const { page } = await opened(browser);
    await page.goto(address.split('#')[0]!);
    await expect
      .poll(() => page.locator('#judge').textContent())
      .toBe('This address lacks its token: copy all of it from the terminal.');
    await page.goto(`${address.slice(0, -1)}${address.endsWith('A') ? 'B' : 'A'}`);
    await page.reload();
    await expect
      .poll(() => page.locator('#judge').textContent())
      .toBe('Refused: the token is missing or another; use the whole address that rlab printed.');
    await page.context().close();
  });

  it('is without faults for axe, dark and light, wide and narrow, and nothing sticks out', async () => {
    const { folder } = filesOf(1);
    const { address } = await judged(folder, '--judge', 'ana');
    for (const [dark, width] of [
      [false, 1280],
      [true, 390],
    ] as const) {
      const { page, faults } = await opened(browser, { width, height: 844, dark });
      const fits = async () => {
        await page.evaluate(AXE);
        const found = await page.evaluate<readonly string[]>(
          "axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))",
        );
        expect(found).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
        expect(
          await page.evaluate('document.documentElement.scrollHeight - innerHeight'),
        ).toBeLessThanOrEqual(0);
      };
      await page.goto(address);
      await page.locator('#text').waitFor();
      await selectWords(page, 'answer');
      await page
        .getByRole('button', {
          name: width === 390 ? 'Mark' : 'Mark the selected text',
          exact: width === 390,
        })
        .click();
      await page.locator('.marks q').waitFor();
      await fits();
      await page.getByRole('button', { name: 'Queries' }).click();
      await page.locator('dialog li').first().waitFor();
      await fits();
      await page.keyboard.press('Escape');
      for (let i = 0; i < 5; i++) {
        if ((await page.locator('.end').count()) > 0) break;
        await page.locator('#text').waitFor();
        await page.getByRole('button', { name: /answers it/ }).click();
        await expect.poll(() => page.locator('.notice').textContent()).toMatch(/^Graded 2/);
      }
      await page.locator('.end').waitFor();
      await fits();
      for (let i = 0; i < 5; i++) await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => saved(page)).toBe('All saved');
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
