import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openStore } from '../src/index.js';
import { temporaryFolder } from './examples.js';
import { ROOT } from './repository.js';

/** Records runs as fast as it can, each over other cases, so that each writes cases, pages and a header. */
const WRITER = (name: string, store: string) => `
  import { evaluate, openStore } from ${JSON.stringify(pathToFileURL(path.join(ROOT, 'dist/index.js')).href)};
  const store = openStore(${JSON.stringify(store)});
  const search = () => [{ chunkId: 'a#0', docId: 'a', score: 1 }];
  for (let i = 0; i < 60; i++) {
    const item = { id: 'c-1', query: ${JSON.stringify(name)} + i, kind: 'k', labels: [{ doc: 'a', grade: 1 }], fields: {} };
    await evaluate(search, [item], { name: ${JSON.stringify(name)}, store });
  }
  store.close();
`;

async function written(name: string, store: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER(name, store)]);
  let errors = '';
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  return `${status} ${errors}`;
}

describe('a store that several processes record into', () => {
  it('takes the runs of all of them: none finds it locked', async () => {
    const file = path.join(temporaryFolder(), 'lab.sqlite');
    openStore(file).close();
    const names = ['one', 'two', 'three'];
    expect(await Promise.all(names.map((name) => written(name, file)))).toEqual(names.map(() => '0 '));
    const store = openStore(file);
    const runs = store.list();
    store.close();
    expect(
      names.map((name) => runs.filter((run) => run.name === name && run.status === 'done').length),
    ).toEqual([60, 60, 60]);
  }, 120_000);
});
