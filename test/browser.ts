import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The browser that pages are looked at with: `CHROMIUM`, else the usual place. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
export const hasChromium = fs.existsSync(CHROMIUM);
if (!hasChromium)
  console.warn(
    `there is no Chromium at ${CHROMIUM}: the tests of the review page in a browser are skipped; install it, or name one with CHROMIUM`,
  );

export const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retrieval-lab-page-'));

export function launched(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
}

/** Writes a page and gives its address on disk. */
export function fileOf(name: string, html: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, html);
  return pathToFileURL(file).href;
}

export type Watched = { readonly page: Page; readonly faults: string[]; readonly requests: string[] };

export type Look = { readonly width?: number; readonly height?: number; readonly dark?: boolean };

/** A page of its own, with everything that it complains of, opens or asks for. */
export async function opened(
  browser: Browser,
  { width = 1400, height = 900, dark = false }: Look = {},
): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (fault) => faults.push(String(fault)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => faults.push(`popup: ${popup.url()}`));
  page.on('request', (request) => requests.push(request.url()));
  return { page, faults, requests };
}
