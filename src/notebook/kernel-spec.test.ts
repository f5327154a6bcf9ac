import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/examples.js';
import { LabError } from '../errors.js';
import { findKernelSpec, kernelFolders, missingIn, writeKernelSpec } from './kernel-spec.js';

const here = (env: NodeJS.ProcessEnv, platform = 'linux', home = '/home/me') => ({ env, platform, home });

describe('where frontends look for kernels', () => {
  it.each([
    ['linux', {}, '/home/me/.local/share/jupyter/kernels'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/jupyter/kernels'],
    ['darwin', {}, '/home/me/Library/Jupyter/kernels'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/jupyter/kernels'],
    ['linux', { JUPYTER_DATA_DIR: '/own' }, '/own/kernels'],
  ])('on %s with %j first in the user’s own folder', (platform, env, folder) => {
    expect(kernelFolders(here(env, platform))[0]).toBe(folder);
  });

  it('before it in JUPYTER_PATH, after it in the environment that is active', () => {
    const env = { JUPYTER_PATH: ['/a', '/b'].join(path.delimiter), VIRTUAL_ENV: '/venv' };
    expect(kernelFolders(here(env))).toEqual([
      '/a/kernels',
      '/b/kernels',
      '/home/me/.local/share/jupyter/kernels',
      '/venv/share/jupyter/kernels',
      '/usr/local/share/jupyter/kernels',
      '/usr/share/jupyter/kernels',
    ]);
  });
});

describe('telling frontends of the kernel', () => {
  const own = (root: string) => here({ JUPYTER_DATA_DIR: root });

  it('writes this node and this tslab, and the same again', () => {
    const root = folderWith({ tslab: '' });
    const tslab = path.join(root, 'tslab');
    const file = writeKernelSpec(tslab, false, own(root));
    expect(file).toBe(path.join(root, 'kernels', 'tslab', 'kernel.json'));
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({
      argv: [process.execPath, tslab, 'kernel', '--config-path', '{connection_file}'],
      display_name: 'TypeScript',
      language: 'typescript',
    });
    expect(writeKernelSpec(tslab, false, own(root))).toBe(file);
    expect(missingIn(findKernelSpec(own(root))!)).toEqual([]);
  });

  it('leaves a kernel alone that runs another tslab, unless it is told to replace it', () => {
    const root = folderWith({ 'kernels/tslab/kernel.json': '{"argv": ["tslab", "kernel"]}' });
    const file = path.join(root, 'kernels', 'tslab', 'kernel.json');
    expect(() => writeKernelSpec('/p/tslab', false, own(root))).toThrow(
      new LabError(
        `${file}: the kernel "tslab" is there and runs tslab kernel, wanted /p/tslab; keep it, since a tslab hands over to the one of a notebook's own project, or write this one with --replace`,
      ),
    );
    expect(fs.readFileSync(file, 'utf8')).toBe('{"argv": ["tslab", "kernel"]}');
    writeKernelSpec('/p/tslab', true, own(root));
    expect(findKernelSpec(own(root))!.argv[1]).toBe('/p/tslab');
  });

  it('mends a kernel whose tslab is gone', () => {
    const root = folderWith({ 'kernels/tslab/kernel.json': '{"argv": ["/gone/node", "/gone/tslab"]}' });
    expect(missingIn(findKernelSpec(own(root))!)).toEqual(['/gone/node', '/gone/tslab']);
    writeKernelSpec('/p/tslab', false, own(root));
    expect(findKernelSpec(own(root))!.argv[1]).toBe('/p/tslab');
  });

  it('writes into the user’s folder where one for all users is broken, and over the one that is found before it', () => {
    const root = folderWith({ 'first/kernels/tslab/kernel.json': '{"argv": []}', 'user/x': '' });
    const user = path.join(root, 'user');
    const first = path.join(root, 'first');
    const before = here({ JUPYTER_DATA_DIR: user, JUPYTER_PATH: first });
    expect(writeKernelSpec('/p/tslab', true, before)).toBe(path.join(first, 'kernels/tslab/kernel.json'));
    fs.writeFileSync(path.join(first, 'kernels/tslab/kernel.json'), '{"argv": ["/gone"]}');
    fs.mkdirSync(path.join(root, 'venv/share'), { recursive: true });
    fs.renameSync(first, path.join(root, 'venv/share/jupyter'));
    const after = here({ JUPYTER_DATA_DIR: user, VIRTUAL_ENV: path.join(root, 'venv') });
    expect(writeKernelSpec('/p/tslab', false, after)).toBe(path.join(user, 'kernels/tslab/kernel.json'));
  });

  it('says in a sentence that a folder cannot be written', () => {
    const root = folderWith({ file: '' });
    const env = { JUPYTER_DATA_DIR: path.join(root, 'file') };
    expect(() => writeKernelSpec('/p/tslab', false, here(env))).toThrow(
      /kernel\.json: the kernel could not be written \(.+\), wanted a folder that can be; set JUPYTER_DATA_DIR to one, or make it so$/,
    );
  });
});
