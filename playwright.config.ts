import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium, unwantedFlags } from './test/browser/chromium.ts';
import { windows } from './test/browser/windows.ts';

const chromium = await findChromium();
const results = join(import.meta.dirname, '.data', 'test');

/**
 * Journeys that do not depend on script and width, and those with their own portals. Journeys about script itself have
 * a tag.
 */
const once = ['kill.spec.ts', 'lapses/*.spec.ts', 'limits/*.spec.ts'];

/** In milliseconds, for one step. The test command waits longer, for a busy machine; a run by hand fails early. */
const patience = process.env.CI ? 90_000 : 20_000;

const desktop = { viewport: windows.wide };
const phone = { viewport: windows.narrow, hasTouch: true, isMobile: true };

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: join(results, 'journeys'),
  globalSetup: './test/browser/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // In the test command, a second try distinguishes a slow machine from an error. The command counts such journeys.
  retries: process.env.CI ? 1 : 0,
  // A browser and its portal keep more than one core busy, so another worker only takes time from these.
  workers: availableParallelism(),
  // Only for journeys that hang: on a busy machine, a journey of one minute can take ten.
  timeout: 30 * 60_000,
  expect: { timeout: patience, toPass: { timeout: patience } },
  reporter: [
    ['list'],
    ['./test/browser/progress.ts'],
    ['json', { outputFile: process.env.JOURNEYS_REPORT ?? join(results, 'results', 'journeys.json') }],
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
    // Every journey runs with and without script; the main one checks its pages at both widths.
    { name: 'script 1280', use: { ...desktop, javaScriptEnabled: true } },
    {
      name: 'plain 390',
      use: { ...phone, javaScriptEnabled: false },
      testIgnore: once,
      grepInvert: /@script/,
    },
  ],
});
