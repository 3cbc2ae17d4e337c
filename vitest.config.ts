import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Files for `npm run test:all` alone. They also run if one of them is named on the command line. */
const LONG = '.long.test.ts';
const runsLong = process.env.TEST_SET === 'all' || process.argv.some((argument) => argument.endsWith(LONG));

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
    // By default, vitest leaves one core for its own work in watch mode, which a single run hardly needs.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { shuffle: { files: true, tests: true } },
    // Only for tests that hang: on a busy machine, a test of one second can take a minute.
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
