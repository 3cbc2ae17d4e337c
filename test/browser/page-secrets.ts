import type { BrowserContext, Page, Request, Response } from '@playwright/test';
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

/**
 * Searches every page that a browser gets, and the data of pages, for secrets: passwords and SSNs that were typed in
 * this browser, its tokens, and codes that were sent, except in the page whose address contains the code.
 */
export class PageSecrets {
  readonly #typed = new Map<string, string>();
  readonly #looks: Promise<void>[] = [];
  readonly #context: BrowserContext;
  readonly #faults: string[];

  /** @param faults the list to which found secrets are added */
  constructor(context: BrowserContext, faults: string[]) {
    this.#context = context;
    this.#faults = faults;
  }

  watch(page: Page): void {
    page.on('request', (request) => this.#remember(request));
    page.on('response', (response) => {
      if (isPage(response)) this.#looks.push(this.#look(response));
    });
  }

  /** Waits until all pages so far have been searched. */
  async settle(): Promise<void> {
    await Promise.all(this.#looks);
  }

  #remember(request: Request): void {
    if (request.method() !== 'POST' || !request.headers()['content-type']?.includes('urlencoded')) return;
    for (const [name, value] of new URLSearchParams(request.postData() ?? '')) {
      if (secretFields.test(name) && isTelling(value)) this.#typed.set(value, name);
    }
  }

  async #look(response: Response): Promise<void> {
    // If the page was left while it loaded, its text is no longer available.
    const text = await response.text().catch(() => '');
    const secrets = new Map(this.#typed);
    for (const code of codes) if (!response.url().includes(code)) secrets.set(code, 'code');
    const cookies = await this.#context.cookies().catch(() => []);
    for (const { name, value } of cookies) {
      if (secretCookies.includes(name) && value.length >= tokenLength) secrets.set(value, name);
    }
    for (const [secret, name] of secrets) {
      if (findSecret(text, secret)) this.#faults.push(`secret: ${name} in ${response.url()}`);
    }
  }
}

/** Whether it is a page or the data of one. The development pages are left out, because they show messages. */
function isPage(response: Response): boolean {
  const status = response.status();
  const redirects = status >= 300 && status < 400;
  const development = new URL(response.url()).pathname.startsWith('/dev/');
  return /html|x-script/.test(response.headers()['content-type'] ?? '') && !redirects && !development;
}
