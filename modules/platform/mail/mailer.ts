import type { KeyRing } from '../crypto/index.ts';
import { preferenceCode, unsubscribeToken } from './codes.ts';
import type { MailBrand } from './content.ts';
import type { Letter, MailKind } from './declaration.ts';
import type { FooterLinks } from './footer.ts';
import { isUnsubscribable, type MailGroup, type MailPreferences, wantsGroup } from './groups.ts';
import { renderMail } from './render.ts';

/** A file that goes with a mail. */
export interface MailAttachment {
  filename: string;
  /** Such as `application/pdf`. */
  contentType: string;
  content: Buffer;
}

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
  attachments: readonly MailAttachment[];
  /** The provider repeats it in what it tells of this mail, and counts how often it is opened; null: it does neither. */
  deliveryId: string | null;
}

/** Sends mails: by SMTP, by a provider's API, or to the sandbox's outbox. */
export interface MailTransport {
  /**
   * @param signal aborts a delivery that takes too long
   * @throws MailRefused when retrying is useless
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** Why an address gets no mail from any sender, by the mail server's answer. */
export type DeadMailbox = 'no-such-mailbox' | 'mailbox-disabled';

/** The mail server refused this mail permanently, with its SMTP code. Never contains the address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  readonly permanent = true;
  readonly status: number;
  /** null where the refusal is about this mail or this sender. */
  readonly mailbox: DeadMailbox | null;

  constructor(status: number, mailbox: DeadMailbox | null = null) {
    super(`The mail server refused the mail (${status})`);
    this.status = status;
    this.mailbox = mailbox;
  }
}

/** A person, written to at the address of the account, or an address that may belong to nobody we know. */
export type MailRecipient = { accountId: string } | { address: string };

/** The address that a recipient has now, and what it chose. */
export interface MailReader {
  address: string;
  preferences: MailPreferences;
  /** A mail server has refused the address for good. */
  suppressed: boolean;
}

export interface MailContext {
  /** The host whose brand the mail wears; null for the product's own. Given up since, it counts as null (D15). */
  host: string | null;
  /** Derived from the job, so that a second run sends the same one and mailboxes drop it. */
  messageId: string;
  signal?: AbortSignal;
  /** Whom an answer reaches; the brand's support by default. */
  replyTo?: string;
  attachments?: readonly MailAttachment[];
  /** Under which the mail provider's events about this mail come back; for a kind that is declared as `followed`. */
  deliveryId?: string;
}

export interface MailerOptions {
  transport: MailTransport;
  keys: KeyRing;
  brandFor(host: string | null): Promise<MailBrand>;
  /** Null when the account is gone. */
  findReader(recipient: MailRecipient): Promise<MailReader | null>;
  /** Hears of an address that a mail server has just refused for good. */
  onDeadMailbox(address: string, mailbox: DeadMailbox): Promise<void>;
  /** Hears of a mail that its recipient does not want, or that has nobody to go to. */
  onSuppressed(mail: { mail: string; group: string; messageId: string }): void;
}

/** Sends mails in the brand of a host, to those who want them. */
export class Mailer {
  readonly #options: MailerOptions;

  constructor(options: MailerOptions) {
    this.#options = options;
  }

  /**
   * The one way a mail goes out. Links, brand and footer are those of the context's host, or of the base host once that
   * is no longer registered.
   * @returns 'suppressed' when the recipient wants no mail of this group or cannot get any, or the account is gone
   * @throws MailRefused when the server will never take it, other errors when a later try may succeed
   */
  async mailTo(
    recipient: MailRecipient,
    context: MailContext,
    letter: Letter,
  ): Promise<'sent' | 'suppressed'> {
    const { kind } = letter;
    if (context.deliveryId && !kind.followed) throw new Error(`The mail '${kind.name}' is not followed`);
    const { brandFor, findReader, onSuppressed } = this.#options;
    const reader = await findReader(recipient);
    if (!reader || !reaches(kind.group, reader)) {
      onSuppressed({ mail: kind.name, group: kind.group, messageId: context.messageId });
      return 'suppressed';
    }
    for (const line of [reader.address, context.messageId, context.replyTo ?? '']) {
      if (/[\r\n]/.test(line)) throw new Error('A mail header is one line');
    }
    const brand = await brandFor(context.host);
    if (!brand.senderAddress) throw new Error('The portal is not set up yet: it has no address to send from');
    const content = letter.content(brand.url);
    const links = this.#footerLinks(kind, reader.address, brand.url);
    await this.#send(
      {
        from: { name: brand.name, address: brand.senderAddress },
        to: reader.address,
        replyTo: context.replyTo ?? brand.supportEmail,
        subject: content.subject,
        ...renderMail(content, brand, links),
        messageId: messageIdOf(
          context.deliveryId ? `${context.messageId}.${context.deliveryId}` : context.messageId,
          brand.senderAddress,
        ),
        headers: { ...listHeaders(links.unsubscribeUrl), ...autoHeaders(kind) },
        attachments: context.attachments ?? [],
        deliveryId: context.deliveryId ?? null,
      },
      context.signal,
    );
    return 'sent';
  }

  async #send(mail: OutgoingMail, signal: AbortSignal | undefined): Promise<void> {
    const { transport, onDeadMailbox } = this.#options;
    try {
      await transport.send(mail, signal);
    } catch (error) {
      if (error instanceof MailRefused && error.mailbox) await onDeadMailbox(mail.to, error.mailbox);
      throw error;
    }
  }

  #footerLinks({ group, securityCode }: MailKind, address: string, origin: string): FooterLinks {
    const { keys } = this.#options;
    return {
      preferencesUrl: securityCode ? null : `${origin}/emailpreferences/${preferenceCode(keys, address)}`,
      unsubscribeUrl: isUnsubscribable(group)
        ? `${origin}/unsubscribe/${unsubscribeToken(keys, group, address)}`
        : null,
    };
  }
}

/** Security mails are tried at any address: the reader may have asked for a code just now (D19). */
function reaches(group: MailGroup, { preferences, suppressed }: MailReader): boolean {
  return wantsGroup(group, preferences) && (!suppressed || group === 'security');
}

function messageIdOf(id: string, sender: string): string {
  if (/^<[^<>@\s]+@[^<>@\s]+>$/.test(id)) return id;
  return `<${id.replaceAll(/[^A-Za-z0-9._-]/g, '-')}@${sender.split('@')[1]}>`;
}

function listHeaders(unsubscribeUrl: string | null): Record<string, string> {
  if (!unsubscribeUrl) return {};
  return {
    'List-Unsubscribe': `<${new URL(unsubscribeUrl).href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Keeps answering machines from answering. */
function autoHeaders({ group }: MailKind): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Feedback-ID': group,
  };
}
