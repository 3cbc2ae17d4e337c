import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Files for `npm run test:all` alone. They also run if one of them is named on the command line. */
const LONG = '.long.test.ts';
const runsAll = process.env.TEST_SET === 'all';
const runsLong = runsAll || process.argv.some((argument) => argument.endsWith(LONG));

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(runsLong ? [] : [`**/*${LONG}`])],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    // The files of one worker share the modules that they import, so each file must undo its changes to them.
    isolate: false,
    // Node loads the modules itself, which takes a quarter less processor time than vite's transform.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', './test/page-loader.ts'],
    // A worker and its database connection work in turn, so together they keep one core busy: in samples of a run, the
    // open transaction waited for the worker nine times out of ten, once in 200 for a lock, and never for a disk. The
    // main process needs a tenth of a worker's time.
    maxWorkers: Math.max(2, availableParallelism()),
    // `npm run test:all` takes another order each time and finds tests that depend on it. `npm test` keeps its order, so
    // that what passed for the author of a change also passes where it is merged.
    sequence: { shuffle: { files: true, tests: true }, ...(runsAll ? {} : { seed: 1 }) },
    // Only for tests that hang: on a busy machine, a test of one second can take a minute, and a long one half an hour.
    testTimeout: runsLong ? 3_600_000 : 240_000,
    hookTimeout: runsLong ? 3_600_000 : 240_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 25 } },
    restoreMocks: true,
    unstubEnvs: true,
    allowOnly: false,
    passWithNoTests: true,
  },
});
