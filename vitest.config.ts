import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    // The files of one worker share the modules they import, so what a file sets up in one it has to take down.
    isolate: false,
    // By itself it leaves a core to the watcher's own work, of which a run has next to none.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { shuffle: { files: true, tests: true } },
    // For what hangs: a busy machine makes a test of a second last for a minute.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 25 } },
    restoreMocks: true,
    unstubEnvs: true,
    allowOnly: false,
    passWithNoTests: true,
  },
});
