import { describe, expect, it } from 'vitest';
import { progress } from './progress.js';

/** A clock that is set by hand, and what was written. */
function scene() {
  const written: string[] = [];
  let time = 0;
  const line = progress('run', { write: (text) => written.push(text) }, () => time);
  return {
    written,
    line,
    at: (ms: number) => {
      time = ms;
    },
  };
}

describe('a progress line', () => {
  it('says nothing of what is done within two seconds', () => {
    const { written, line, at } = scene();
    at(1900);
    line.tick(5, 5);
    line.end();
    expect(written).toEqual([]);
  });

  it('shows a bar with what is left, redrawn on its own line', () => {
    const { written, line, at } = scene();
    at(4000);
    line.tick(10, 20);
    expect(written).toEqual(['\rrun [██████████··········] 10/20 · 4 s left  ']);
    at(4050);
    line.tick(11, 20);
    expect(written).toHaveLength(1);
    at(9000);
    line.tick(20, 20);
    line.end();
    expect(written.at(-2)).toMatch(/^\rrun \[█{20}\] 20\/20/);
    expect(written.at(-1)).toBe('\n');
  });

  it('counts where the whole is unknown, and is silent without a stream', () => {
    const { written, line, at } = scene();
    at(3000);
    line.tick(7, null);
    expect(written).toEqual(['\rrun 7']);
    expect(() => progress('run', null).tick(1, 2)).not.toThrow();
  });
});
