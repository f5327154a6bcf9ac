import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The long ones first, so that no core is idle while the last of them ends. They are in `test/`: whole commands, notebooks, browsers. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('/test/');
    const rest = await super.sort(files);
    return [...rest.filter(isLong), ...rest.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    // Half of the long tests wait for a process of their own, so even two cores are worth two workers; the default leaves one core free.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 60_000,
    // A browser on a busy machine takes its time; the default of a second is too short.
    expect: { poll: { timeout: 15_000 } },
    // Golden files and stores must not depend on which test ran first.
    sequence: { shuffle: false, sequencer: LongFirst },
  },
});
