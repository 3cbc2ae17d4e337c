import { expect as expectOfPlaywright } from '@playwright/test';
import { LocatorExpectation, PageExpectation } from './expectation.ts';
import { FormLocator } from './locator.ts';
import { FormPage } from './page.ts';

/** Playwright's `expect`, which also knows the pages and locators of the form browser. */
export const expect = new Proxy(expectOfPlaywright, {
  apply(target, _this, [actual, message]: [unknown, string | { message?: string } | undefined]) {
    const words = typeof message === 'string' ? message : message?.message;
    if (actual instanceof FormPage) return new PageExpectation(actual, false, words);
    if (actual instanceof FormLocator) return new LocatorExpectation(actual, false, words);
    return target(actual, message);
  },
});
