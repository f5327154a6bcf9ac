/**
 * Writes datasets/node-http/dataset.json from the installed documentation packages: every page with its id, file and sha256.
 * Run it only to move to new versions of the packages; every label has to be judged again where a page changed.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const PACKAGES = [
  { alias: 'docs-fastify', package: 'fastify@5.12.8', folder: 'docs', prefix: 'fastify' },
  { alias: 'docs-undici', package: 'undici@7.30.2', folder: 'docs/docs', prefix: 'undici' },
  { alias: 'docs-pino', package: 'pino@10.4.0', folder: 'docs', prefix: 'pino' },
];

const pages = [];
const packages = [];
for (const { alias, package: name, folder, prefix } of PACKAGES) {
  const root = path.join('node_modules', alias, folder);
  const files = fs
    .readdirSync(root, { recursive: true })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.md'))
    .sort();
  packages.push({ alias, package: name, folder, pages: files.length });
  for (const file of files) {
    const id = `${prefix}/${file.slice(0, -3).toLowerCase()}`;
    const section = file.includes('/') ? file.split('/')[0].toLowerCase() : 'top';
    const version = /Migration-Guide-(V\d+)/.exec(file)?.[1]?.toLowerCase();
    const sha256 = createHash('sha256')
      .update(fs.readFileSync(path.join(root, file)))
      .digest('hex');
    pages.push({
      id,
      package: alias,
      file,
      sha256,
      fields: { package: prefix, section, ...(version ? { version } : {}) },
    });
  }
}

const manifest = {
  name: 'node-http',
  description:
    'The documentation that ships inside fastify, undici and pino, with cases judged for retrieval.',
  licence: 'MIT (the pages, by their projects; none is copied here); MIT (cases and labels)',
  source: 'npm packages, pinned exactly as development dependencies',
  packages,
  pages,
};
fs.writeFileSync('datasets/node-http/dataset.json', `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`${pages.length} pages`);
