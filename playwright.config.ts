import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium, unwantedFlags } from './test/browser/chromium.ts';
import { windows } from './test/browser/windows.ts';

const chromium = await findChromium();
const results = join(import.meta.dirname, '.data', 'test');

/** Where script and width change nothing, and on portals of their own; what is about script itself is tagged so. */
const once = ['kill.spec.ts', 'lapses/*.spec.ts', 'limits/*.spec.ts'];

/** Milliseconds for one step: in the test command a busy machine is waited for, by hand a failure is told soon. */
const patience = process.env.CI ? 90_000 : 20_000;

const desktop = { viewport: windows.wide };
const phone = { viewport: windows.narrow, hasTouch: true, isMobile: true };

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: join(results, 'journeys'),
  globalSetup: './test/browser/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // In the test command a late answer of a busy machine is told from a fault; the command counts such journeys.
  retries: process.env.CI ? 1 : 0,
  workers: availableParallelism() + 1,
  // For what hangs: a busy machine makes a journey of a minute last for ten.
  timeout: 30 * 60_000,
  expect: { timeout: patience, toPass: { timeout: patience } },
  reporter: [
    ['list'],
    ['./test/browser/progress.ts'],
    ['json', { outputFile: join(results, 'results', 'journeys.json') }],
  ],
  use: {
    launchOptions: {
      executablePath: chromium.executablePath,
      args: chromiumFlags,
      ignoreDefaultArgs: unwantedFlags,
      env: { ...(process.env as Record<string, string>), ...chromium.env },
    },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    actionTimeout: patience,
    navigationTimeout: patience,
    screenshot: 'off',
    trace: 'off',
  },
  projects: [
    // Every journey with and without script; the main one looks at its pages at both widths.
    { name: 'script 1280', use: { ...desktop, javaScriptEnabled: true } },
    {
      name: 'plain 390',
      use: { ...phone, javaScriptEnabled: false },
      testIgnore: once,
      grepInvert: /@script/,
    },
  ],
});
