import { type MailBrand, type MailContent, unsubscribable } from './content.ts';
import { renderMail } from './render.ts';

/** A mail ready to send. */
export interface OutgoingMail {
  from: { name: string; address: string };
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  links: string[];
  code: string | null;
  /** With its angle brackets. */
  messageId: string;
  headers: Record<string, string>;
}

/** Sends mails: by SMTP, or to the sandbox's outbox. */
export interface MailTransport {
  /**
   * @param signal aborts a delivery that takes too long
   * @throws MailRefused when retrying is useless
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** The mail server refused this mail permanently, with its SMTP code. Never contains the address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  readonly permanent = true;
  readonly status: number;

  constructor(status: number) {
    super(`The mail server refused the mail (${status})`);
    this.status = status;
  }
}

export interface MailRequest {
  to: string;
  /** The host whose brand the mail wears; null for the product's own. */
  brandHost: string | null;
  /**
   * What the mail says.
   * @param origin scheme and host for its links: of `brandHost` while it is registered, else of the base host (D15)
   */
  content(origin: string): MailContent;
  /** Derived from the job, so that a second run sends the same one and mailboxes drop it. */
  messageId: string;
  /** Needed for invitations, reminders and marketing: takes one-click POSTs (RFC 8058, D19). */
  unsubscribeUrl?(origin: string): string;
  replyTo?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface MailerOptions {
  transport: MailTransport;
  /** `Name <address>` or the bare address; the name is the brand's where it has one. */
  from: string;
  brandFor(host: string | null): Promise<MailBrand>;
}

/** Sends mails in the brand of a host. */
export class Mailer {
  readonly #transport: MailTransport;
  readonly #from: { name: string; address: string };
  readonly #brandFor: (host: string | null) => Promise<MailBrand>;

  constructor({ transport, from, brandFor }: MailerOptions) {
    this.#transport = transport;
    this.#from = parseAddress(from);
    this.#brandFor = brandFor;
  }

  /** @throws MailRefused when the server will never take it, other errors when a later try may succeed */
  async send(request: MailRequest): Promise<void> {
    for (const line of [request.to, request.messageId, ...Object.values(request.headers ?? {})]) {
      if (/[\r\n]/.test(line)) throw new Error('A mail header is one line');
    }
    const brand = await this.#brandFor(request.brandHost);
    const content = request.content(brand.url);
    const unsubscribeUrl = request.unsubscribeUrl?.(brand.url);
    if (unsubscribable.includes(content.category) && !unsubscribeUrl) {
      throw new Error(`A mail of category ${content.category} needs an address to unsubscribe`);
    }
    const rendered = renderMail(content, brand, { unsubscribeUrl });
    await this.#transport.send(
      {
        from: { name: brand.name || this.#from.name, address: this.#from.address },
        to: request.to,
        replyTo: request.replyTo ?? brand.supportEmail,
        subject: content.subject,
        ...rendered,
        messageId: this.#messageId(request.messageId),
        headers: { ...listHeaders(unsubscribeUrl), ...autoHeaders(content), ...request.headers },
      },
      request.signal,
    );
  }

  close(): void {
    this.#transport.close();
  }

  #messageId(id: string): string {
    if (/^<[^<>@\s]+@[^<>@\s]+>$/.test(id)) return id;
    const domain = this.#from.address.split('@')[1] ?? 'localhost';
    return `<${id.replaceAll(/[^A-Za-z0-9._-]/g, '-')}@${domain}>`;
  }
}

function listHeaders(unsubscribeUrl: string | undefined): Record<string, string> {
  if (!unsubscribeUrl) return {};
  return {
    'List-Unsubscribe': `<${new URL(unsubscribeUrl).href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Keeps answering machines from answering. */
function autoHeaders(content: MailContent): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Feedback-ID': content.category,
  };
}

function parseAddress(from: string): { name: string; address: string } {
  const named = /^\s*"?([^"<]*?)"?\s*<([^<>\s]+@[^<>\s]+)>\s*$/.exec(from);
  return named ? { name: named[1] ?? '', address: named[2] ?? '' } : { name: '', address: from.trim() };
}
