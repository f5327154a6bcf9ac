import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    testTimeout: 30_000,
    // Golden files and stores must not depend on which test ran first.
    sequence: { shuffle: false },
  },
});
