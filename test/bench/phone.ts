import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { stylesCookie } from '#app/script-cookies.ts';
import { projectFolder } from '#cli/build.ts';
import { demoPassword } from '#cli/demo/index.ts';
import { SECOND } from '#modules/platform/index.ts';
import { chromiumFlags, findChromium, unwantedFlags } from '#test/browser/chromium.ts';
import { serveBareApp } from './bare-app.ts';
import { type Measured, median } from './figures.ts';
import { answerTo, phoneContext, type StorageState, type Visit, visit } from './phone-visits.ts';
import { environmentOf, portalPort, startPortal, withDataFolder } from './started-portal.ts';

/** What somebody with a slow phone on a slow line feels, beside a bare page of the same framework. */

const rounds = 3;
/** Two frames of a screen that shows 60 a second, in milliseconds. */
const twoFrames = 34;

interface Subject {
  name: string;
  url: string;
  /** Whoever signs in; nobody for an anonymous visitor. */
  account?: string;
  /** The selector of what is pressed besides a key. */
  pressed?: string;
  /** Leads from `url` to the page itself, whose address depends on the data. */
  goOn?: (page: Page) => Promise<void>;
}

const portal = `http://localhost:${portalPort}`;
const company = `http://acme.localhost:${portalPort}`;
const subjects: readonly Subject[] = [
  { name: '/login', url: `${portal}/login` },
  { name: '/user', url: `${portal}/user`, account: 'dana@shieldhub.test' },
  {
    name: '/user/network',
    url: `${company}/user/network`,
    account: 'owner@acme.test',
    pressed: '.dots',
  },
  { name: '/user/alerts', url: `${company}/user/alerts`, account: 'owner@acme.test' },
  {
    name: 'the application’s signing step',
    url: `${portal}/user/application/next`,
    account: 'felix@shieldhub.test',
    goOn: agreeUntilSigning,
  },
  { name: '/admin', url: `${portal}/admin`, account: 'admin@shieldhub.test' },
  {
    name: '/admin/user',
    url: `${portal}/admin/tools?searchterm=dana@shieldhub.test`,
    account: 'admin@shieldhub.test',
    goOn: openRecord,
  },
];

interface Felt {
  first: Visit;
  again: Visit;
  key: number;
  press: number | null;
}

/** Starts a portal with demo data, and the bare page, and visits both with the same phone. */
export const measurePhone = (): Promise<Measured[]> =>
  withDataFolder(async (folder) => {
    const started = await startPortal(folder);
    const bare = await serveBareApp();
    const { executablePath, env } = await findChromium();
    const browser = await chromium.launch({
      executablePath,
      args: chromiumFlags,
      ignoreDefaultArgs: unwantedFlags,
      env: { ...(process.env as Record<string, string>), ...env },
    });
    try {
      const beside = await feel(browser, { name: 'bare page', url: bare.url, pressed: 'button' });
      const measured: Measured[] = [];
      for (const subject of subjects) {
        const state = subject.account ? await signIn(browser, folder, subject.account) : undefined;
        const url = await addressOf(browser, subject, state);
        measured.push(...figuresOf(subject, await feel(browser, { ...subject, url }, state), beside));
      }
      return measured;
    } finally {
      await browser.close();
      await bare.stop();
      await started.stop();
    }
  });

/** The medians of a few first visits, each with a second one and its presses. */
async function feel(browser: Browser, { url, pressed }: Subject, state?: StorageState): Promise<Felt> {
  const all: Felt[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await phoneContext(browser, state);
    const first = await visit(context, url);
    await first.page.close();
    const again = await visit(context, url);
    await again.page.locator('body').press('Shift');
    const key = await answerTo(again.page, () => again.page.keyboard.press('Tab'));
    const press = pressed
      ? await answerTo(again.page, () => again.page.locator(pressed).first().click())
      : null;
    all.push({ first: first.seen, again: again.seen, key, press });
    await context.close();
  }
  const of = (read: (felt: Felt) => number) => median(all.map(read));
  const visitOf = (which: 'first' | 'again'): Visit => ({
    firstPaint: of((felt) => felt[which].firstPaint),
    largestPaint: of((felt) => felt[which].largestPaint),
    shift: of((felt) => felt[which].shift),
  });
  return {
    first: visitOf('first'),
    again: visitOf('again'),
    key: of(({ key }) => key),
    press: pressed ? of(({ press }) => press ?? 0) : null,
  };
}

function figuresOf({ name }: Subject, felt: Felt, bare: Felt): Measured[] {
  const figure = (what: string, seen: number, beside: number, atMost: number): Measured => ({
    name: `phone, ${name}: ${what}`,
    unit: 'ms',
    seen,
    beside: { name: 'bare page', seen: beside },
    goal: { atMost },
  });
  return [
    figure('first paint', felt.first.firstPaint, bare.first.firstPaint, 1.3 * bare.first.firstPaint),
    figure('largest paint', felt.first.largestPaint, bare.first.largestPaint, 1.3 * bare.first.largestPaint),
    figure('first paint again', felt.again.firstPaint, bare.again.firstPaint, 1.2 * bare.again.firstPaint),
    figure(
      'largest paint again',
      felt.again.largestPaint,
      bare.again.largestPaint,
      1.2 * bare.again.largestPaint,
    ),
    {
      name: `phone, ${name}: layout shift`,
      unit: '',
      seen: Math.max(felt.first.shift, felt.again.shift),
      goal: { atMost: 0 },
    },
    figure('a key', felt.key, bare.key, bare.key + twoFrames),
    ...(felt.press !== null && bare.press !== null
      ? [figure("a row's menu", felt.press, bare.press, bare.press + twoFrames)]
      : []),
  ];
}

/**
 * Signs in through the pages, with the code of the second step where one is mailed.
 * @returns the cookies of the session, in a browser that has none of the files: as after a release
 */
async function signIn(browser: Browser, folder: string, account: string): Promise<StorageState> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${portal}/login`);
  await page.getByLabel('Email').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.waitForURL(/\/(?:user|verify|admin)$/);
  if (page.url().endsWith('/verify')) {
    const box = page.getByLabel(/^(?:Character|Digit) 1/);
    await box.fill(await codeFor(folder, account));
    await box.press('Enter');
    await page.waitForURL(/\/admin$/);
  }
  await context.clearCookies({ name: stylesCookie });
  const state = await context.storageState();
  await context.close();
  return state;
}

/** The address of the page that is measured. */
async function addressOf(
  browser: Browser,
  { url, goOn }: Subject,
  state: StorageState | undefined,
): Promise<string> {
  if (!goOn) return url;
  const context = await browser.newContext(state ? { storageState: state } : {});
  const page = await context.newPage();
  await page.goto(url);
  await goOn(page);
  const address = page.url();
  await context.close();
  return address;
}

/** Agrees to the documents before the one that has to be signed. */
async function agreeUntilSigning(page: Page): Promise<void> {
  while ((await page.getByRole('button', { name: 'Sign and continue' }).count()) === 0) {
    const before = page.url();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL((now) => now.href !== before);
    await page.reload();
  }
}

async function openRecord(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Dana/ }).first().click();
  await page.waitForURL(/\/admin\/user\//);
}

/** The newest code that was mailed, which takes a moment. */
async function codeFor(folder: string, account: string): Promise<string> {
  const shield = join(projectFolder, 'cli', 'shield.ts');
  const asked = [shield, 'outbox', 'list', '--to', account, '--json'];
  for (const until = performance.now() + 30 * SECOND; performance.now() < until; ) {
    const { stdout } = await promisify(execFile)(process.execPath, asked, {
      env: environmentOf(folder),
      cwd: projectFolder,
    });
    const messages = JSON.parse(stdout) as { code: string | null }[];
    const code = messages.find((message) => message.code)?.code;
    if (code) return code;
  }
  throw new Error(`no code was mailed to ${account}`);
}
