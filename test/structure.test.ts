import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'src');

/** From left to right; a folder imports only folders to its left. */
const STAGES = [
  'files',
  'dataset',
  'chunk',
  'embed',
  'retrieve',
  'measure',
  'store',
  'compare',
  'diagnose',
  'sweep',
  'judge',
  'view',
  'notebook',
  'cli',
];
/** Files beside the stages that any stage may import; they import none of them. */
const LEAVES = ['types', 'errors', 'project', 'progress', 'schema', 'sqlite', 'tslab', 'openai', 'html'];
/** Files that tie stages together. */
const TIES: Readonly<Record<string, readonly string[]>> = {
  index: STAGES.slice(0, -2),
  'open-dataset': ['dataset', 'chunk'],
};
/** Outside libraries that may be imported by more than one file: none. */
const SOURCES = (fs.readdirSync(SRC, { recursive: true }) as string[])
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(file));

type Import = { readonly from: string; readonly to: string };

/** Static, type and dynamic imports, as written. */
function importsOf(file: string): readonly Import[] {
  const text = fs.readFileSync(path.join(SRC, file), 'utf8');
  const found = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^import\s+)['"]([^'"]+)['"]/gm);
  return [...found].map(([, to]) => ({ from: file, to: to! }));
}

/** What an import breaks, or null. Exported shape: file, specifier -> sentence. */
function broken({ from, to }: Import): string | null {
  if (!to.startsWith('.')) return null;
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(from), to)).replace(/\.js$/, '');
  const [here, there] = [placeOf(from.replace(/\.ts$/, '')), placeOf(target)];
  if (target.startsWith('..'))
    return TIES['index'] !== undefined && to.endsWith('package.json')
      ? null
      : `${from} reaches out of src to ${to}`;
  if (LEAVES.includes(there)) return null;
  if (here === there) return null;
  if (LEAVES.includes(here)) return `${from} is a leaf and imports ${target}`;
  if (here in TIES) return TIES[here]!.includes(there) || there in TIES ? null : `${from} imports ${target}`;
  if (here === 'cli') return null;
  if (!STAGES.includes(there)) return `${from} imports ${target}, which is no stage`;
  return STAGES.indexOf(there) < STAGES.indexOf(here)
    ? null
    : `${from} imports ${target}, which is not to its left`;
}

function placeOf(file: string): string {
  return file.split('/')[0]!;
}

describe('the one rule of dependency', () => {
  const imports = SOURCES.flatMap(importsOf);

  it('finds the imports it is about', () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports).toContainEqual({ from: 'open-dataset.ts', to: './dataset/open.js' });
  });

  it('holds: a stage imports only stages to its left', () => {
    expect(imports.map(broken).filter((sentence) => sentence !== null)).toEqual([]);
  });

  it('would be told to be broken', () => {
    expect(broken({ from: 'measure/recall.ts', to: '../store/open-store.js' })).toBe(
      'measure/recall.ts imports store/open-store, which is not to its left',
    );
    expect(broken({ from: 'errors.ts', to: './dataset/open.js' })).toBe(
      'errors.ts is a leaf and imports dataset/open',
    );
    expect(broken({ from: 'index.ts', to: './cli/main.js' })).toBe('index.ts imports cli/main');
    expect(broken({ from: 'store/open-store.ts', to: '../measure/run-id.js' })).toBeNull();
  });

  it('holds for outside libraries: each is imported by one file', () => {
    const users = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      if (to.startsWith('.') || to.startsWith('node:') || builtinModules.includes(to)) continue;
      const name = to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/');
      users.set(name, (users.get(name) ?? new Set()).add(from));
    }
    const shared = [...users]
      .filter(([, files]) => files.size > 1)
      .map(([name, files]) => `${name}: ${[...files].join(', ')}`);
    expect(shared).toEqual([]);
    expect(users.get('better-sqlite3')).toEqual(new Set(['sqlite.ts']));
    expect(users.get('zod')).toEqual(new Set(['schema.ts']));
  });
});
