import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';
import { handlers } from '#jobs/index.ts';
import { forgetApplicant } from '#modules/applications/jobs.ts';
import { acceptTerms } from '#modules/enterprise/index.ts';
import { register } from '#modules/identity/index.ts';
import { sendCodeText, sendWelcome } from '#modules/identity/jobs.ts';
import { countJobs, newId, type RunningWorker, SECOND, startWorker } from '#modules/platform/index.ts';
import { enqueueJobs } from '#modules/platform/jobs/job.ts';
import { TwilioSms } from '#modules/platform/sms/index.ts';
import { eventually } from '#test/eventually.ts';
import { newPerson, PASSWORD } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** In milliseconds: the longest that a security code may take from the request to the mail server. */
export const CODE_LIMIT = 3 * SECOND;

/**
 * A portal whose mails go to a real SMTP server, and whose outside services never answer.
 * @param mailTime how long the server takes for a mail that is no code, in milliseconds; null if it never answers
 */
export async function busyPortal(mailTime: number | null) {
  /** When a mail with a code arrived, by its recipient. */
  const codes = new Map<string, number>();
  const ended = Promise.withResolvers<void>();
  let calls = 0;
  let mails = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', async () => {
        if (/^Feedback-ID: security\r$/m.test(text)) {
          for (const { address } of envelope.rcptTo) codes.set(address, performance.now());
          return done();
        }
        mails += 1;
        await Promise.race([ended.promise, ...(mailTime === null ? [] : [pause(mailTime)])]);
        done();
      });
    },
  });
  smtp.on('error', () => undefined); // connections that the portal closes at the end
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const silent = createServer((_request, response) => {
    calls += 1;
    void ended.promise.then(() => response.writeHead(503).end());
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const portal = await testPortal({
    environment: {
      MAIL: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      IDV: 'onfido',
      ONFIDO_URL: url,
      ONFIDO_API_TOKEN: 'api_live_us.token-of-the-tests',
      ONFIDO_WORKFLOW_ID: newId(),
      ONFIDO_WEBHOOK_TOKEN: 'webhook-token-of-the-tests',
    },
  });
  Object.assign(portal, {
    sms: new TwilioSms({ accountSid: 'AC', authToken: 'token', from: '+15125550100', baseUrl: url }),
  });
  const { accountId } = await newPerson(portal);

  /** Waits until fewer jobs are left. @returns how many */
  const fewerThan = (count: number) =>
    eventually(async () => {
      const { waiting, running } = await countJobs(portal.db);
      expect(waiting + running).toBeLessThan(count);
      return waiting + running;
    });

  return {
    portal,
    get calls() {
      return calls;
    },
    get mails() {
      return mails;
    },

    /** Enqueues mails that are no codes. */
    async enqueueMails(count: number): Promise<void> {
      await enqueueJobs(
        portal.db,
        sendWelcome,
        Array.from({ length: count }, () => ({ payload: { accountId } })),
      );
    },

    /** Enqueues calls of a service that never answers. */
    async enqueueCalls(count: number): Promise<void> {
      await enqueueJobs(
        portal.db,
        forgetApplicant,
        Array.from({ length: count }, () => ({ payload: { applicantId: newId() } })),
      );
    },

    /** Enqueues text messages with codes. */
    async enqueueTexts(count: number): Promise<void> {
      const jobs = [];
      for (let made = 0; made < count; made += 1) {
        const codeId = newId();
        const { accountId: owner } = await newPerson(portal);
        await portal.db
          .insertInto('verification_code')
          .values({
            id: codeId,
            account_id: owner,
            purpose: 'two-step',
            channel: 'SMS',
            destination: '5125550100',
            host: portal.config.baseHost,
            requested_at: portal.clock.now(),
          })
          .execute();
        jobs.push({ payload: { codeId } });
      }
      await enqueueJobs(portal.db, sendCodeText, jobs);
    },

    startWorker: () =>
      startWorker({
        pool: portal.pool,
        context: portal,
        handlers,
        schedules: [],
        log: portal.log,
        grace: 100,
      }),

    /**
     * Registers a person, who is mailed a code.
     * @returns the milliseconds until the mail server had it; Infinity after 20 seconds
     */
    async timeCode(): Promise<number> {
      const emailaddress = `waits-${newId()}@example.com`;
      const visitor = portal.visitor();
      await visitor.perform(register, {
        firstname: 'Wanda',
        lastname: 'Waits',
        businessname: '',
        emailaddress,
        mobile: '5125550100',
        password: PASSWORD,
      });
      await visitor.perform(acceptTerms, { accept_terms: 'YES' });
      const asked = performance.now();
      while (performance.now() - asked < 20 * SECOND) {
        const arrived = codes.get(emailaddress);
        if (arrived !== undefined) return Math.max(0, arrived - asked);
        await pause(10);
      }
      return Number.POSITIVE_INFINITY;
    },

    /** Answers what hangs, and stops the worker when it has done what is due. */
    async end(worker: RunningWorker): Promise<void> {
      ended.resolve();
      let left = Number.POSITIVE_INFINITY;
      while (left > 0) left = await fewerThan(left);
      await worker.stop();
      silent.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => smtp.close(() => resolve(null))),
        new Promise((resolve) => silent.close(resolve)),
      ]);
    },
  };
}
