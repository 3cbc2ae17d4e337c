import { z } from 'zod';
import {
  type Caller,
  changesOf,
  operation,
  SECOND,
  signedIn,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from './audit.ts';
import { requestCode, resendWait, tryCode, useCode } from './codes.ts';
import { methodFields, secondStepFields } from './fields.ts';
import { identityLimits } from './limits.ts';
import { Refusal } from './refusals.ts';
import { type CodeChannel, maskEmail, maskPhone, type TwoStepMethod } from './rules.ts';
import { holdSession, openSession } from './sessions.ts';
import { rememberBrowser } from './trusted-browsers.ts';

interface Method {
  id: 'user_email' | 'user_mobile';
  contact_method: CodeChannel;
  contact_value: string;
}

interface Contacts {
  emailaddress: string;
  mobile: string;
  mobile_verified: boolean;
  two_step_method: TwoStepMethod;
}

/** How the second step can reach a person: the address always, the phone once it is verified. The preferred one first. */
async function listMethods(work: Pick<Work, 'row'>, accountId: string): Promise<Method[]> {
  const row = await work.row(sql<Contacts>`
    select emailaddress::text as emailaddress, mobile, mobile_verified_at is not null as mobile_verified,
      two_step_method from account where id = ${accountId}`);
  if (!row) throw new Refusal('not-found');
  const methods: Method[] = [{ id: 'user_email', contact_method: 'EMAIL', contact_value: row.emailaddress }];
  if (row.mobile_verified && row.mobile !== '') {
    const text: Method = { id: 'user_mobile', contact_method: 'SMS', contact_value: row.mobile };
    if (row.two_step_method === 'SMS') methods.unshift(text);
    else methods.push(text);
  }
  return methods;
}

const masked = (method: Method) =>
  method.contact_method === 'EMAIL' ? maskEmail(method.contact_value) : maskPhone(method.contact_value);

/** The ways to get a code, masked: whoever knows only the password learns no address from them. */
export const listVerificationMethods = operation({
  name: 'identity.list-verification-methods',
  summary: 'Lists the ways in which the second step can reach the person.',
  access: signedIn,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    verificationmethods: z.array(
      z.object({ id: z.string(), contact_method: z.enum(['SMS', 'EMAIL']), contact_value: z.string() }),
    ),
  }),
  async run(work) {
    const methods = await listMethods(work, work.caller.accountId);
    return { verificationmethods: methods.map((method) => ({ ...method, contact_value: masked(method) })) };
  },
});

/** What /verify shows: where the code goes and how long until another may be asked for. */
export const getSecondStep = operation({
  name: 'identity.get-second-step',
  summary: 'Says where the second step stands.',
  access: signedIn,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    sent: z.object({ contact_method: z.enum(['SMS', 'EMAIL']), contact_value: z.string() }).nullable(),
    resend_seconds: z.number(),
  }),
  async run(work) {
    const { accountId } = work.caller;
    const live = await work.row(sql<{ channel: CodeChannel; destination: string }>`
      select channel, destination from verification_code
      where account_id = ${accountId} and purpose = 'two-step' and used_at is null and voided_at is null
        and (expires_at is null or expires_at > ${work.now}) and tries < ${identityLimits['code.tries-count']}`);
    const wait = live ? await resendWait(work, accountId, 'two-step') : 0;
    return {
      sent: live
        ? {
            contact_method: live.channel,
            contact_value:
              live.channel === 'EMAIL' ? maskEmail(live.destination) : maskPhone(live.destination),
          }
        : null,
      resend_seconds: Math.ceil(wait / SECOND),
    };
  },
});

/**
 * The second step (doc1 §7): with a code it is checked, with a method (or neither) a code is sent. Staged, so that the
 * tries survive a refusal.
 */
export const twoStepVerify = operation({
  name: 'identity.two-step-verify',
  summary: 'Sends the code of the second step, or checks it.',
  access: signedIn,
  kind: 'staged',
  inPersonOnly: true,
  input: changesOf({ ...secondStepFields, ...methodFields }).extend({
    method: z.enum(['EMAIL', 'SMS']).optional(),
  }),
  throttle: { by: 'account', limit: 60, per: 60 * 60 * SECOND },
  output: z.object({}),
  async run(work, input) {
    const { accountId, sessionId, twoStepDone } = work.caller;
    if (twoStepDone) return {};
    if (input.code === undefined) {
      await work.apart((inside) => sendSecondStep(inside, accountId, input));
      return {};
    }
    const { codeId } = await tryCode(work, { accountId }, 'two-step', input.code);
    await work.apart(async (inside) => {
      await holdSession(inside, { accountId, sessionId });
      await useCode(inside, codeId);
      await openSession(inside, { accountId, twoStepDone: true, remembered: false });
      if (input.rememberbrowser) await rememberBrowser(inside, accountId);
      await inside.audit({
        action: identityAudit.secondStepPassed,
        about: accountId,
        detail: { rememberbrowser: input.rememberbrowser ?? false },
      });
    });
    return {};
  },
});

async function sendSecondStep(
  work: Work<Caller>,
  accountId: string,
  wanted: { method?: CodeChannel | undefined; specificmethod?: string | undefined },
): Promise<void> {
  const methods = await listMethods(work, accountId);
  const method = methods.find(
    ({ id, contact_method }) =>
      (wanted.specificmethod === undefined || wanted.specificmethod === id) &&
      (wanted.method === undefined || wanted.method === contact_method),
  );
  if (!method) throw new Refusal('identity.code-method-unknown', { field: 'specificmethod' });
  await requestCode(work, {
    accountId,
    purpose: 'two-step',
    channel: method.contact_method,
    destination: method.contact_value,
  });
}
