import type { KeyRing } from '../crypto/index.ts';
import { preferenceCode, unsubscribeToken } from './codes.ts';
import type { MailBrand } from './content.ts';
import type { Letter, MailKind } from './declaration.ts';
import type { FooterLinks } from './footer.ts';
import { type MailGroup, type MailPreferences, wantsGroup } from './groups.ts';
import { renderMail } from './render.ts';
import { withoutSecrets } from './shown-again.ts';

/** A file that is attached to a mail. */
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
  /**
   * The provider includes it in its events about this mail, and counts how often the mail is opened. null if it must
   * not do either.
   */
  deliveryId: string | null;
  /** The id of its record, which the provider includes in its events as well. null if nobody's account has the address. */
  recordId: string | null;
}

/** Sends mails: through SMTP, through a provider's API, or to the sandbox's outbox. */
export interface MailTransport {
  /**
   * @param signal aborts a delivery that takes too long
   * @throws MailRefused if retrying is useless
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>;
  /** @throws if the service cannot be reached or refuses the credentials */
  check(): Promise<void>;
  close(): void;
}

/** Why no mail at all can be delivered to an address, according to the mail server. */
export type DeadMailbox = 'no-such-mailbox' | 'mailbox-disabled';

/** The mail server refused this mail permanently, with its SMTP code. Never contains the address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  readonly permanent = true;
  readonly status: number;
  /** null if the refusal is about this mail or this sender, not the mailbox. */
  readonly mailbox: DeadMailbox | null;

  constructor(status: number, mailbox: DeadMailbox | null = null) {
    super(`The mail server refused the mail (${status})`);
    this.status = status;
    this.mailbox = mailbox;
  }
}

/** A person, whose mail goes to the address of the account, or an address that may not belong to an account. */
export type MailRecipient = { accountId: string } | { address: string };

/** What becomes of a mail before its provider reports anything. */
interface MailRecord {
  accountId: string;
  /** The name of its kind. */
  kind: string;
  messageId: string;
  subject: string;
  address: string;
  /** Of the template. */
  version: number;
  /** What the reader got, without codes and links; null if nothing was sent. */
  text: string | null;
  state: 'sending' | 'suppressed';
}

/** Keeps which mails a person got. */
export interface MailRecords {
  /** @returns the id of the record; a later try of the same mail has the same one */
  begin(mail: MailRecord): Promise<string>;
  /** The mail server accepted the mail, or refused it for good. */
  end(recordId: string, state: 'sent' | 'failed'): Promise<void>;
}

/** The recipient's current address and preferences. */
export interface MailReader {
  /** The account that has the address; null if none has. */
  accountId: string | null;
  address: string;
  preferences: MailPreferences;
  /** Whether a mail server has permanently refused the address. */
  suppressed: boolean;
}

export interface MailContext {
  /**
   * The host whose brand the mail has; null for the product's own brand, which also replaces a host that no longer
   * exists (D15).
   */
  host: string | null;
  /** Made from the job, so that a second run sends the same id and mailboxes drop the duplicate. */
  messageId: string;
  signal?: AbortSignal;
  /** Where replies go; the brand's support address by default. */
  replyTo?: string;
  attachments?: readonly MailAttachment[];
  /**
   * The id with which the mail provider's events about this mail come back. Only for a kind that is declared as
   * `followed`.
   */
  deliveryId?: string;
}

export interface MailerOptions {
  transport: Pick<MailTransport, 'send'>;
  /** Has connections of its own, so that security mails do not wait for other mails whose delivery hangs (D125). */
  securityTransport: Pick<MailTransport, 'send'>;
  keys: KeyRing;
  brandFor(host: string | null): Promise<MailBrand>;
  /** Null if the account no longer exists. */
  findReader(recipient: MailRecipient): Promise<MailReader | null>;
  /** Called if a mail server has permanently refused an address. */
  onDeadMailbox(address: string, mailbox: DeadMailbox): Promise<void>;
  records: MailRecords;
  /** Called for a mail that is not sent because the recipient does not want it, cannot get it, or no longer exists. */
  onSuppressed(mail: { mail: string; group: string; messageId: string }): void;
}

/** Sends mails with the brand of a host to recipients who want them. */
export class Mailer {
  readonly #options: MailerOptions;

  constructor(options: MailerOptions) {
    this.#options = options;
  }

  /**
   * Sends a mail; all mails are sent through this. Links, brand and footer are those of the context's host, or of the
   * base host if that host is no longer registered.
   * @returns 'suppressed' if the recipient does not want mails of this group, cannot get any, or has no account any
   * more
   * @throws MailRefused if the server will never accept it, other errors if a later try may succeed
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
    if (!reader || !isReached(kind.group, reader)) {
      onSuppressed({ mail: kind.name, group: kind.group, messageId: context.messageId });
      if (reader) {
        const brand = await brandFor(context.host);
        const { subject } = letter.content(brand.url, brand.timeZone);
        await this.#begin(reader, kind, context, { subject, text: null }, 'suppressed');
      }
      return 'suppressed';
    }
    for (const line of [reader.address, context.messageId, context.replyTo ?? '']) {
      if (/[\r\n]/.test(line)) throw new Error('A mail header must be a single line');
    }
    const brand = await brandFor(context.host);
    if (!brand.senderAddress) throw new Error('The portal is not set up yet: it has no address to send from');
    const content = letter.content(brand.url, brand.timeZone);
    const links = this.#footerLinks(kind, reader.address, brand.url);
    const rendered = renderMail(content, brand, links);
    const kept = { subject: content.subject, text: withoutSecrets(rendered) };
    const recordId = await this.#begin(reader, kind, context, kept, 'sending');
    await this.#send(
      kind.group === 'security' ? this.#options.securityTransport : this.#options.transport,
      {
        from: { name: brand.name, address: brand.senderAddress },
        to: reader.address,
        replyTo: context.replyTo ?? brand.supportEmail,
        subject: content.subject,
        ...rendered,
        messageId: messageIdOf(
          context.deliveryId ? `${context.messageId}.${context.deliveryId}` : context.messageId,
          brand.senderAddress,
        ),
        headers: { ...listHeaders(links.unsubscribeUrl), ...autoHeaders(kind) },
        attachments: context.attachments ?? [],
        deliveryId: context.deliveryId ?? null,
        recordId,
      },
      context.signal,
    );
    return 'sent';
  }

  async #send(
    transport: Pick<MailTransport, 'send'>,
    mail: OutgoingMail,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { onDeadMailbox, records } = this.#options;
    try {
      await transport.send(mail, signal);
    } catch (error) {
      if (error instanceof MailRefused) {
        if (mail.recordId) await records.end(mail.recordId, 'failed');
        if (error.mailbox) await onDeadMailbox(mail.to, error.mailbox);
      }
      throw error;
    }
    if (mail.recordId) await records.end(mail.recordId, 'sent');
  }

  /** Only mails to the address of an account are recorded. */
  async #begin(
    { accountId, address }: MailReader,
    { name, version }: MailKind,
    { messageId }: MailContext,
    kept: Pick<MailRecord, 'subject' | 'text'>,
    state: MailRecord['state'],
  ): Promise<string | null> {
    if (!accountId) return null;
    return this.#options.records.begin({
      accountId,
      kind: name,
      version,
      messageId,
      ...kept,
      address,
      state,
    });
  }

  #footerLinks({ list, securityCode }: MailKind, address: string, origin: string): FooterLinks {
    const { keys } = this.#options;
    return {
      preferencesUrl: securityCode ? null : `${origin}/emailpreferences/${preferenceCode(keys, address)}`,
      unsubscribeUrl: list ? `${origin}/unsubscribe/${unsubscribeToken(keys, list, address)}` : null,
    };
  }
}

/** Whether a mail of a group is sent. Security mails are also sent to suppressed addresses, because the reader may have just asked for a code (D19). */
export function isReached(group: MailGroup, { preferences, suppressed }: MailReader): boolean {
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

/** Keeps automatic replies, such as out-of-office messages, from being sent. */
function autoHeaders({ group }: MailKind): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Feedback-ID': group,
  };
}
