/** Bundles the scripts and styles of the review page and the judging page into dist, where `reviewPage` and `judgePage` read them: they are put into every page. */
import { buildSync } from 'esbuild';

for (const [from, to] of [
  ['src/view/review/client/main.ts', 'dist/view/review/page.js'],
  ['src/view/review/client/page.css', 'dist/view/review/page.css'],
  ['src/view/judge/client/main.ts', 'dist/view/judge/page.js'],
  ['src/view/judge/client/page.css', 'dist/view/judge/page.css'],
]) {
  buildSync({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    // Nothing in an inlined script may end its element.
    supported: { 'inline-script': false },
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
  });
}
