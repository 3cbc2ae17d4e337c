import {
  hashToken,
  newId,
  newToken,
  openForPeople,
  type Portal,
  type SealedText,
  sealForPerson,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { sendStaffSession } from '../jobs.ts';
import { staffSessionLongest } from '../limits.ts';
import { staffSessionMail } from '../mails.ts';
import { Refusal } from '../refusals.ts';
import { sessionCookie } from '../sessions/cookies.ts';
import { handSession, insertSession } from '../sessions/sessions.ts';
import { handOff, homeOf } from '../sign-in/hand-off.ts';

/**
 * Staff act as a person (D16): a session of the person that names the member of staff. It ends with that member's own
 * session, and after an hour at the latest, and it is refused everything that only the person may do (`inPersonOnly`).
 */

type Acting = Work<{ accountId: string; sessionId: string }>;

/**
 * Begins such a session on the person's own host; the reason is mailed to the person.
 * @returns the address on another host that takes over the session, or null if this browser already has it
 * @throws Refusal identity.account-closed, identity.address-unverified, identity.staff-account
 */
export async function startStaffSession(
  work: Acting,
  { accountId, reason }: { accountId: string; reason: string },
): Promise<string | null> {
  const { db, now, caller } = work;
  const account = await db
    .selectFrom('account')
    .select(['role', 'active', 'email_verified_at'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (account.role === 'ADMIN') throw new Refusal('identity.staff-account');
  if (!account.active) throw new Refusal('identity.account-closed');
  if (!account.email_verified_at) throw new Refusal('identity.address-unverified');
  // One member of staff acts as only one person at a time.
  await db.deleteFrom('session').where('admin_session_id', '=', caller.sessionId).execute();
  await noteStart(work, accountId, reason);
  const { id, token } = await insertSession(work, {
    accountId,
    twoStepAt: now,
    admin: caller,
    expiresAt: new Date(now.getTime() + staffSessionLongest),
  });
  const home = await homeOf(work, accountId);
  if (home && home.host !== work.visit.host) return handOff(work, id, home);
  handSession(work, token);
  return null;
}

async function noteStart(work: Acting, accountId: string, reason: string): Promise<void> {
  const id = newId();
  await work.db
    .insertInto('staff_session')
    .values({
      id,
      account_id: accountId,
      admin_account_id: work.caller.accountId,
      reason_sealed: await sealForPerson(
        work.db,
        work.portal.keys,
        accountId,
        reason,
        reasonAad(id),
        work.now,
      ),
      started_at: work.now,
    })
    .execute();
  await work.audit({ action: identityAudit.staffSessionStarted, about: accountId, detail: { reason } });
  await work.enqueue(sendStaffSession, { staffSessionId: id });
}

/** Where the browser goes afterwards: the host of the staff session. */
export interface StaffSessionEnd {
  /** Null for an ordinary session, which continues. */
  host: string | null;
}

/**
 * Ends the session in which staff act as a person. If it ran on the host of the staff session, this browser gets the
 * staff session back, under a new token (D10). If it ran on another host, the staff session was never gone.
 */
export async function endStaffSession(work: Acting): Promise<StaffSessionEnd> {
  const { db, visit } = work;
  const acting = await db
    .selectFrom('session')
    .innerJoin('session as own', 'own.id', 'session.admin_session_id')
    .select(['session.id', 'session.account_id', 'own.id as ownId', 'own.host'])
    .where('session.id', '=', work.caller.sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!acting) return { host: null };
  await db.deleteFrom('session').where('id', '=', acting.id).execute();
  await work.audit({ action: identityAudit.staffSessionEnded, about: acting.account_id });
  if (acting.host !== visit.host) {
    work.afterCommit(() => {
      visit.cookies.clear(sessionCookie);
      visit.forgetCaller();
    });
    return { host: acting.host };
  }
  const token = newToken();
  await db
    .updateTable('session')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', acting.ownId)
    .execute();
  handSession(work, token);
  return { host: acting.host };
}

/** Mails the person in whose account staff acted: that somebody did, when and why. One mail for each session. */
export async function deliverStaffSession(
  portal: Portal,
  staffSessionId: string,
  messageId: string,
): Promise<void> {
  const found = await portal.work('identity.send-staff-session', async (work) => {
    const row = await work.db
      .selectFrom('staff_session')
      .innerJoin('account', 'account.id', 'staff_session.account_id')
      .select([
        'account_id as accountId',
        'registered_host as host',
        'reason_sealed',
        'started_at as startedAt',
      ])
      .where('staff_session.id', '=', staffSessionId)
      .executeTakeFirst();
    if (!row) return null;
    const { reason_sealed, ...about } = row;
    const id = staffSessionId;
    const reasons = await openForPeople(
      work.db,
      portal.keys,
      sealedReasons(about.accountId, [{ id, reason_sealed }]),
    );
    return { ...about, reason: reasons.get(id) ?? null };
  });
  if (!found?.reason) return;
  const { accountId, host, reason, startedAt } = found;
  await portal.mailTo({ accountId }, { host, messageId }, staffSessionMail({ reason, startedAt }));
}

/** The encrypted reasons in a person's rows, to be decrypted with the person's key. */
export function sealedReasons(
  personId: string,
  rows: readonly { id: string; reason_sealed: string | null }[],
): SealedText[] {
  return rows.flatMap(({ id, reason_sealed: sealed }) =>
    sealed ? [{ id, personId, sealed, aad: reasonAad(id) }] : [],
  );
}

export function reasonAad(id: string): string {
  return `staff_session.reason:${id}`;
}
