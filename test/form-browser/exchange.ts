/** Requests and responses as journeys see them: the part of Playwright's interface that they use. */
import type { Received, Sent } from './transport.ts';

export type ResourceType = 'document' | 'stylesheet' | 'script' | 'image' | 'other';

export class FormRequest {
  readonly #sent: Sent;
  readonly #type: ResourceType;

  constructor(sent: Sent, type: ResourceType) {
    this.#sent = sent;
    this.#type = type;
  }

  url(): string {
    return this.#sent.url.href;
  }

  method(): string {
    return this.#sent.method;
  }

  headers(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.#sent.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
  }

  postData(): string | null {
    return this.#sent.body?.toString('utf8') ?? null;
  }

  resourceType(): ResourceType {
    return this.#type;
  }

  isNavigationRequest(): boolean {
    return this.#type === 'document';
  }
}

export class FormResponse {
  readonly #url: string;
  readonly #request: FormRequest | null;
  readonly #received: Received;

  constructor(url: URL, received: Received, request: FormRequest | null = null) {
    this.#url = url.href;
    this.#received = received;
    this.#request = request;
  }

  url(): string {
    return this.#url;
  }

  status(): number {
    return this.#received.status;
  }

  statusText(): string {
    return this.#received.statusText;
  }

  ok(): boolean {
    return this.status() >= 200 && this.status() <= 299;
  }

  headers(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.#received.headers).map(([name, value]) => [name, [value].flat().join('\n')]),
    );
  }

  headersArray(): { name: string; value: string }[] {
    return Object.entries(this.#received.headers).flatMap(([name, value]) =>
      [value].flat().map((each) => ({ name, value: each ?? '' })),
    );
  }

  async headerValue(name: string): Promise<string | null> {
    return this.headers()[name.toLowerCase()] ?? null;
  }

  request(): FormRequest {
    if (!this.#request) throw new Error('answers to requests without a page have no request');
    return this.#request;
  }

  async body(): Promise<Buffer> {
    return this.#received.body;
  }

  async text(): Promise<string> {
    return this.#received.body.toString('utf8');
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}
