import { z } from 'zod';
import {
  anyone,
  HOUR,
  hashToken,
  newId,
  newToken,
  operation,
  plainText,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { personChanged } from '../events.ts';
import { sendSecurityNotice } from '../jobs.ts';
import { identityTimings } from '../limits.ts';
import { keepFormerPassword } from '../passwords/former.ts';
import { grantPurpose } from '../passwords/recovery.ts';
import { releaseAddress } from '../profile/address-release.ts';
import { Refusal } from '../refusals.ts';
import { type SecurityChangeKind, securityChangeKinds } from '../rules.ts';
import { recoveryGrantCookie } from '../sessions/cookies.ts';
import { endAllSessions, endSession } from '../sessions/sessions.ts';
import { lockAccount } from '../sign-in/account-lock.ts';
import { forgetBrowsers } from '../two-step/trusted-browsers.ts';
import { openSnapshot, restoreSnapshot, type Snapshot } from './recording.ts';

const input = z.object({ token: plainText(128, 1) });
const throttle = { by: 'address', limit: 60, per: HOUR } as const;

/**
 * The change that a mailed link names, if it can still be undone.
 * @throws Refusal identity.undo-over, identity.undo-used
 */
async function getChange(work: Pick<Work, 'db' | 'now'>, token: string) {
  const change = await work.db
    .selectFrom('security_change as change')
    .innerJoin('account', 'account.id', 'change.account_id')
    .select(['change.id', 'account_id', 'change', 'changed_at', 'expires_at', 'before_sealed', 'undone_at'])
    .where('token_hash', '=', hashToken(token))
    .where('account.active', '=', true)
    .executeTakeFirst();
  if (!change || change.expires_at <= work.now) throw new Refusal('identity.undo-over');
  if (change.undone_at) throw new Refusal('identity.undo-used');
  return change;
}

/** What the page behind the mailed link shows. Viewing it changes nothing, because mail scanners follow links (D12). */
export const getUndo = operation({
  name: 'identity.get-undo',
  summary: 'Which change an emailed link undoes.',
  access: anyone,
  kind: 'read',
  input,
  output: z.object({ change: z.enum(securityChangeKinds), changed_at: z.date(), expires_at: z.date() }),
  throttle,
  async run(work, { token }) {
    const { change, changed_at, expires_at } = await getChange(work, token);
    return { change, changed_at, expires_at };
  },
});

/**
 * Restores how the person signed in before the change, which also undoes every later change; ends all sessions, and
 * lets this browser set a new password (D103). It needs no session, because the person who made the change may control
 * them all.
 */
export const undoChange = operation({
  name: 'identity.undo-change',
  summary: 'Undoes a change to how someone signs in, with the token from the email that reported it.',
  access: anyone,
  kind: 'write',
  input,
  output: z.object({}),
  throttle,
  async run(work, { token }) {
    const { account_id: accountId } = await getChange(work, token);
    await lockAccount(work, accountId);
    // Read again under the lock: if two requests come at the same time, the first one undoes it.
    const change = await getChange(work, token);
    const snapshot = openSnapshot(work, change);
    const addressChanged = await freeAddress(work, snapshot);
    await keepUndonePassword(work, snapshot);
    await restoreSnapshot(work, snapshot);
    await endAllSessions(work, accountId);
    await forgetBrowsers(work, accountId);
    await voidCodes(work, accountId);
    await work.db
      .updateTable('security_change')
      .set({ undone_at: work.now })
      .where('account_id', '=', accountId)
      .where('changed_at', '>=', change.changed_at)
      .where('undone_at', 'is', null)
      .execute();
    await work.audit({
      action: identityAudit.changeUndone,
      about: accountId,
      detail: { change: change.change },
    });
    if (addressChanged) {
      await work.publish(personChanged, { accountId });
      await work.enqueue(sendSecurityNotice, { changeId: change.id });
    }
    await grantNewPassword(work, snapshot);
    await endSession(work);
    return {};
  },
});

/**
 * Makes sure that the old address can be restored: somebody may have registered with it without proving it.
 * @returns whether the address changes
 * @throws Refusal identity.undo-impossible if another account has proven it since
 */
async function freeAddress(work: Work<unknown>, { accountId, account }: Snapshot): Promise<boolean> {
  const now = await work.db
    .selectFrom('account')
    .select(['id', 'emailaddress', 'email_verified_at'])
    .where(({ eb, or }) => or([eb('id', '=', accountId), eb('emailaddress', '=', account.emailaddress)]))
    .execute();
  const other = now.find(({ id }) => id !== accountId);
  if (other?.email_verified_at) throw new Refusal('identity.undo-impossible');
  if (other) await releaseAddress(work, other.id);
  const own = now.find(({ id }) => id === accountId);
  return own?.emailaddress !== account.emailaddress;
}

/** A password that an undo takes away may not be chosen again either (D122). */
async function keepUndonePassword(work: Work<unknown>, { accountId, account }: Snapshot): Promise<void> {
  const { password_hash: undone } = await work.db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (undone !== account.password_hash) await keepFormerPassword(work, accountId, undone);
}

/** Codes that have been sent but not used were requested by the person who controlled the account. */
async function voidCodes({ db, now }: Pick<Work, 'db' | 'now'>, accountId: string): Promise<void> {
  await db
    .updateTable('verification_code')
    .set({ voided_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

/** Lets this browser set one new password, as a recovery code does. */
async function grantNewPassword(work: Work<unknown>, { accountId, account }: Snapshot): Promise<void> {
  const { visit, portal, now } = work;
  const codeId = newId();
  await work.db
    .insertInto('verification_code')
    .values({
      id: codeId,
      account_id: accountId,
      purpose: 'recovery',
      channel: 'EMAIL',
      destination: account.emailaddress,
      host: visit.host,
      requested_at: now,
      // The hash of a code that nobody is told.
      code_hash: portal.keys.lookupHash('identity.code', newToken()),
      sent_at: now,
      expires_at: now,
      used_at: now,
    })
    .execute();
  const lifetime = identityTimings['recovery.code-lifetime'];
  const until = new Date(now.getTime() + lifetime);
  work.afterCommit(() =>
    visit.cookies.set(recoveryGrantCookie, portal.keys.sign(grantPurpose, codeId, until), {
      maxAge: lifetime,
    }),
  );
}

/** What a notice says and who gets it; null if the change no longer exists. */
export interface Notice {
  accountId: string;
  change: SecurityChangeKind;
  changedAt: Date;
  host: string;
  /** The address before the change; null if it is the same as now. */
  formerAddress: string | null;
  undone: boolean;
}

export async function findNotice(work: Work, changeId: string): Promise<Notice | null> {
  const row = await work.db
    .selectFrom('security_change as change')
    .innerJoin('account', 'account.id', 'change.account_id')
    .select([
      'change.id',
      'account_id',
      'change',
      'changed_at',
      'before_sealed',
      'undone_at',
      'emailaddress',
      'registered_host',
    ])
    .where('change.id', '=', changeId)
    .executeTakeFirst();
  if (!row) return null;
  const { emailaddress } = openSnapshot(work, row).account;
  const same = emailaddress === row.emailaddress;
  return {
    accountId: row.account_id,
    change: row.change,
    changedAt: row.changed_at,
    host: row.registered_host,
    formerAddress: same ? null : emailaddress,
    undone: row.undone_at !== null,
  };
}
