import type { z } from 'zod';
import {
  answerCall,
  type CallAnswer,
  type Caller,
  createVisit,
  type Operation,
  type Portal,
  type Visit,
  type Work,
} from '#modules/platform/index.ts';

export interface VisitorOptions {
  /** The host of the request, with its port; the base host by default. */
  host?: string;
  /** The client's address. */
  address?: string;
  agent?: string;
  /** If false, the request looks as if a page of another site had sent it. */
  sameOrigin?: boolean;
  /** If true, the request looks like the page's own polling. */
  polling?: boolean;
}

/** A portal whose operations are run by tests that act as browsers. */
export interface VisitedPortal extends Portal {
  /** A new browser. */
  visitor(options?: VisitorOptions): Visitor;
  /** Runs the jobs in the queue until nothing is due. */
  runJobs(): Promise<unknown>;
}

export interface VisitorAnswer extends Omit<CallAnswer, 'body'> {
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any call, looked into by assertions alone
  body: any;
}

/** One browser, as the portal sees it. It keeps its cookies between requests. */
export class Visitor {
  readonly #portal: Portal;
  readonly #options: VisitorOptions;
  readonly cookies = new Map<string, string>();

  constructor(portal: Portal, options: VisitorOptions = {}) {
    this.#portal = portal;
    this.#options = options;
  }

  /** A new request of this browser. */
  visit(options: VisitorOptions = {}): Visit {
    const { host, address, agent, sameOrigin, polling } = { ...this.#options, ...options };
    const at = host ?? this.#portal.config.baseHost;
    return createVisit({
      address: address ?? '203.0.113.10',
      agent: agent ?? 'Visitor/1.0',
      host: at,
      origin: new URL(this.#portal.config.publicUrl).protocol.concat('//', at),
      polling: polling ?? false,
      sameOrigin: sameOrigin ?? true,
      cookieHeader: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      setCookie: (line) => this.#take(line),
      secureCookies: this.#portal.config.cookies.secure,
      readCaller: (visit) => this.#portal.readCaller(visit),
    });
  }

  /**
   * Runs an operation as a page would.
   * @throws Refusal
   */
  perform<C, I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<C, I, O>,
    input: z.input<I>,
    options: VisitorOptions = {},
  ): Promise<z.output<O>> {
    return this.#portal.perform(operation, input, this.visit(options));
  }

  /** Runs `run` in a transaction of a request of this browser, for states that tests start with. */
  work<T>(name: string, run: (work: Work) => Promise<T>): Promise<T> {
    return this.#portal.transaction({ visit: this.visit(), caller: null, operation: name }, run);
  }

  /** Sends a call under /hub/api as a script would. A string as input is sent as it is. */
  async call(
    method: 'GET' | 'POST',
    path: string,
    input: unknown = {},
    options: VisitorOptions = {},
  ): Promise<VisitorAnswer> {
    const query = method === 'GET' ? (input as Record<string, string>) : {};
    const answer = await answerCall(this.#portal, this.visit(options), {
      method,
      path,
      search: new URLSearchParams(query),
      contentType: method === 'GET' ? undefined : 'application/json',
      readBody: async () => (typeof input === 'string' ? input : JSON.stringify(input)),
    });
    return { ...answer, body: JSON.parse(answer.body) };
  }

  /** The caller that the portal sees in this browser. */
  caller(): Promise<Caller | null> {
    return this.visit().caller();
  }

  #take(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const name = pair.slice(0, pair.indexOf('=')).trim();
    const value = pair.slice(pair.indexOf('=') + 1).trim();
    const ended = attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0');
    if (ended) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
