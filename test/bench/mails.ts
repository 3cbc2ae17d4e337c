import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import { handle, job, newId, type OutgoingMail, type Portal, tryLimits } from '#modules/platform/index.ts';
import { SmtpTransport } from '#modules/platform/mail/smtp.ts';
import type { Measured } from './figures.ts';
import { timed, workerWith } from './jobs.ts';

const count = 2_000;

const mailJob = job({
  name: 'bench.mail',
  priority: 2,
  timeout: tryLimits.rows,
  payload: z.object({ id: z.number() }),
});

/** A letter of typical length. */
const letter: Omit<OutgoingMail, 'to' | 'messageId'> = {
  from: { name: 'ShieldHub', address: 'no-reply@example.com' },
  replyTo: null,
  subject: 'Your application was submitted',
  text: 'The agency works on it now. '.repeat(40),
  html: `<p>${'The agency works on it now. '.repeat(40)}</p>`.repeat(4),
  headers: {},
  attachments: [],
  links: [],
  code: null,
  deliveryId: null,
  recordId: null,
};

/** Emails per second, from the queue to an SMTP server on this machine that discards them. */
export async function measureMails(portal: Portal): Promise<Measured[]> {
  let taken = 0;
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.resume();
      stream.once('end', () => {
        taken += 1;
        done();
      });
    },
  });
  await new Promise<void>((done) => sink.listen(0, '127.0.0.1', done));
  const address = sink.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const transport = new SmtpTransport({ url: `smtp://127.0.0.1:${port}` });
  const send = handle(mailJob, async (_portal, { id }) => {
    await transport.send({ ...letter, to: `person${id}@example.com`, messageId: `<${newId()}@example.com>` });
  });
  try {
    const seen = await timed(portal, mailJob.name, count, () => workerWith(portal, [send]));
    if (taken !== count) throw new Error(`${taken} of ${count} mails arrived`);
    return [{ name: 'mails through a local SMTP server', unit: '/s', seen, goal: { atLeast: 200 } }];
  } finally {
    transport.close();
    await new Promise<void>((done) => sink.close(() => done()));
  }
}
