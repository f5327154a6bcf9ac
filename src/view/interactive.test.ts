import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/examples.js';
import type { Figure } from '../types.js';
import { bundleOf } from './show.js';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  fs.existsSync(file),
);
const HOSTILE =
  '</script><script>document.title = "ran"</script><img src=x onerror="document.title = \'ran\'">';

const figureOf = (y: number, text = 'a'): Figure => ({
  name: 'f',
  title: text,
  alt: `${text} "quoted"`,
  data: [{ type: 'bar', x: ['a', 'b'], y: [y, 1], text }],
  layout: { width: 400, height: 300, xaxis: { fixedrange: true }, title: { text: 'T' } },
  table: { columns: ['x'], rows: [['a']] },
});

async function htmlOf(figure: Figure, interactive: true | 'whole' = true): Promise<string> {
  return (await bundleOf(figure, { interactive }))['text/html'] as string;
}

/** A fresh kernel process, as far as this module can tell. */
async function freshHtml(figures: readonly Figure[], how: readonly (true | 'whole')[] = []) {
  vi.resetModules();
  const { bundleOf: fresh } = await import('./show.js');
  const made: string[] = [];
  for (const [i, figure] of figures.entries())
    made.push((await fresh(figure, { interactive: how[i] ?? true }))['text/html'] as string);
  return made;
}

/** What a page of these outputs looks like when its scripts have run, in a browser without a network. */
function rendered(outputs: readonly string[]): string {
  const folder = temporaryFolder();
  const page = path.join(folder, 'page.html');
  fs.writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><title>quiet</title><body>${outputs.join('\n<hr>\n')}`,
  );
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const more = ['--disable-background-networking', `--user-data-dir=${path.join(folder, 'profile')}`];
  const time = ['--virtual-time-budget=20000', '--timeout=40000', '--dump-dom'];
  const { stdout } = spawnSync(CHROMIUM!, [...flags, ...more, ...time, `file://${page}`], {
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  });
  return stdout;
}

const drawn = (dom: string) => (dom.match(/class="js-plotly-plot"/g) ?? []).length;
const stills = (dom: string) => (dom.match(/<img alt/g) ?? []).length;
const notes = (dom: string) => (dom.match(/<p>This picture is a still one/g) ?? []).length;

describe('an interactive figure', () => {
  it('comes as HTML with the still picture inside, as SVG, and as text', async () => {
    const bundle = await bundleOf(figureOf(1), { interactive: true });
    expect(Object.keys(bundle)).toEqual(['text/html', 'image/svg+xml', 'text/plain']);
    const [, packed] = /src="data:image\/svg\+xml;base64,([^"]+)"/.exec(bundle['text/html'] as string)!;
    expect(Buffer.from(packed!, 'base64').toString()).toBe(bundle['image/svg+xml']);
    expect(await bundleOf(figureOf(1), { interactive: false })).not.toHaveProperty('text/html');
  });

  it('carries the code once: in the first of a process, in the same one shown again, and where it is asked for', async () => {
    const made = await freshHtml(
      [figureOf(1), figureOf(2), figureOf(1), figureOf(2)],
      [true, true, true, 'whole'],
    );
    const sizes = made.map((html) => html.length);
    expect(sizes[0]).toBeGreaterThan(2_000_000);
    expect(sizes[0]).toBeLessThan(2_800_000);
    expect(sizes[1]).toBeLessThan(20_000);
    expect(sizes[2]).toBe(sizes[0]);
    expect(sizes[3]).toBeGreaterThan(2_000_000);
  });

  it('has no text that ends its script or its attributes', async () => {
    const html = await htmlOf(figureOf(1, HOSTILE));
    expect(html.match(/<script/gi)).toHaveLength(1);
    expect(html.match(/<\/script/gi)).toHaveLength(1);
    expect(html.match(/<img/gi)).toHaveLength(1);
  });
});

describe.skipIf(CHROMIUM === undefined)('an interactive figure in a browser', { timeout: 120_000 }, () => {
  it('is drawn without a network, each figure once, and takes the place of its picture', async () => {
    const dom = rendered(await freshHtml([figureOf(1), figureOf(2), figureOf(3, HOSTILE)]));
    expect([drawn(dom), stills(dom), notes(dom)]).toEqual([3, 0, 0]);
    expect(dom).toContain('<title>quiet</title>');
  });

  it('waits for code that comes later in the page', async () => {
    const [first, second] = await freshHtml([figureOf(1), figureOf(2)]);
    const dom = rendered([second!, first!]);
    expect([drawn(dom), stills(dom), notes(dom)]).toEqual([2, 0, 0]);
  });

  it('stays a picture and says what to do where the first output is gone; brought whole, it is drawn', async () => {
    const [, second, whole] = await freshHtml([figureOf(1), figureOf(2), figureOf(3)], [true, true, 'whole']);
    const gone = rendered([second!]);
    expect([drawn(gone), stills(gone), notes(gone)]).toEqual([0, 1, 1]);
    expect(gone).toContain("show this figure with { interactive: 'whole' }");
    const dom = rendered([whole!]);
    expect([drawn(dom), stills(dom), notes(dom)]).toEqual([1, 0, 0]);
  });

  it('is its picture where scripts are taken out', async () => {
    const dom = rendered(
      await freshHtml([figureOf(1)]).then(([html]) => [html!.replace(/<script>[\s\S]*<\/script>/, '')]),
    );
    expect([drawn(dom), stills(dom), notes(dom)]).toEqual([0, 1, 0]);
  });
});
