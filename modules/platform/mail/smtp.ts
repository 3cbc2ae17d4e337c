import { createTransport, type NodemailerError } from 'nodemailer';
import { SECOND } from '../browser.ts';
import { MailRefused, type MailTransport, type OutgoingMail } from './mailer.ts';

export interface SmtpOptions {
  /** smtp(s)://user:password@host:port */
  url: string;
  /** Milliseconds without a word from the server, and for connecting; a whole delivery may take twice that. */
  timeout?: number;
  /** Connections kept open. */
  connections?: number;
}

/** Sends by SMTP over a few kept connections. */
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
      // The job tries again, with the same Message-ID and after a pause.
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
        from: mail.from,
        to: mail.to,
        replyTo: mail.replyTo ?? undefined,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: mail.headers,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
    } catch (error) {
      throw failureOf(error as NodemailerError);
    }
  }

  close(): void {
    this.#transporter.close();
  }
}

/** The server's words are left out: they repeat the recipient's address, and a failed job's error is stored. */
function failureOf(error: NodemailerError): Error {
  const refused = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (refused && error.permanent) return new MailRefused(error.responseCode ?? 500);
  const status = error.responseCode ? ` ${error.responseCode}` : '';
  return new Error(`The mail was not sent (${error.code ?? error.name}${status})`);
}
