import { spawn } from 'node:child_process';
import fs from 'node:fs';

export type Measured = { readonly seconds: number; readonly peakMiB: number | null };

/** Runs a program to its end: wall clock and the highest resident memory, which Linux tells while it runs. */
export async function measured(command: string, args: readonly string[]): Promise<Measured> {
  const started = performance.now();
  const child = spawn(command, [...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  let peak: number | null = null;
  const watch = setInterval(() => {
    peak = Math.max(peak ?? 0, residentMiB(child.pid!) ?? 0) || null;
  }, 5);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  clearInterval(watch);
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, peakMiB: peak };
}

/** The kernel keeps the high-water mark itself, so nothing is lost between two looks. */
function residentMiB(pid: number): number | null {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line === null ? null : Number(line[1]) / 1024;
  } catch {
    return null;
  }
}

/** The middle one of an odd number of rounds. */
export async function medianOf(rounds: number, work: () => Promise<Measured>): Promise<Measured> {
  const all: Measured[] = [];
  for (let i = 0; i < rounds; i++) all.push(await work());
  return all.sort((a, b) => a.seconds - b.seconds)[Math.floor(rounds / 2)]!;
}

export function timed<T>(work: () => T): { readonly seconds: number; readonly value: T } {
  const started = performance.now();
  const value = work();
  return { seconds: (performance.now() - started) / 1000, value };
}

export const fixed = (value: number | null, digits = 2) => (value === null ? '?' : value.toFixed(digits));
