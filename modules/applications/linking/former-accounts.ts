import { lockAccount, writeFacts } from '#modules/identity/index.ts';
import { column, sql, statement, takeTransactionLock, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { isInUse, isUnlinked, takeNumber } from './numbers.ts';

/** How staff link a former account to a person, and unlink it (doc3 §2, section 11). */

interface FormerAccountLink {
  accountId: string;
  /** The ShieldID of the former account. */
  number: string;
  reason: string;
}

/** What decides whether a former account may be a person's. */
const comparison = statement({
  name: 'applications.compare-former-account',
  row: {
    linked: column.boolean,
    in_use: column.boolean,
    /** Null if it is not known. */
    same_ssn: column.boolean.nullable(),
    same_birth: column.boolean.nullable(),
    /** Another account has its SSN. */
    elsewhere: column.boolean,
    /** The person's active ShieldID. */
    active_number: column.text.nullable(),
    eligible: column.boolean,
  },
  sql: (accountId: string, number: string) => sql`
    select former.linked_account_id is not null as linked, ${isInUse('former.number')} as in_use,
      former.ssn_hmac = person.ssn_hmac as same_ssn, former.dateofbirth = person.dateofbirth as same_birth,
      exists (select from account other where other.ssn_hmac = former.ssn_hmac and other.id <> person.id) as elsewhere,
      (select number from shield_id where account_id = person.id and retired_at is null) as active_number,
      person.active and person.role <> 'ADMIN' and person.erase_at is null as eligible
    from archived_shield_id former, account person
    where former.number = ${number} and person.id = ${accountId}`,
});

/**
 * Links a former account to a person. Its ShieldID becomes the person's active one, or an inactive one beside the one
 * that the person has. The SSN and date of birth of the person are those of the former account, or not known.
 * @throws Refusal applications.legacy-unknown, -linked, -person, -ssn, -birth, -elsewhere
 */
export async function linkFormerAccount(
  work: Work<unknown>,
  { accountId, number, reason }: FormerAccountLink,
): Promise<void> {
  await takeTransactionLock(work.db, `shield-id:${accountId}`);
  await lockAccount(work, accountId);
  // Whoever links the same number at this moment, staff or its owner, waits here.
  await work.db
    .selectFrom('archived_shield_id')
    .select('number')
    .where('number', '=', number)
    .forUpdate()
    .execute();
  const found = await work.row(comparison(accountId, number));
  if (!found) throw new Refusal('applications.legacy-unknown', { field: 'shieldid' });
  if (found.linked || found.in_use) throw new Refusal('applications.legacy-linked', { field: 'shieldid' });
  if (!found.eligible) throw new Refusal('applications.legacy-person');
  if (found.same_ssn === false) throw new Refusal('applications.legacy-ssn', { field: 'shieldid' });
  if (found.same_birth === false) throw new Refusal('applications.legacy-birth', { field: 'shieldid' });
  if (found.same_ssn === null && found.elsewhere) {
    throw new Refusal('applications.legacy-elsewhere', { field: 'shieldid' });
  }
  await work.db
    .updateTable('archived_shield_id')
    .set({ linked_account_id: accountId, linked_at: work.now })
    .where('number', '=', number)
    .execute();
  const active = found.active_number === null;
  await takeNumber(work, { accountId, number, active });
  if (active) await writeFacts(work, accountId, { certification_number: number });
  await work.audit({
    action: applicationsAudit.legacyLinked,
    about: accountId,
    object: { type: 'archived_shield_id', id: number },
    detail: { shieldid: number, active, reason },
  });
}

/** The ShieldID that is active after the active one is gone: of those with a score, or of all, the newest. */
const nextNumber = statement({
  name: 'applications.find-next-shield-id',
  row: { number: column.text },
  sql: (accountId: string) => sql`
    select issued.number from shield_id issued
    where issued.account_id = ${accountId} and not ${isUnlinked('issued.number')}
    order by exists (select from shield_score where shield_id_number = issued.number) desc, issued.issued_at desc
    limit 1`,
});

/**
 * Takes a former account away from a person, whoever linked it. Its ShieldID is nobody's then and can be linked to its
 * owner. If it was the active one, another ShieldID of the person becomes active.
 * @throws Refusal not-found for a former account that is not linked to the person, applications.legacy-scored
 */
export async function unlinkFormerAccount(
  work: Work<unknown>,
  { accountId, number, reason }: FormerAccountLink,
): Promise<void> {
  await takeTransactionLock(work.db, `shield-id:${accountId}`);
  const linked = await work.db
    .selectFrom('archived_shield_id')
    .select('number')
    .where('number', '=', number)
    .where('linked_account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!linked) throw new Refusal('not-found', { detail: 'no former account of this person' });
  const scored = await work.db
    .selectFrom('shield_score')
    .select('id')
    .where('shield_id_number', '=', number)
    .limit(1)
    .executeTakeFirst();
  if (scored) throw new Refusal('applications.legacy-scored');
  const retired = await work.db
    .updateTable('shield_id')
    .set({ retired_at: work.now })
    .where('number', '=', number)
    .where('retired_at', 'is', null)
    .returning('number')
    .executeTakeFirst();
  await work.db
    .updateTable('archived_shield_id')
    .set({ linked_account_id: null, linked_at: null })
    .where('number', '=', number)
    .execute();
  const next = retired ? await activateNext(work, accountId) : null;
  await work.audit({
    action: applicationsAudit.legacyUnlinked,
    about: accountId,
    object: { type: 'archived_shield_id', id: number },
    detail: { shieldid: number, ...(next ? { active: next } : {}), reason },
  });
}

async function activateNext(work: Work<unknown>, accountId: string): Promise<string | null> {
  const next = await work.row(nextNumber(accountId));
  if (next) {
    await work.db
      .updateTable('shield_id')
      .set({ retired_at: null })
      .where('number', '=', next.number)
      .execute();
  }
  await writeFacts(work, accountId, { certification_number: next?.number ?? null });
  return next?.number ?? null;
}
