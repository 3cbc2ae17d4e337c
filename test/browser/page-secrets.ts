import type { BrowserContext, Page, Response } from '@playwright/test';
import { findSecret } from '../checks/find-secret.ts';

/** The codes that were sent during this process's journeys. */
const codes = new Set<string>();

/**
 * Remembers codes that must not appear in pages. Codes of six digits are ignored, because such a number could be in a
 * page by chance.
 */
export function noteCodes(sent: Iterable<string | null>): void {
  for (const code of sent) if (code && /^(?=.*[A-Z])[0-9A-Z]{6}$/.test(code)) codes.add(code);
}

/** Fields that contain a secret of the person who types. */
const secretFields = /^(password|confirmpassword|currentpassword|newpassword|ssn)$/;
/** Shorter values, and addresses that are used as passwords, may appear in a page for another reason. */
const isTelling = (value: string) => value.length >= 9 && !value.includes('@');
/** Journeys use shorter texts as invalid tokens. */
const tokenLength = 20;
const secretCookies = ['session', 'browser', 'known', 'recovery', 'recovery-grant'];

/** An answer of the server, with the cookies that the browser has then. */
export interface Answer {
  url: string;
  status: number;
  contentType: string;
  text: string;
  cookies: readonly { name: string; value: string }[];
}

/**
 * Searches every page that a browser gets, and the data of pages, for secrets: passwords and SSNs that were typed in
 * this browser, its tokens, and codes that were sent, except in the page whose address contains the code.
 */
export class PageSecrets {
  readonly #typed = new Map<string, string>();
  readonly #faults: string[];

  /** @param faults the list to which found secrets are added */
  constructor(faults: string[]) {
    this.#faults = faults;
  }

  /** Remembers the secrets in a form that is sent. */
  remember(method: string, contentType: string | undefined, body: string | null): void {
    if (method !== 'POST' || !contentType?.includes('urlencoded')) return;
    for (const [name, value] of new URLSearchParams(body ?? '')) {
      if (secretFields.test(name) && isTelling(value)) this.#typed.set(value, name);
    }
  }

  look({ url, status, contentType, text, cookies }: Answer): void {
    if (!isPage(url, status, contentType)) return;
    const secrets = new Map(this.#typed);
    for (const code of codes) if (!url.includes(code)) secrets.set(code, 'code');
    for (const { name, value } of cookies) {
      if (secretCookies.includes(name) && value.length >= tokenLength) secrets.set(value, name);
    }
    for (const [secret, name] of secrets) {
      if (findSecret(text, secret)) this.#faults.push(`secret: ${name} in ${url}`);
    }
  }
}

/** Whether it is a page or the data of one. The development pages are left out, because they show messages. */
function isPage(url: string, status: number, contentType: string): boolean {
  const redirects = status >= 300 && status < 400;
  return /html|x-script/.test(contentType) && !redirects && !new URL(url).pathname.startsWith('/dev/');
}

/** Searches the pages of a context of Chromium. */
export class ContextSecrets {
  readonly #context: BrowserContext;
  readonly #secrets: PageSecrets;
  readonly #looks: Promise<void>[] = [];

  /** @param faults the list to which found secrets are added */
  constructor(context: BrowserContext, faults: string[]) {
    this.#context = context;
    this.#secrets = new PageSecrets(faults);
  }

  watch(page: Page): void {
    page.on('request', (request) =>
      this.#secrets.remember(request.method(), request.headers()['content-type'], request.postData()),
    );
    page.on('response', (response) => {
      this.#looks.push(this.#look(response));
    });
  }

  /** Waits until all pages so far have been searched. */
  async settle(): Promise<void> {
    await Promise.all(this.#looks);
  }

  async #look(response: Response): Promise<void> {
    const [url, status] = [response.url(), response.status()];
    const contentType = response.headers()['content-type'] ?? '';
    if (!isPage(url, status, contentType)) return;
    // If the page was left while it loaded, its text is no longer available.
    const text = await response.text().catch(() => '');
    const cookies = await this.#context.cookies().catch(() => []);
    this.#secrets.look({ url, status, contentType, text, cookies });
  }
}
