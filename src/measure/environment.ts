import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../project.js';
import type { Environment } from '../types.js';

/** The code and machine that a run is made with. Never fails: what cannot be found out is null. */
export function environment(): Environment {
  const root = projectRoot();
  const own = ownPackage();
  const status = git(root, ['status', '--porcelain', '--untracked-files=no', '--', ...MAKING]);
  return {
    gitCommit: git(root, ['rev-parse', 'HEAD']),
    gitDirty: status === null ? null : status !== '',
    versions: {
      node: process.versions.node,
      icu: process.versions['icu'] ?? 'none',
      'retrieval-lab': own.version,
      ...own.dependencies,
    },
    platform: `${process.platform} ${process.arch}`,
  };
}

/** All that is tracked but written reports: to write up a run changes nothing of how it was made. */
const MAKING = [':/', ':(exclude)reports'];

function git(cwd: string, args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null; // no git, or no repository: the run says "unknown" rather than failing for it
  }
}

type Package = { readonly version: string; readonly dependencies: Readonly<Record<string, string>> };

/** Dependencies are pinned exactly in it, so what is written there is what is installed. */
function ownPackage(): Package {
  const file = path.join(projectRoot(path.dirname(fileURLToPath(import.meta.url))), 'package.json');
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Package;
}
