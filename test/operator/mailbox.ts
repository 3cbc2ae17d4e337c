import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

/** A mail as it was received by SMTP. */
export interface ReceivedMail {
  from: string;
  to: string;
  /** Headers and both bodies, decoded. */
  text: string;
}

export interface Mailbox {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /**
   * Waits for the newest mail to an address that contains the pattern.
   * @returns the first group of the pattern
   */
  find(to: string, pattern: RegExp): Promise<string>;
  close(): Promise<void>;
}

/** An SMTP server that stores what it receives. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo[0]?.address ?? '',
          text: readable(Buffer.concat(chunks).toString('latin1')),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    find: (to, pattern) =>
      expect
        .poll(() => findIn(mails, to, pattern), { message: `a mail to ${to} with ${pattern}` })
        .not.toBe('')
        .then(() => findIn(mails, to, pattern)),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

function findIn(mails: readonly ReceivedMail[], to: string, pattern: RegExp): string {
  const found = mails.findLast((mail) => mail.to === to && pattern.test(mail.text));
  return (found && pattern.exec(found.text)?.[1]) ?? '';
}

/** Decodes soft line breaks and escapes of quoted-printable. */
function readable(raw: string): string {
  const bytes = raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
