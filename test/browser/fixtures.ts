import {
  type Browser,
  type BrowserContext,
  test as base,
  type Page,
  type Response,
  type TestInfo,
} from '@playwright/test';
import type { TextKey } from '#modules/words.ts';
import type { PersonWanted, Registered } from '#test/factories/people.ts';
import { expect } from '#test/form-browser/expect.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { shows } from '../shown.ts';
import { isScriptOff } from './accessible.ts';
import { noBrowser, openFormContext } from './form-context.ts';
import { actByKeyboard } from './keyboard.ts';
import { enter, join, openOperations } from './operations.ts';
import { Outbox } from './outbox.ts';
import { ContextSecrets } from './page-secrets.ts';

export interface JourneyFixtures {
  /** False if JavaScript is off in the project. */
  script: boolean;
  outbox: Outbox;
  /** Errors of the page that this test expects, which therefore do not fail it. */
  expectedFaults: RegExp[];
  /**
   * Opens a window for another person, with its own cookies, on the base host or another origin. It is watched for
   * errors like the first one.
   */
  otherBrowser(origin?: string): Promise<Page>;
  /** Creates a member and signs them in, in the page's browser, without going through the registration. */
  join(page: Page, person: PersonWanted): Promise<Registered>;
  /** Signs in a person with an account, without going through the sign-in. */
  enter(page: Page, account: { emailaddress: string }): Promise<void>;
}

export interface BrowserOptions {
  /** Whether pages are read over HTTP (see test/form-browser), without a real browser. */
  overHttp: boolean;
  /** Whether journeys do with the keyboard alone what they otherwise do with the mouse. */
  keyboardAlone: boolean;
}

export interface WorkerFixtures {
  /** The operations on the app's database, to create the states that journeys start with. */
  operations: VisitedPortal;
}

const ignoredFaults = [
  // If JavaScript is off, the browser reports each script of the page.
  /^request: GET .*\.js csp$/,
  // A refused form is answered with status 400, which the browser logs. Statuses are checked below.
  /^console: Failed to load resource: the server responded with a status of 4\d\d/,
  // A newer navigation has canceled an older one.
  /net::ERR_ABORTED/,
  /^(?:console|error): AbortError: BodyStreamBuffer was aborted/,
];

/** Collects the errors of a page while it is open. */
function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    faults.push(`request: ${request.method()} ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    const part = ['script', 'stylesheet', 'image', 'font', 'manifest'].includes(
      response.request().resourceType(),
    );
    if (response.status() >= 500 || (part && response.status() >= 400)) {
      faults.push(`answer: ${response.status()} ${response.url()}`);
    }
  });
}

/** @returns an object that searches its pages for secrets */
function watchContext(context: BrowserContext, faults: string[]): ContextSecrets {
  const secrets = new ContextSecrets(context, faults);
  const watchPage = (page: Page) => {
    watch(page, faults);
    secrets.watch(page);
  };
  context.on('page', watchPage);
  for (const page of context.pages()) watchPage(page);
  return secrets;
}

/** Saves screenshots of the first browser's windows if the test failed. */
async function takePictures(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  for (const [index, page] of context.pages().entries()) {
    const path = testInfo.outputPath(`window-${index + 1}.png`);
    await page.screenshot({ path, fullPage: true }).catch(() => undefined);
  }
}

/** Each browser has its own address, because throttles count by address. */
export function someAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 254);
  return `10.${part()}.${part()}.${part()}`;
}

const comingFrom = (address: string) => ({ 'X-Forwarded-For': address });

export const test = base.extend<
  JourneyFixtures & { watched: undefined; faults: string[] },
  WorkerFixtures & BrowserOptions
>({
  overHttp: [false, { scope: 'worker', option: true }],
  keyboardAlone: [false, { scope: 'worker', option: true }],
  // Playwright's own fixtures would start a browser in any case.
  browser: [
    async ({ overHttp, playwright, browserName }, use) => {
      if (overHttp) return use(noBrowser);
      const browser: Browser = await playwright[browserName].launch();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 0 },
  ],
  context: async ({ overHttp, browser, baseURL, extraHTTPHeaders, actionTimeout, faults }, use) => {
    const context = overHttp
      ? openFormContext({ baseURL, headers: extraHTTPHeaders, patience: actionTimeout, faults })
      : await browser.newContext();
    await use(context);
    await context.close();
  },
  page: async ({ context, keyboardAlone }, use) => {
    const page = await context.newPage();
    if (keyboardAlone) actByKeyboard(page);
    await use(page);
  },
  operations: [
    async ({ browserName: _ }, use) => {
      const operations = await openOperations(JSON.parse(process.env.APP_ENVIRONMENT ?? '{}'));
      await use(operations);
      await operations.close();
    },
    { scope: 'worker', timeout: 0 },
  ],
  join: async ({ operations }, use) => use((page, person) => join(operations, page, person, someAddress())),
  enter: async ({ operations }, use) =>
    use((page, account) => enter(operations, page, account, someAddress())),
  baseURL: async ({ browserName: _ }, use) => use(process.env.APP_URL),
  extraHTTPHeaders: async ({ browserName: _ }, use) => use(comingFrom(someAddress())),
  script: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  outbox: async ({ browserName: _ }, use) => {
    const outbox = new Outbox(process.env.APP_DATABASE_URL ?? '');
    await use(outbox);
    await outbox.close();
  },
  expectedFaults: async ({ browserName: _ }, use) => use([]),
  faults: async ({ browserName: _ }, use) => use([]),
  watched: [
    async ({ context, overHttp, expectedFaults, faults }, use, testInfo) => {
      const secrets = overHttp ? null : watchContext(context, faults);
      await use(undefined);
      await secrets?.settle();
      if (secrets && testInfo.status !== testInfo.expectedStatus) await takePictures(context, testInfo);
      const known = [...ignoredFaults, ...expectedFaults];
      const unexpected = faults.filter((fault) => !known.some((pattern) => pattern.test(fault)));
      expect(unexpected, 'faults of the page').toEqual([]);
    },
    { auto: true },
  ],
  otherBrowser: async ({ browser, overHttp, baseURL, actionTimeout, faults }, use) => {
    const contexts = new Map<BrowserContext, ContextSecrets | null>();
    await use(async (origin = baseURL) => {
      const headers = comingFrom(someAddress());
      const context = overHttp
        ? openFormContext({ baseURL: origin, headers, patience: actionTimeout, faults })
        : await browser.newContext({ extraHTTPHeaders: headers, ...(origin ? { baseURL: origin } : {}) });
      contexts.set(context, overHttp ? null : watchContext(context, faults));
      return context.newPage();
    });
    for (const [context, secrets] of contexts) {
      await secrets?.settle();
      await context.close();
    }
  },
});

export { expect } from '#test/form-browser/expect.ts';
export { expectAccessible } from './accessible.ts';

/** Expects that the page shows a text of modules/words.ts (D8). */
export async function expectShown(page: Page, key: TextKey): Promise<void> {
  await expect(async () =>
    shows(key, await page.locator('body').innerText(), (await isScriptOff(page)) ? 'plain' : 'script'),
  ).toPass();
}

/** Fills in fields by their labels: text, select, checkbox or radio. */
export async function fill(page: Page, values: Record<string, string | boolean>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true });
    if (typeof value === 'boolean') await field.setChecked(value);
    else if (await field.evaluate((element) => element.tagName === 'SELECT')) await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Presses a button by its name. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
}

/** The answer to the next form that the page sends, apart from the posts with the page's speed. */
export function nextPost(page: Page): Promise<Response> {
  return page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.request().resourceType() !== 'ping',
  );
}

/** Types a code of six characters into the six boxes. */
export async function enterCode(page: Page, code: string): Promise<void> {
  const boxes = page.locator('input[name^="code"]:not([type=hidden])');
  await expect(boxes).toHaveCount(6);
  for (const [index, character] of [...code].entries()) await boxes.nth(index).fill(character);
}
