import type { BrowserContext, Page, Request, Response } from '@playwright/test';
import { findSecret } from '../checks/spellings.ts';

/** Codes that were sent in this process's journeys. */
const codes = new Set<string>();

/** Notes codes that pages may not hold. Those of six digits alone could be a number of a page by chance. */
export function noteCodes(sent: Iterable<string | null>): void {
  for (const code of sent) if (code && /^(?=.*[A-Z])[0-9A-Z]{6}$/.test(code)) codes.add(code);
}

/** Fields whose value is a secret of whoever types it. */
const secretFields = /^(password|confirmpassword|currentpassword|newpassword|ssn)$/;
/** Shorter ones, and addresses as passwords, may stand in a page for another reason. */
const isTelling = (value: string) => value.length >= 9 && !value.includes('@');
/** Journeys put shorter texts in place of a token. */
const tokenLength = 20;
const secretCookies = ['session', 'browser', 'known', 'recovery', 'recovery-grant'];

/**
 * Looks in every page that a browser is answered, and in the data of pages, for what belongs in none: passwords and SSNs
 * that were typed in this browser, its tokens, and codes that were sent, but for the page whose address brings the code.
 */
export class PageSecrets {
  readonly #typed = new Map<string, string>();
  readonly #looks: Promise<void>[] = [];
  readonly #context: BrowserContext;
  readonly #faults: string[];

  /** @param faults takes what was found */
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

  /** Until every page that was answered so far has been looked at. */
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
    // A page that is left while it loads has no text any more.
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

/** Pages and what they fetch of pages; not development's own, where messages are read. */
function isPage(response: Response): boolean {
  const status = response.status();
  const redirects = status >= 300 && status < 400;
  const development = new URL(response.url()).pathname.startsWith('/dev/');
  return /html|x-script/.test(response.headers()['content-type'] ?? '') && !redirects && !development;
}
