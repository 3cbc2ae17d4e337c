import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium, unwantedFlags } from './test/browser/chromium.ts';
import type { BrowserOptions } from './test/browser/fixtures.ts';
import { windows } from './test/browser/windows.ts';

const chromium = await findChromium();
const results = join(import.meta.dirname, '.data', 'test');

/** `npm test` runs only what every change must pass. By hand, everything is there to choose from. */
const isWhole = process.env.TEST_SET !== 'default';

/** Kills processes of a portal of its own, so the browser makes no difference. */
const kills = 'kill.spec.ts';
/** Compares the form browser with Chromium without script. */
const comparison = 'form-browser.spec.ts';
/** Journeys with a portal of their own, which need a browser only where script is the subject. */
const ownPortals = /\b(?:lapses|limits)\/(?!.*@script)/;

/** In milliseconds, for one step. The test command waits longer, for a busy machine; a run by hand fails early. */
const patience = process.env.CI ? 90_000 : 20_000;

const desktop = { viewport: windows.wide };
const phone = { viewport: windows.narrow, hasTouch: true, isMobile: true };

export default defineConfig<object, BrowserOptions>({
  testDir: 'test/journeys',
  outputDir: join(results, 'journeys'),
  globalSetup: './test/browser/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A journey that fails has failed.
  retries: 0,
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
    {
      name: 'script 1280',
      use: { ...desktop, javaScriptEnabled: true },
      testIgnore: comparison,
      grepInvert: ownPortals,
      ...(isWhole ? {} : { grep: /@browser(?!-)/ }),
    },
    {
      name: 'plain 390',
      use: { ...phone, javaScriptEnabled: false },
      testIgnore: [kills, 'lapses/*.spec.ts', 'limits/*.spec.ts'],
      grepInvert: /@script/,
      ...(isWhole ? {} : { grep: /@browser-plain/ }),
    },
    {
      name: 'keyboard 1280',
      use: { ...desktop, javaScriptEnabled: true, keyboardAlone: true },
      grep: isWhole ? /@keyboard/ : /(?!)/,
    },
    {
      // Over HTTP, without a browser: see test/form-browser.
      name: 'http',
      use: { overHttp: true, javaScriptEnabled: false },
      testIgnore: [kills, comparison],
      grepInvert: /@script|@browser-plain/,
    },
  ],
});
