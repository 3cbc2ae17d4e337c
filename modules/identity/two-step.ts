import { z } from 'zod';
import { type Caller, changesOf, operation, SECOND, signedIn, type Work } from '#modules/platform/index.ts';
import { identityAudit } from './audit.ts';
import { liveCodes, requestCode, resendWait, tryCode, useCode } from './codes.ts';
import { methodFields, secondStepFields } from './fields.ts';
import { identityLimits } from './limits.ts';
import { Refusal } from './refusals.ts';
import { type CodeChannel, maskEmail, maskPhone } from './rules.ts';
import { holdSession, openSession } from './sessions.ts';
import { rememberBrowser } from './trusted-browsers.ts';

interface Method {
  id: 'user_email' | 'user_mobile';
  contact_method: CodeChannel;
  contact_value: string;
}

/** How the second step can reach a person, the preferred way first: email always, the phone once it is verified. */
async function listMethods({ db }: Pick<Work, 'db'>, accountId: string): Promise<Method[]> {
  const row = await db
    .selectFrom('account')
    .select(['emailaddress', 'mobile', 'mobile_verified_at', 'two_step_method'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  const methods: Method[] = [{ id: 'user_email', contact_method: 'EMAIL', contact_value: row.emailaddress }];
  if (row.mobile_verified_at && row.mobile !== '') {
    const text: Method = { id: 'user_mobile', contact_method: 'SMS', contact_value: row.mobile };
    if (row.two_step_method === 'SMS') methods.unshift(text);
    else methods.push(text);
  }
  return methods;
}

const masked = (method: Method) =>
  method.contact_method === 'EMAIL' ? maskEmail(method.contact_value) : maskPhone(method.contact_value);

/** The ways to get a code, masked: somebody who knows only the password must not learn the address. */
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
    const live = await liveCodes(work, accountId, 'two-step')
      .select(['channel', 'destination'])
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', work.now)]))
      .where('tries', '<', identityLimits['code.tries-count'])
      .executeTakeFirst();
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
 * The second step (doc1 §7): checks a code if one is given, else sends one. Staged, so that a refusal does not take back
 * the counted try.
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
    const codeId = await tryCode(work, accountId, 'two-step', input.code);
    await work.apart(async (inside) => {
      await holdSession(inside, { accountId, sessionId });
      await useCode(inside, codeId);
      await openSession(inside, { accountId, twoStepAt: inside.now });
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
