import { z } from 'zod';
import { lengths } from '#modules/platform/fields/kinds.ts';
import {
  findCode,
  HOUR,
  operation,
  plainText,
  readPhone,
  sameSecret,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { networkLimits, networkTimings } from '../limits.ts';
import { type NetworkCaller, networkOwner } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { hashSmsCode } from './code.ts';
import { afterRightTry, countTry, mismatch, orderCode, requireSends, requireTries } from './counting.ts';
import { isOver, readFlow, requireStep } from './flow.ts';
import { sendSmsQuestion } from './jobs.ts';
import { describeFlow, smsAnswer } from './reading.ts';

const length = networkLimits['sms.digits'];

/** Four digits, which `find` looks for in what was typed or pasted. */
const digits = (find: (typed: string) => string | null) =>
  plainText(lengths.formatted).transform((typed, context) => {
    const found = find(typed);
    if (found !== null) return found;
    context.addIssue({ code: 'custom', message: `Enter all ${length} digits` });
    return z.NEVER;
  });

const findDigits = (typed: string) => findCode(typed, length, 'digits');

export const provingInputs = {
  /** The last digits of a number, or all of it. */
  phonenumber: digits((typed) => readPhone(typed)?.slice(-length) ?? findDigits(typed)),
  verificationcode: digits(findDigits),
};
const invitation = z.object({ networkinvitationid: z.uuid() });

/** How often one account may try, over all invitations, so that guessing goes no faster with many invitations. */
const throttle = { by: 'account', limit: 120, per: HOUR } as const;

/**
 * Step 1 of SMS Accept (doc1 §4): with the last four digits of the person's number, the caller has a code sent to it.
 * @throws Refusal network.sms-number-mismatch, network.sms-locked, network.sms-sends-used, or the obstacle
 */
export const proveSmsNumber = operation({
  name: 'network.prove-sms-number',
  summary: 'Confirms the last four digits of an invited person’s number, and sends a code to it.',
  access: networkOwner('admin'),
  // Tries are counted before the transaction, and stay counted if it fails.
  kind: 'staged',
  throttle,
  input: invitation.extend({ phonenumber: provingInputs.phonenumber }),
  output: smsAnswer,
  async run(work, { networkinvitationid: id, phonenumber }) {
    const flow = await readFlow(work, id);
    requireStep(flow, work.now, 'number');
    requireTries(flow, work.now);
    requireSends(flow, work.now);
    const left = await countTry(work, flow);
    const number = flow.number ?? '';
    if (!sameSecret(number.slice(-networkLimits['sms.digits']), phonenumber)) {
      throw mismatch('network.sms-number-mismatch', 'phonenumber', left);
    }
    await work.apart(async (apart) => {
      const optedOut = await hasOptedOut(apart, number);
      const moved = await afterRightTry(apart, id)
        .set(optedOut ? { state: 'unanswered', opted_out: true } : { state: 'code', mobile: number })
        .where('state', '=', 'number')
        .returning('connection_id')
        .executeTakeFirst();
      if (!moved) throw new Refusal('network.not-in-this-state', { detail: 'proven at the same time' });
      if (!optedOut) await orderCode(apart, flow);
      await apart.audit({
        action: networkAudit.smsNumberProven,
        object: { type: 'connection', id },
        detail: { sent: !optedOut },
      });
    });
    return describeFlow(work, id);
  },
});

/**
 * Step 2: with the code that the person told them, the caller has the person asked by text whether they accept.
 * @throws Refusal network.sms-code-mismatch, network.sms-code-over, network.sms-locked, network.sms-busy, or the
 * obstacle
 */
export const proveSmsCode = operation({
  name: 'network.prove-sms-code',
  summary: 'Confirms the code that was sent to an invited person, and asks them by text message.',
  access: networkOwner('admin'),
  kind: 'staged',
  throttle,
  input: invitation.extend({ verificationcode: provingInputs.verificationcode }),
  output: smsAnswer,
  async run(work, { networkinvitationid: id, verificationcode }) {
    const flow = await readFlow(work, id);
    const { now, portal } = work;
    requireStep(flow, now, 'code');
    requireTries(flow, now);
    const { code_hash: hash, mobile, sending } = flow;
    if (hash === null || mobile === null || isOver(flow.code_expires_at, now)) {
      throw new Refusal('network.sms-code-over', { field: 'verificationcode' });
    }
    const left = await countTry(work, flow);
    if (!sameSecret(hash, hashSmsCode(portal.keys, { id, sending }, verificationcode))) {
      throw mismatch('network.sms-code-mismatch', 'verificationcode', left);
    }
    await work.apart((apart) => ask(apart, { id, hash, mobile, sending }));
    return describeFlow(work, id);
  },
});

interface Proven {
  id: string;
  hash: string;
  mobile: string;
  sending: number;
}

async function ask(work: Work<NetworkCaller>, { id, hash, mobile, sending }: Proven): Promise<void> {
  await takeTransactionLock(work.db, `sms-accept:${mobile}`);
  await endWaits(work, mobile);
  const until = new Date(work.now.getTime() + networkTimings['sms.answer-wait']);
  const moved = await afterRightTry(work, id)
    .set({ state: 'waiting', code_hash: null, code_expires_at: null, waiting_until: until })
    .where('state', '=', 'code')
    // Of two requests with the right code at the same time, the second is refused.
    .where('code_hash', '=', hash)
    .returning('connection_id')
    .executeTakeFirst();
  if (!moved) throw new Refusal('network.sms-code-over', { field: 'verificationcode' });
  await work.enqueue(sendSmsQuestion, { connectionId: id, sending });
  await work.audit({ action: networkAudit.smsCodeProven, object: { type: 'connection', id } });
}

/**
 * Ends questions to a number that have waited too long for an answer.
 * @throws Refusal network.sms-busy if another question is still waiting
 */
async function endWaits(work: Pick<Work, 'db' | 'now'>, mobile: string): Promise<void> {
  await work.db
    .updateTable('sms_acceptance')
    .set({ state: 'unanswered', mobile: null, waiting_until: null })
    .where('mobile', '=', mobile)
    .where('state', '=', 'waiting')
    .where('waiting_until', '<=', work.now)
    .execute();
  const other = await work.db
    .selectFrom('sms_acceptance')
    .select('connection_id')
    .where('mobile', '=', mobile)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (other) throw new Refusal('network.sms-busy');
}

async function hasOptedOut({ db }: Pick<Work, 'db'>, mobile: string): Promise<boolean> {
  const found = await db
    .selectFrom('sms_opt_out')
    .select('mobile')
    .where('mobile', '=', mobile)
    .executeTakeFirst();
  return found !== undefined;
}
