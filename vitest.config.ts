import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patienceMs } from './scripts/patience.ts';
import { orderFiles } from './scripts/test-files.ts';

const globalSetup = ['apps/server/test/global-setup.ts'].filter((file) =>
  existsSync(new URL(file, import.meta.url)),
);

class SpreadBrowsers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return orderFiles(await super.sort(files), ({ moduleId }) => relative(import.meta.dirname, moduleId));
  }
}

export default defineConfig({
  test: {
    include: ['{apps,packages,bench,scripts}/**/*.test.{ts,tsx}'],
    globalSetup,
    // For child processes and threads of tests: compiling is half of the work of a start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/compile') },
    setupFiles: ['apps/server/test/show-causes.ts'],
    sequence: { sequencer: SpreadBrowsers },
    // Measured equal to threads, and a test that is killed or ends its process takes no other file with it.
    pool: 'forks',
    // A worker keeps what it has loaded and compiled for its next file; no file leaves anything behind that matters.
    isolate: false,
    // Files without a browser wait for sockets and databases more than they compute.
    maxWorkers: Math.max(6, availableParallelism()),
    // Nothing depends on the pace of the machine: these only end a test that hangs.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: patienceMs } },
    passWithNoTests: false,
  },
});
