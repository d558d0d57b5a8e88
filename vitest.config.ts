import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isBrowserTest } from './scripts/test-files.ts';

const globalSetup = ['apps/server/test/global-setup.ts'].filter((file) =>
  existsSync(new URL(file, import.meta.url)),
);

/** Browser files first, each for itself the longest: started last, they would keep one core busy and the others idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      isBrowserTest(relative(import.meta.dirname, moduleId));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['{apps,packages,bench,scripts}/**/*.test.{ts,tsx}'],
    globalSetup,
    setupFiles: ['apps/server/test/show-causes.ts'],
    sequence: { sequencer: LongestFirst },
    // Measured equal to threads, and a test that is killed or ends its process takes no other file with it.
    pool: 'forks',
    // A worker keeps what it has loaded and compiled for its next file; no file leaves anything behind that matters.
    isolate: false,
    // Files wait for sockets, databases and browsers more than they compute.
    maxWorkers: Math.max(4, availableParallelism()),
    // Only a failing test waits so long; a browser on a busy machine may need more than it should.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second, as it is by default, is short for a browser on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    passWithNoTests: false,
  },
});
