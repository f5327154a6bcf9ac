import fs from 'node:fs';
import path from 'node:path';
import { LabError, messageOf } from '../errors.js';
import { projectRoot, shownPath } from '../project.js';
import type { Cell, Notebook } from './nbformat.js';
import { notebookText } from './write-notebook.js';

/**
 * Starts a notebook from the template in `notebooks/` of the project, under the next number, and gives its path. Throws a LabError where the name
 * says nothing that a file can be called by, or one of that name is there under any number.
 */
export function newNotebook(name: string, root: string = projectRoot()): string {
  const folder = path.join(root, 'notebooks');
  const slug = slugOf(name);
  const numbered = numberedIn(folder);
  const same = numbered.find((one) => one.slug === slug);
  if (same !== undefined)
    throw new LabError(
      `${shownPath(path.join(folder, same.file))}: is there already, wanted a name that no notebook has; take another, or open that one`,
    );
  const number = String(Math.max(0, ...numbered.map((one) => one.number)) + 1).padStart(2, '0');
  const file = path.join(folder, `${number}_${slug}.ipynb`);
  write(folder, file, notebookText(template(number, name.trim())));
  return file;
}

/** Letters and digits of any script; what stands between words becomes an underscore. */
function slugOf(name: string): string {
  const slug = name
    .replace(/\.ipynb$/, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  if (slug !== '' && slug.length <= 80) return slug;
  throw new LabError(
    `rlab notebook new: found the name ${JSON.stringify(name)}, wanted 1 to 80 letters and digits, as in "comparing chunkers"; correct it`,
  );
}

function numberedIn(folder: string) {
  const files = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return files.flatMap((file) => {
    const [, number, slug] = /^(\d+)_(.+)\.(?:ipynb|md)$/.exec(file) ?? [];
    return slug === undefined ? [] : [{ file, number: Number(number), slug: slug.normalize('NFC') }];
  });
}

/** Made only where it is not there, whoever else makes one at the same moment. */
function write(folder: string, file: string, text: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(file, text, { flag: 'wx' });
  } catch (thrown) {
    throw new LabError(
      `${shownPath(file)}: it could not be made (${messageOf(thrown)}), wanted a new file in a folder that can be written; see what is there`,
    );
  }
}

function template(number: string, name: string): Notebook {
  const title = name.replace(/\.ipynb$/, '').replace(/[\p{Cc}]+/gu, ' ');
  const cells: readonly Cell[] = [
    cell('markdown', `# ${number} · ${title}\n\n${QUESTION}`),
    cell('code', IMPORTS),
    cell('markdown', '## Runs'),
    cell('code', RUNS),
    cell('markdown', FINDING),
  ].map((one, i) => ({ ...one, id: `cell-${i + 1}` }));
  const kernelspec = { display_name: 'TypeScript', language: 'typescript', name: 'tslab' };
  return { nbformat: 4, nbformat_minor: 5, metadata: { kernelspec }, cells };
}

function cell(cell_type: 'markdown' | 'code', source: string): Cell {
  const more = cell_type === 'code' ? { outputs: [], execution_count: null } : {};
  return { cell_type, metadata: {}, source, ...more };
}

const QUESTION =
  'The question, in a sentence that a result could answer with no. Then what is compared, over which queries, by which metric.';

const IMPORTS = `import { bm25, compare, evaluate, headings, openDataset, openStore, show, wholePages } from 'retrieval-lab';

// A path, or a name below LAB_DATA or datasets/.
const data = await openDataset('node-http');
console.log(\`\${data.docs.length} pages · \${data.cases.length} cases · \${data.casesVersion}\`);`;

const RUNS = `const store = openStore();
const options = { k: 5, depth: 20, metrics: ['recall@5', 'mrr'], store };
const a = await evaluate(bm25(wholePages(data.docs)), data, { ...options, name: 'pages' });
const b = await evaluate(bm25(headings(data.docs)), data, { ...options, name: 'sections' });
await show(compare(a, b, 'recall@5'));`;

const FINDING = `## Finding

**One sentence that answers the question**, with the numbers that the cells above print: both means, their difference, its interval, n, and how many queries got
better, worse and stayed the same.

What tempers it: how few queries moved, what was not tried, which labels are in doubt.`;
