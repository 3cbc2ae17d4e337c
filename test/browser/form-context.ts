import type { Browser, BrowserContext, Page } from '@playwright/test';
import { FormContext } from '#test/form-browser/context.ts';
import { onlyInBrowser } from '#test/form-browser/needs-browser.ts';
import { FormPage } from '#test/form-browser/page.ts';
import { PageSecrets } from './page-secrets.ts';

/** Stands in for the real browser of projects that have none. */
export const noBrowser: Browser = onlyInBrowser('browser');

/** What journeys without script told the server about their browser. */
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36';

export interface FormContextWanted {
  baseURL: string | undefined;
  headers: Record<string, string> | undefined;
  /** In milliseconds. */
  patience: number | undefined;
  /** The list to which the faults of its pages are added. */
  faults: string[];
}

/** Opens a form browser whose pages are searched for secrets like those of Chromium. */
export function openFormContext({ baseURL, headers, patience, faults }: FormContextWanted): BrowserContext {
  if (!baseURL) throw new Error('the form browser needs a base address');
  const secrets = new PageSecrets(faults);
  const context = new FormContext({
    baseURL,
    extraHTTPHeaders: { ...headers },
    patience: patience ?? 0,
    userAgent: phone,
    locale: 'en-US',
    faults,
    watch: {
      sent: (request) =>
        secrets.remember(request.method(), request.headers()['content-type'], request.postData()),
      received: (response, text, cookies) =>
        secrets.look({
          url: response.url(),
          status: response.status(),
          contentType: response.headers()['content-type'] ?? '',
          text,
          cookies,
        }),
    },
  });
  // It has the part of Playwright's interface that works without a browser; the rest throws.
  return context as unknown as BrowserContext;
}

/** The page of the form browser; null if it is one of Chromium. */
export function formPageOf(page: Page): FormPage | null {
  const object: unknown = page;
  return object instanceof FormPage ? object : null;
}
