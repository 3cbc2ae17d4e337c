import { createTransport, type NodemailerError } from 'nodemailer';
import { SECOND } from '../browser.ts';
import { encodeWords, looksEncoded } from './encoded-words.ts';
import { type DeadMailbox, MailRefused, type MailTransport, type OutgoingMail } from './mailer.ts';

export interface SmtpOptions {
  /** smtp(s)://user:password@host:port */
  url: string;
  /** Milliseconds to wait for a connection or a reply. A whole delivery may take twice as long. */
  timeout?: number;
  /** How many connections are kept open. */
  connections?: number;
}

/** Sends by SMTP over a small connection pool. */
export class SmtpTransport implements MailTransport {
  readonly #transporter;
  readonly #timeout: number;

  constructor({ url, timeout = 20 * SECOND, connections = 5 }: SmtpOptions) {
    this.#timeout = timeout;
    this.#transporter = createTransport({
      url,
      pool: true,
      maxConnections: connections,
      maxMessages: 500,
      // The job is retried after a delay with the same Message-ID.
      maxRequeues: 0,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(mail: OutgoingMail, signal?: AbortSignal): Promise<void> {
    const deadline = AbortSignal.timeout(2 * this.#timeout);
    try {
      await this.#transporter.sendMail({
        ...headOf(mail),
        to: mail.to,
        replyTo: mail.replyTo ?? undefined,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        attachments: mail.attachments.map((file) => ({ ...file })),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
    } catch (error) {
      throw failureOf(error as NodemailerError);
    }
  }

  async check(): Promise<void> {
    await this.#transporter.verify().catch((error: NodemailerError) => {
      throw failureOf(
        error,
        checkFailures[error.code ?? ''] ?? 'The mail server does not answer as it should',
      );
    });
  }

  close(): void {
    this.#transporter.close();
  }
}

/**
 * Sender, subject and the other headers. nodemailer sends a subject of plain characters as it is. It encodes a name only
 * if it has another character, such as the no-break space that is added here.
 */
function headOf({ from, subject, headers }: OutgoingMail) {
  const sender = looksEncoded(from.name) ? { ...from, name: `${from.name}\u00a0` } : from;
  if (!looksEncoded(subject)) return { from: sender, subject, headers };
  const prepared = { prepared: true, foldLines: true, value: encodeWords(subject) };
  return { from: sender, headers: { ...headers, Subject: prepared } };
}

/** What a check says for the codes of nodemailer that lead to different repairs. */
const checkFailures: Partial<Record<string, string>> = {
  EDNS: 'No name server knows the host of the mail server',
  EAUTH: 'The mail server refused the user or the password',
  ESOCKET: 'The mail server cannot be reached',
  ECONNECTION: 'The mail server cannot be reached',
  ETIMEDOUT: 'The mail server does not answer',
  ETLS: 'The mail server does not encrypt as it should',
};

/** Leaves out the server's message, which repeats the recipient's address, because a failed job's error is stored. */
function failureOf(error: NodemailerError, words = 'The mail was not sent'): Error {
  const refused = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (refused && error.permanent) return new MailRefused(error.responseCode ?? 500, deadMailbox(error));
  const status = error.responseCode ? ` ${error.responseCode}` : '';
  return new Error(`${words} (${error.code ?? error.name}${status})`);
}

/** The enhanced status codes (RFC 3463) about the mailbox itself. Other refusals are about the sender or the mail. */
const noSuchMailbox = /\b5\.1\.(?:1|2|3|6|10)\b/;
const mailboxDisabled = /\b5\.2\.1\b/;

function deadMailbox({ code, response = '' }: NodemailerError): DeadMailbox | null {
  if (code !== 'EENVELOPE') return null;
  if (noSuchMailbox.test(response)) return 'no-such-mailbox';
  return mailboxDisabled.test(response) ? 'mailbox-disabled' : null;
}
