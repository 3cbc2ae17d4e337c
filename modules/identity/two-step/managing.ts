import { z } from 'zod';
import {
  type Caller,
  changesOf,
  HOUR,
  operation,
  person,
  plainText,
  SECOND,
  type Work,
} from '#modules/platform/index.ts';
import { resendWait } from '../codes.ts';
import { changePasswordFields, codeFields } from '../fields.ts';
import { identityLimits } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { isOwnPassword } from '../registration.ts';
import { methodKinds, twoStepMethods } from '../rules.ts';
import { answerMethod, getMethod, listMethods, methodAnswer } from './contact-methods.ts';
import {
  changeMethods,
  copyToProfile,
  removeMethod,
  setPrimaryMethod,
  setUpEnds,
  startMethod,
  switchTwoStepOff,
  verifyMethod,
} from './method-changes.ts';
import { isProofNeeded, requirePassword, requireProof } from './proof.ts';
import { appAddress, openAppSecret } from './totp.ts';

const wanted = z.object({
  id: plainText(64).optional(),
  contact_method: z.enum(methodKinds).optional(),
  contact_value: plainText(254).optional(),
});
const one = z.object({ id: plainText(64) });

const input = changesOf({ ...codeFields, currentpassword: changePasswordFields.currentpassword }).extend({
  startmethod: wanted.optional(),
  verifymethod: one.optional(),
  removemethod: one.optional(),
  primarymethod: z
    .object({ id: plainText(64).optional(), contact_method: z.enum(twoStepMethods).optional() })
    .optional(),
  copytoprofile: one.optional(),
});
type Asked = z.output<typeof input>;

const nothing = { id: null, otpurl: null, recovery_codes: null };

/**
 * Starts, verifies, removes, prefers or copies a method (doc2 §7). Everything except entering the code of a started
 * method needs the current password or a recent second step (D14). Switching off needs the password itself (D11).
 */
export const manageTwoStep = operation({
  name: 'identity.manage-two-step',
  summary: "Changes the methods of the person's second step. Takes exactly one of five changes.",
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input,
  output: z.object({
    id: z.string().nullable(),
    /** For an authenticator app whose setup was started: what its QR code contains. */
    otpurl: z.string().nullable(),
    /** Shown only once, when the first method was added. */
    recovery_codes: z.array(z.string()).nullable(),
  }),
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, asked) {
    requireOne(asked);
    const { startmethod, verifymethod, removemethod, primarymethod, copytoprofile, currentpassword } = asked;
    if (verifymethod) {
      const codes = await verifyMethod(work, verifymethod.id, asked.code ?? '');
      return { ...nothing, recovery_codes: codes };
    }
    if (primarymethod?.contact_method === 'DISABLED') {
      await requirePassword(work, currentpassword);
      await changeMethods(work, switchTwoStepOff);
      return nothing;
    }
    await requireProof(work, currentpassword);
    if (startmethod) {
      await countStart(work);
      const id = await startMethod(work, startmethod);
      return { ...nothing, id, otpurl: await readAppAddress(work, id) };
    }
    if (copytoprofile) await requireCopyable(work, copytoprofile.id);
    await changeMethods(work, (inside, isProven) => {
      if (removemethod) return removeMethod(inside, removemethod.id);
      if (primarymethod) return setPrimaryMethod(inside, primarymethod.id, isProven);
      return copyToProfile(inside, copytoprofile?.id);
    });
    return nothing;
  },
});

/** No transaction is open while the password's hash is compared. @throws Refusal identity.new-address-is-password (D14) */
async function requireCopyable(work: Work<Caller>, id: string): Promise<void> {
  const { contact_method, contact_value } = await getMethod(work, work.caller.accountId, id);
  if (contact_method === 'EMAIL' && (await isOwnPassword(work, contact_value))) {
    throw new Refusal('identity.new-address-is-password');
  }
}

function requireOne(asked: Asked): void {
  const { code: _code, currentpassword: _password, ...actions } = asked;
  if (Object.values(actions).filter((action) => action !== undefined).length !== 1) {
    throw new Refusal('invalid-input', { detail: 'not exactly one change' });
  }
}

/**
 * Limited to a few an hour: codes are sent to whatever address or number is named, and a refusal reveals that an
 * address belongs to somebody (D13).
 */
async function countStart({ portal, caller }: Pick<Work<{ accountId: string }>, 'portal' | 'caller'>) {
  const { allowed, retryAfter } = await portal.throttles.hit(`identity.start-method:${caller.accountId}`, {
    limit: identityLimits['method.starts-an-hour-count'],
    per: HOUR,
  });
  if (!allowed) throw new Refusal('throttled', { retryAfter: Math.ceil(retryAfter / SECOND) });
}

/** What the app scans while it is being set up; null for any other method, and for an admin who acts as the person. */
async function readAppAddress(
  work: Pick<Work<Caller>, 'db' | 'caller' | 'now' | 'visit' | 'portal'>,
  id: string,
): Promise<string | null> {
  const { accountId, emailaddress, adminAccountId } = work.caller;
  if (adminAccountId) return null;
  const row = await work.db
    .selectFrom('contact_method')
    .select(['secret_sealed', 'started_at'])
    .where('account_id', '=', accountId)
    .where(({ eb, cast }) => eb(cast<string>('id', 'text'), '=', id))
    .where('verified_at', 'is', null)
    .executeTakeFirst();
  if (!row?.secret_sealed || setUpEnds(row.started_at) <= work.now) return null;
  const host = work.visit.host.replace(/:\d+$/, '');
  return appAddress(openAppSecret(work, id, row.secret_sealed), host, emailaddress);
}

/** What the page of one method shows: its state, and the app's secret while it is being set up. */
export const getMethodSetUp = operation({
  name: 'identity.get-method-set-up',
  summary: "The status of one of the person's verification methods.",
  access: person,
  kind: 'read',
  input: one,
  output: z.object({
    method: methodAnswer,
    otpurl: z.string().nullable(),
    resend_seconds: z.number(),
    password_needed: z.boolean(),
  }),
  async run(work, { id }) {
    const { accountId } = work.caller;
    const method = (await listMethods(work, accountId)).find((known) => known.id === id);
    if (!method) throw new Refusal('not-found');
    return {
      method: answerMethod(method),
      otpurl: await readAppAddress(work, id),
      resend_seconds: Math.ceil(
        (await resendWait(work, accountId, 'contact', method.contact_value)) / SECOND,
      ),
      password_needed: await isProofNeeded(work),
    };
  },
});

/** Whether the forms that change something must ask for the password first. */
export const getProofNeeded = operation({
  name: 'identity.get-proof-needed',
  summary: 'Whether a change of the sign-in methods asks for the current password.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({ password_needed: z.boolean() }),
  run: async (work) => ({ password_needed: await isProofNeeded(work) }),
});
