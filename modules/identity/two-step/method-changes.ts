import { type Caller, newId, type Work } from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { requestCode, resendWait, tryCode, useCode, voidCodesTo } from '../codes.ts';
import { personChanged } from '../events.ts';
import { identityTimings } from '../limits.ts';
import { adoptMailPreferences } from '../mail-preferences/stored.ts';
import { Refusal } from '../refusals.ts';
import type { MethodKind, SecurityChangeKind } from '../rules.ts';
import { recordChange, takeSnapshot } from '../security-changes/recording.ts';
import { holdSession, openSession } from '../sessions/sessions.ts';
import {
  getMethod,
  isAddressTaken,
  isOwn,
  listMethods,
  type Method,
  readMethodValue,
} from './contact-methods.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-code-set.ts';
import { newAppSecret, sealAppSecret, tryAppCode, useAppCode } from './totp.ts';

/**
 * What a person does with their methods (doc2 §4.4). Each runs in the transaction of `changeMethods`; whether the
 * person may, and has proven to be present, is checked before.
 */

/** Names a method by its id, or says what a new one is made of. */
export interface WantedMethod {
  id?: string | undefined;
  contact_method?: MethodKind | undefined;
  contact_value?: string | undefined;
}

type Working = Work<Caller>;

/**
 * Runs one change of the account's methods while nobody else changes them, tells the owner, and gives the session a new
 * id: the way to sign in has changed (D10). The time of the last second step stays the same.
 * @param change says what it was; it is told whether this session has taken the second step
 */
export async function changeMethods(
  work: Working,
  change: (inside: Working, isProven: boolean) => Promise<SecurityChangeKind>,
): Promise<void> {
  const { accountId, sessionId } = work.caller;
  await work.apart(async (inside) => {
    const proof = await holdSession(inside, { accountId, sessionId });
    const before = await takeSnapshot(inside, accountId);
    const isProven = proof.twoStepAt !== null || proof.remembered === true;
    await recordChange(inside, before, await change(inside, isProven));
    await openSession(inside, { accountId, ...proof });
  });
}

/**
 * Starts a method, or starts one again that was not confirmed: sends the code, or makes a new secret for the app.
 * @returns the method's id
 * @throws Refusal identity.email-in-use, identity.method-in-use, identity.code-resend-locked
 */
export async function startMethod(work: Working, wanted: WantedMethod): Promise<string> {
  const { accountId, sessionId } = work.caller;
  return work.apart(async (inside) => {
    await holdSession(inside, { accountId, sessionId });
    const method = await findOrMake(inside, wanted);
    const { id, contact_method: kind, contact_value: destination } = method;
    if (kind === 'OTPAPP') await setNewSecret(inside, id);
    else await requestCode(inside, { accountId, purpose: 'contact', channel: kind, destination });
    await inside.audit({
      action: identityAudit.methodStarted,
      about: accountId,
      detail: { method: kind },
    });
    return id;
  });
}

async function findOrMake(work: Working, wanted: WantedMethod): Promise<Method> {
  const { accountId } = work.caller;
  if (wanted.id !== undefined) return requirePending(await getMethod(work, accountId, wanted.id));
  const kind = wanted.contact_method;
  if (!kind) throw new Refusal('identity.code-method-unknown');
  const value = readMethodValue(kind, wanted.contact_value ?? '');
  const known = (await listMethods(work, accountId)).find(
    (method) => method.contact_method === kind && method.contact_value === value,
  );
  if (known) return requirePending(known);
  if (kind === 'EMAIL') await requireFreeAddress(work, value);
  const id = newId();
  await work.db
    .insertInto('contact_method')
    .values({
      id,
      account_id: accountId,
      kind,
      value,
      secret_sealed: kind === 'OTPAPP' ? sealAppSecret(work, id, newAppSecret()) : null,
      started_at: work.now,
    })
    .execute();
  return { id, contact_method: kind, contact_value: value, verified: false, is_primary: false };
}

function requirePending(method: Method): Method {
  if (!method.verified) return method;
  const email = method.contact_method === 'EMAIL';
  throw new Refusal(email ? 'identity.email-in-use' : 'identity.method-in-use', { field: 'contact_value' });
}

async function requireFreeAddress(work: Working, address: string): Promise<void> {
  if (await isAddressTaken(work, work.caller.accountId, address)) {
    throw new Refusal('identity.email-in-use', { field: 'contact_value' });
  }
}

async function setNewSecret(work: Working, id: string): Promise<void> {
  await work.db
    .updateTable('contact_method')
    .set({
      secret_sealed: sealAppSecret(work, id, newAppSecret()),
      last_step: null,
      started_at: work.now,
    })
    .where('id', '=', id)
    .execute();
}

/** When the setup of an app that was started at this moment ends. */
export function setUpEnds(startedAt: Date): Date {
  return new Date(startedAt.getTime() + identityTimings['code.lifetime']);
}

/**
 * Proves a method by its code. No password is needed here: starting the method needed one, and the code works for ten
 * minutes from then on.
 * @returns the recovery codes that come with the first method that is added, to be shown once
 * @throws Refusal as tryCode and tryAppCode, identity.code-void
 */
export async function verifyMethod(
  work: Working,
  id: string | undefined,
  code: string,
): Promise<string[] | null> {
  const { accountId } = work.caller;
  const method = requirePending(await getMethod(work, accountId, id));
  const use = await tryMethodCode(work, method, code);
  let codes: string[] | null = null;
  await changeMethods(work, async (inside) => {
    await use(inside);
    if (method.contact_method === 'EMAIL') await requireFreeAddress(inside, method.contact_value);
    if (isOwn(method)) {
      await setMobileVerified(inside, method.contact_value);
    } else {
      await inside.db
        .updateTable('contact_method')
        .set({ verified_at: inside.now })
        .where('id', '=', method.id)
        .execute();
    }
    await inside.audit({
      action: identityAudit.methodAdded,
      about: accountId,
      detail: { method: method.contact_method },
    });
    if ((await countRecoveryCodes(inside, accountId)) === null) {
      codes = await replaceRecoveryCodes(inside, accountId);
    }
    return 'method-added';
  });
  return codes;
}

async function setMobileVerified(work: Working, mobile: string): Promise<void> {
  await work.db
    .updateTable('account')
    .set({ mobile_verified_at: work.now })
    .where('id', '=', work.caller.accountId)
    // If the number was changed in the meantime, it is not the one that the code was sent to.
    .where('mobile', '=', mobile)
    .execute();
}

async function tryMethodCode(
  work: Working,
  { id, contact_method, contact_value }: Method,
  code: string,
): Promise<(inside: Working) => Promise<void>> {
  const { accountId } = work.caller;
  if (contact_method !== 'OTPAPP') {
    const codeId = await tryCode(work, accountId, 'contact', code, contact_value);
    return (inside) => useCode(inside, codeId);
  }
  const started = await work.db
    .selectFrom('contact_method')
    .select('started_at')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!started || setUpEnds(started.started_at) <= work.now) {
    throw new Refusal('identity.set-up-over', { field: 'code' });
  }
  const step = await tryAppCode(work, { accountId, methodId: id }, code);
  return (inside) => useAppCode(inside, id, step);
}

/** Removes a method; never the primary one or the account's own address (doc2 §4.4). */
export async function removeMethod(work: Working, id: string | undefined): Promise<SecurityChangeKind> {
  const { accountId } = work.caller;
  const method = await getMethod(work, accountId, id);
  if (method.is_primary || method.id === 'user_email') throw new Refusal('identity.method-needed');
  if (isOwn(method)) {
    await work.db
      .updateTable('account')
      .set({ mobile_verified_at: null })
      .where('id', '=', accountId)
      .execute();
  } else await deleteMethod(work, method);
  if (method.contact_value) await voidCodesTo(work, accountId, method.contact_value);
  await work.audit({
    action: identityAudit.methodRemoved,
    about: accountId,
    detail: { method: method.contact_method },
  });
  return 'method-removed';
}

async function deleteMethod({ db }: Working, { id }: Pick<Method, 'id'>): Promise<void> {
  await db.deleteFrom('contact_method').where('id', '=', id).execute();
}

/**
 * Makes a proven method the one that is asked for first. If this switches the second step on, the session has to take it
 * next, so its code is sent.
 * @param isProven whether the session has taken the second step
 * @throws Refusal identity.method-pending
 */
export async function setPrimaryMethod(
  work: Working,
  id: string | undefined,
  isProven: boolean,
): Promise<SecurityChangeKind> {
  const { accountId } = work.caller;
  const method = await getMethod(work, accountId, id);
  if (!method.verified) throw new Refusal('identity.method-pending');
  await savePrimary(work, method);
  const { contact_method: channel, contact_value: destination } = method;
  if (!isProven && channel !== 'OTPAPP') {
    // A code that was sent less than 30 s ago still works.
    const wait = await resendWait(work, accountId, 'two-step', destination);
    if (wait === 0) await requestCode(work, { accountId, purpose: 'two-step', channel, destination });
  }
  return 'primary';
}

/** Switches the second step off. @throws Refusal identity.two-step-required for staff (D11) */
export async function switchTwoStepOff(work: Working): Promise<SecurityChangeKind> {
  if (work.caller.role === 'ADMIN') throw new Refusal('identity.two-step-required');
  await savePrimary(work, null);
  return 'off';
}

async function savePrimary(work: Working, method: Method | null): Promise<void> {
  const { accountId } = work.caller;
  const kind = method?.contact_method ?? 'DISABLED';
  await work.db
    .updateTable('account')
    .set({
      two_step_method: kind,
      two_step_contact_id: method && !isOwn(method) ? method.id : null,
    })
    .where('id', '=', accountId)
    .execute();
  await work.audit({ action: identityAudit.twoStepMethodSet, about: accountId, detail: { method: kind } });
}

/**
 * Makes a proven method the profile's own: an email address becomes the one to sign in with, a number the mobile one
 * (doc2 §4.4). The method is then no longer listed separately.
 */
export async function copyToProfile(work: Working, id: string | undefined): Promise<SecurityChangeKind> {
  const { accountId } = work.caller;
  const method = await getMethod(work, accountId, id);
  if (isOwn(method) || method.contact_method === 'OTPAPP') throw new Refusal('identity.code-method-unknown');
  if (!method.verified) throw new Refusal('identity.method-pending');
  const { contact_method, contact_value } = method;
  if (contact_method === 'EMAIL') await requireFreeAddress(work, contact_value);
  const former = await work.db
    .selectFrom('account')
    .select(['emailaddress', 'mobile'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const own =
    contact_method === 'EMAIL'
      ? { emailaddress: contact_value }
      : { mobile: contact_value, mobile_verified_at: work.now };
  await work.db
    .updateTable('account')
    .set({ ...own, ...(method.is_primary ? { two_step_contact_id: null } : {}) })
    .where('id', '=', accountId)
    .execute();
  await deleteMethod(work, method);
  await voidCodesTo(work, accountId, contact_method === 'EMAIL' ? former.emailaddress : former.mobile);
  if (contact_method === 'EMAIL') await adoptMailPreferences(work, accountId, contact_value);
  await work.audit({
    action: identityAudit.copiedToProfile,
    about: accountId,
    detail: { method: contact_method },
  });
  await work.publish(personChanged, { accountId });
  return contact_method === 'EMAIL' ? 'email' : 'mobile';
}
