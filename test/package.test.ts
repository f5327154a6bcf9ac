import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderWith } from './examples.js';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const json = (file: string) =>
  JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')) as Record<string, never>;

describe('the package', () => {
  it('can be required, since notebooks do', () => {
    const out = execFileSync(
      process.execPath,
      ['-e', "console.log(typeof require('retrieval-lab').evaluate)"],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect(out.trim()).toBe('function');
  });

  it('has declarations that TypeScript 5.0 reads, as notebooks have it', () => {
    const folder = folderWith({
      'use.ts':
        "import { bm25, compare, evaluate, headings, openDataset, type Comparison, type Run } from 'retrieval-lab';\nexport async function use(): Promise<Comparison> {\n  const data = await openDataset('x');\n  const run: Run = await evaluate(bm25(headings(data.docs)), data, { k: 5 });\n  return compare(run, run, 'recall@5');\n}\n",
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          target: 'es2022',
          module: 'commonjs',
          moduleResolution: 'node10',
          lib: ['es2022', 'dom'],
          types: [],
          skipLibCheck: false,
        },
        files: ['use.ts'],
      }),
    });
    fs.mkdirSync(path.join(folder, 'node_modules'));
    fs.symlinkSync(ROOT, path.join(folder, 'node_modules', 'retrieval-lab'));
    const require = createRequire(path.join(ROOT, 'package.json'));
    // The compiler inside tslab: the one that reads what a cell imports.
    const tsc = path.join(
      path.dirname(require.resolve('@tslab/typescript-for-tslab/package.json')),
      'bin',
      'tsc',
    );
    expect(execFileSync(process.execPath, [tsc, '--version'], { encoding: 'utf8' })).toContain('5.0.4');
    let said = '';
    try {
      execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    } catch (thrown) {
      said = String((thrown as { stdout?: string }).stdout);
    }
    expect(said).toBe('');
  });

  it('compiles by TypeScript 7, whatever is in .bin', () => {
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(execFileSync(process.execPath, [tsc, '--version'], { encoding: 'utf8' })).toContain('7.0.2');
    for (const command of Object.values(json('package.json')['scripts'] as unknown as Record<string, string>))
      expect(command).not.toMatch(/(^|&& )(tsc|npx) /);
  });

  it('pins every version exactly', () => {
    const { dependencies, devDependencies } = json('package.json') as unknown as Record<
      string,
      Record<string, string>
    >;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (name !== 'retrieval-lab') expect(version, name).toMatch(/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/);
    }
  });

  it('keeps what would replace its users’ tools out of its dependencies', () => {
    const { dependencies, peerDependenciesMeta } = json('package.json') as unknown as {
      dependencies: object;
      peerDependenciesMeta: Record<string, object>;
    };
    for (const name of ['tslab', 'danfojs-node', 'plotly.js-dist', 'jsdom']) {
      expect(dependencies).not.toHaveProperty(name);
      expect(peerDependenciesMeta[name]).toEqual({ optional: true });
    }
  });
});
