import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    // A browser on a busy machine takes its time; the default of a second is too short.
    expect: { poll: { timeout: 15_000 } },
    // Golden files and stores must not depend on which test ran first.
    sequence: { shuffle: false },
  },
});
