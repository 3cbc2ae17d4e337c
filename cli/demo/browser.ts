import type { z } from 'zod';
import { createVisit, type Operation, type Portal, type Visit, type Work } from '#modules/platform/index.ts';

export interface BrowserOptions {
  /** The host to visit, with its port; by default the base host. */
  host?: string;
  /** The IP address, which throttles count by. */
  address?: string;
  agent?: string;
}

/** Takes the part of a browser: keeps cookies and runs operations as pages do. */
export class Browser {
  readonly #portal: Portal;
  readonly #options: BrowserOptions;
  readonly #cookies = new Map<string, string>();

  constructor(portal: Portal, options: BrowserOptions = {}) {
    this.#portal = portal;
    this.#options = options;
  }

  /** @throws Refusal */
  perform<C, I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<C, I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>> {
    return this.#portal.perform(operation, input, this.#visit());
  }

  /** Runs `run` in a transaction of this browser's visit. */
  work<T>(name: string, run: (work: Work) => Promise<T>): Promise<T> {
    return this.#portal.transaction({ visit: this.#visit(), caller: null, operation: name }, run);
  }

  #visit(): Visit {
    const { config } = this.#portal;
    const host = this.#options.host ?? config.baseHost;
    return createVisit({
      address: this.#options.address ?? '198.51.100.1',
      agent: this.#options.agent ?? 'Mozilla/5.0 (demo data)',
      host,
      origin: `${new URL(config.publicUrl).protocol}//${host}`,
      polling: false,
      sameOrigin: true,
      cookieHeader: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      setCookie: (line) => this.#keep(line),
      secureCookies: config.cookies.secure,
      readCaller: (visit) => this.#portal.readCaller(visit),
    });
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    if (/;\s*Max-Age=0(;|$)/i.test(line)) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
