import { type Answered, ask } from '../app/server/ask.ts';

const MOST_REDIRECTS = 10;

/**
 * A browser without script behind a TLS proxy: it sends requests to the port as the proxy would, stores cookies,
 * follows redirects within the portal, and sends the forms of the page that it shows.
 */
export class PlainBrowser {
  #port: number;
  readonly #origin: string;
  readonly #address: string;
  readonly #cookies = new Map<string, string>();
  /** Path and query of the current page. */
  path = '/';
  page: Answered = { status: 0, headers: {}, body: '' };

  /**
   * @param origin the origin of the portal, such as https://portal.example.test
   * @param address the address of the client
   */
  constructor(port: number, origin: string, address: string) {
    this.#port = port;
    this.#origin = origin;
    this.#address = address;
  }

  /**
   * Opens a path or an address of the portal.
   * @returns the status
   */
  async open(target: string): Promise<number> {
    await this.#follow(await this.#ask(target));
    return this.page.status;
  }

  /**
   * Fills in the form that contains the button, and presses it. Other fields keep their values from the page.
   * @returns the address outside of the portal that the answer leads to; null if it stays in the portal
   */
  async press(button: string, values: Record<string, string> = {}): Promise<string | null> {
    const form = this.#forms().find(({ inner }) => buttonOf(inner, button) !== null);
    if (!form) throw new Error(`no button '${button}' at ${this.path}:\n${this.text}`);
    const fields = new URLSearchParams(shownFields(form.inner));
    const pressed = buttonOf(form.inner, button);
    for (const [name, value] of Object.entries(values)) {
      if (!namesOf(form.inner).has(name))
        throw new Error(`no field '${name}' beside '${button}' at ${this.path}`);
      fields.set(name, value);
    }
    if (pressed?.name) fields.set(pressed.name, pressed.value ?? '');
    const action = attribute(form.tag, 'action') ?? this.path;
    return this.#follow(await this.#ask(action, fields));
  }

  /** Sends a call under /hub/api as a script of the page would. */
  async call(path: string, input: object): Promise<Record<string, unknown>> {
    const answer = await this.post(path, input);
    return JSON.parse(answer.body);
  }

  /** The same, for an answer that may not come from the portal. */
  post(path: string, input: object): Promise<Answered> {
    return this.#send('POST', `/hub/api${path}`, 'application/json', JSON.stringify(input));
  }

  /** Opens a path without following redirects, and without leaving the current page. */
  get(path: string): Promise<Answered> {
    return this.#send('GET', path);
  }

  /** Sends the next requests to another port, with the same cookies. */
  at(port: number): this {
    this.#port = port;
    return this;
  }

  /** The text of the page, without tags. */
  get text(): string {
    const main = /<main.*?<\/main>/s.exec(this.page.body)?.[0] ?? this.page.body;
    return decode(main.replaceAll(/<(script|style).*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' ')).replaceAll(
      /\s+/g,
      ' ',
    );
  }

  #forms(): { tag: string; inner: string }[] {
    return [...this.page.body.matchAll(/(<form\b[^>]*>)(.*?)<\/form>/gs)].map(([, tag = '', inner = '']) => ({
      tag,
      inner,
    }));
  }

  async #follow(first: Answered): Promise<string | null> {
    let answer = first;
    for (let at = 0; answer.status >= 300 && answer.status < 400; at += 1) {
      const target = new URL(answer.headers.location ?? '/', this.#origin);
      if (target.origin !== this.#origin) return target.href;
      if (at > MOST_REDIRECTS) throw new Error(`${target.pathname} leads in a circle`);
      answer = await this.#ask(target.href);
    }
    this.page = answer;
    return null;
  }

  #ask(target: string, form?: URLSearchParams): Promise<Answered> {
    const url = new URL(target, new URL(this.path, this.#origin));
    if (url.origin !== this.#origin) throw new Error(`${url.origin} is not the portal`);
    this.path = url.pathname + url.search;
    return form
      ? this.#send('POST', this.path, 'application/x-www-form-urlencoded', form.toString())
      : this.#send('GET', this.path);
  }

  async #send(method: string, path: string, type?: string, body?: string): Promise<Answered> {
    const answer = await ask(this.#port, path, {
      method,
      headers: {
        Host: new URL(this.#origin).host,
        'X-Forwarded-For': this.#address,
        'X-Forwarded-Proto': 'https',
        'Sec-Fetch-Site': 'same-origin',
        'Sec-Fetch-Dest': 'document',
        Accept: 'text/html',
        Cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(body === undefined
          ? {}
          : { Origin: this.#origin, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of answer.headers['set-cookie'] ?? []) this.#take(line);
    return answer;
  }

  /** In production, a cookie is only for this host and never sent unencrypted. */
  #take(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (!name.startsWith('__Host-') || !attributes.includes('Secure'))
      throw new Error(`cookie ${name} is not safe`);
    if (attributes.includes('Max-Age=0')) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : decode(found);
}

function namesOf(form: string): Set<string> {
  return new Set(
    [...form.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([tag]) => attribute(tag, 'name') ?? ''),
  );
}

/** What a browser would send for a form that nobody has changed. */
function shownFields(form: string): [string, string][] {
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const [name, type] = [attribute(tag, 'name'), attribute(tag, 'type')];
    const off = (type === 'checkbox' || type === 'radio') && !/\schecked/.test(tag);
    return name === undefined || off
      ? []
      : [[name, attribute(tag, 'value') ?? (type === 'checkbox' ? 'on' : '')]];
  });
  const areas = [...form.matchAll(/(<textarea\b[^>]*>)(.*?)<\/textarea>/gs)].map(
    ([, tag = '', text = '']): [string, string] => [attribute(tag, 'name') ?? '', decode(text)],
  );
  return [...inputs, ...areas];
}

function buttonOf(form: string, label: string): { name?: string; value?: string } | null {
  for (const [, tag = '', text = ''] of form.matchAll(/(<button\b[^>]*>)(.*?)<\/button>/gs)) {
    if (decode(text.replaceAll(/<[^>]*>/g, '')).trim() !== label) continue;
    const [name, value] = [attribute(tag, 'name'), attribute(tag, 'value')];
    return { ...(name === undefined ? {} : { name }), ...(value === undefined ? {} : { value }) };
  }
  return null;
}

function decode(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
