import { z } from 'zod';
import { type Caller, changesOf, operation, SECOND, signedIn, type Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { liveCodes, requestCode, resendWait, tryCode, useCode } from '../codes.ts';
import { methodFields, secondStepFields } from '../fields.ts';
import { identityLimits } from '../limits.ts';
import { listUsable } from '../passkeys/use.ts';
import { Refusal } from '../refusals.ts';
import { type CodeChannel, type MethodKind, methodKinds } from '../rules.ts';
import { holdSession, openSession } from '../sessions/sessions.ts';
import { noteBrowser } from '../sign-in/known-browsers.ts';
import { noteLogin } from '../sign-in/last-login.ts';
import { answerMethod, listMethods, type Method, maskMethod, methodAnswer } from './contact-methods.ts';
import { tryAppCode, useAppCode } from './totp.ts';
import { rememberBrowser } from './trusted-browsers.ts';

/**
 * Before the second step, only proven methods are listed, and masked: a person who knows the password must not learn
 * the address.
 */
export const listVerificationMethods = operation({
  name: 'identity.list-verification-methods',
  summary: 'The methods that the person can use for the second step.',
  access: signedIn,
  kind: 'read',
  input: z.object({}),
  output: z.object({ verificationmethods: z.array(methodAnswer) }),
  async run(work) {
    const { accountId, twoStepDone } = work.caller;
    const methods = await listMethods(work, accountId);
    if (twoStepDone) return { verificationmethods: methods.map(answerMethod) };
    return {
      verificationmethods: methods
        .filter(({ verified }) => verified)
        .map((method) => answerMethod({ ...method, contact_value: maskMethod(method) })),
    };
  },
});

/** A way to take the second step. */
interface Way {
  kind: MethodKind;
  /** The method that the page names or the account prefers; null if a code that was sent in another way still works. */
  method: Method | null;
}

/**
 * What a person is asked for: the method that the page names, the code that was sent, or the account's preferred
 * method, in this order.
 */
async function chooseWay(
  work: Pick<Work, 'db' | 'now'>,
  accountId: string,
  specificmethod: string | undefined,
): Promise<Way> {
  const methods = (await listMethods(work, accountId)).filter(({ verified }) => verified);
  const named = methods.find(({ id }) => id === specificmethod);
  if (named) return { kind: named.contact_method, method: named };
  const sent = await findSent(work, accountId);
  const preferred = methods[0] ?? null;
  if (sent && preferred?.contact_method === 'OTPAPP') return { kind: sent.channel, method: null };
  return { kind: preferred?.contact_method ?? 'EMAIL', method: preferred };
}

/** The code of the second step that can still be entered, whether sent or about to be. */
function findSent(work: Pick<Work, 'db' | 'now'>, accountId: string) {
  return liveCodes(work, accountId, 'two-step')
    .select(['channel', 'destination'])
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', work.now)]))
    .where('tries', '<', identityLimits['code.tries-count'])
    .executeTakeFirst();
}

/** What /verify shows: what is asked for, where the code was sent and how long until another may be requested. */
export const getSecondStep = operation({
  name: 'identity.get-second-step',
  summary: 'The status of the second step.',
  access: signedIn,
  kind: 'read',
  input: changesOf(methodFields),
  output: z.object({
    contact_method: z.enum(methodKinds),
    sent: z.object({ contact_method: z.enum(['SMS', 'EMAIL']), contact_value: z.string() }).nullable(),
    resend_seconds: z.number(),
    /** Whether a passkey of this host can be used instead. */
    passkey: z.boolean(),
  }),
  async run(work, { specificmethod }) {
    const { accountId } = work.caller;
    const { kind, method } = await chooseWay(work, accountId, specificmethod);
    const passkey = (await listUsable(work, accountId)).length > 0;
    if (kind === 'OTPAPP') return { contact_method: kind, sent: null, resend_seconds: 0, passkey };
    const live = await findSent(work, accountId);
    const to = method?.contact_value ?? live?.destination;
    const wait = to === undefined ? 0 : await resendWait(work, accountId, 'two-step', to);
    return {
      contact_method: kind,
      sent: live ? { contact_method: live.channel, contact_value: maskSent(live) } : null,
      resend_seconds: Math.ceil(wait / SECOND),
      passkey,
    };
  },
});

function maskSent({ channel, destination }: { channel: CodeChannel; destination: string }): string {
  return maskMethod({
    id: '',
    contact_method: channel,
    contact_value: destination,
    verified: true,
    is_primary: false,
  });
}

/**
 * The second step (doc1 §7): checks a code if one is given, otherwise sends one if the method is one that sends.
 * Staged, so that a refusal does not undo the counted try.
 */
export const twoStepVerify = operation({
  name: 'identity.two-step-verify',
  summary: 'Sends the code of the second step, or checks it.',
  access: signedIn,
  kind: 'staged',
  inPersonOnly: true,
  input: changesOf({ ...secondStepFields, ...methodFields }).extend({
    method: z.enum(methodKinds).optional(),
  }),
  throttle: { by: 'account', limit: 60, per: 60 * 60 * SECOND },
  output: z.object({}),
  async run(work, { code, rememberbrowser, ...wanted }) {
    const { accountId, twoStepDone } = work.caller;
    if (twoStepDone) return {};
    if (code === undefined) {
      await work.apart((inside) => sendSecondStep(inside, accountId, wanted));
      return {};
    }
    const use = await tryTyped(work, code, wanted.specificmethod);
    await passSecondStep(work, { use, remember: rememberbrowser ?? false });
    return {};
  },
});

/** @returns a function that uses up the code, to be run in the transaction that passes the step */
async function tryTyped(
  work: Work<Caller>,
  code: string,
  specificmethod: string | undefined,
): Promise<(inside: Work<Caller>) => Promise<void>> {
  const { accountId } = work.caller;
  const { kind, method } = await chooseWay(work, accountId, specificmethod);
  if (kind === 'OTPAPP' && method) {
    const methodId = method.id;
    const step = await tryAppCode(work, { accountId, methodId }, code);
    return (inside) => useAppCode(inside, methodId, step);
  }
  const codeId = await tryCode(work, accountId, 'two-step', code);
  return (inside) => useCode(inside, codeId);
}

/** Uses up the proof and marks the second step as done, giving the session a new id (D10). */
export async function passSecondStep(
  work: Work<Caller>,
  { use, remember }: { use: (inside: Work<Caller>) => Promise<void>; remember: boolean },
): Promise<void> {
  const { accountId, sessionId } = work.caller;
  await work.apart(async (inside) => {
    // This comes before the session is locked, because a change of the password also locks the account first.
    await noteLogin(inside, accountId);
    await holdSession(inside, { accountId, sessionId });
    await use(inside);
    await openSession(inside, { accountId, twoStepAt: inside.now });
    if (remember) await rememberBrowser(inside, accountId);
    await noteBrowser(inside, accountId);
    await inside.audit({
      action: identityAudit.secondStepPassed,
      about: accountId,
      detail: { rememberbrowser: remember },
    });
  });
}

async function sendSecondStep(
  work: Work<Caller>,
  accountId: string,
  wanted: { method?: MethodKind | undefined; specificmethod?: string | undefined },
): Promise<void> {
  const methods = await listMethods(work, accountId);
  const found = methods.find(
    ({ id, contact_method, verified }) =>
      verified &&
      (wanted.specificmethod === undefined || wanted.specificmethod === id) &&
      (wanted.method === undefined || wanted.method === contact_method),
  );
  if (!found) throw new Refusal('identity.code-method-unknown', { field: 'specificmethod' });
  // An authenticator app makes its codes itself, so nothing is sent.
  if (found.contact_method === 'OTPAPP') return;
  await requestCode(work, {
    accountId,
    purpose: 'two-step',
    channel: found.contact_method,
    destination: found.contact_value,
  });
}
