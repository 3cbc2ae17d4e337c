import {
  anyOf,
  type DataSubject,
  erasePersonKey,
  noteErasure,
  personalData,
  type Retention,
  rowOwners,
  type Sweep,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { accountErasing } from '../events.ts';
import { deleteFiles, sendPrivacyNotice } from '../jobs.ts';
import { incomingPhoto } from '../profile/photo.ts';
import { setAccountActive } from '../staff/staff.ts';
import { closeRequest } from './requests.ts';
import { isOver } from './waiting.ts';

/** Deletions whose 30 days are over. */
function dueDeletions({ db, now }: Pick<Work, 'db' | 'now'>) {
  return db
    .selectFrom('privacy_request as request')
    .innerJoin('account', 'account.id', 'request.account_id')
    .select([
      'request.id',
      'account.id as account_id',
      'account.emailaddress',
      'request.requested_at',
      'request.waits_for',
      'request.waits_until',
    ])
    .where('request.kind', '=', 'deletion')
    .where('request.closed_at', 'is', null)
    .where('request.erase_at', '<=', now);
}

/** Erases the people whose deletion is due, a few in one transaction. */
export const erasingSweep: Sweep = {
  name: 'identity.deletions',
  size: 10,
  async keys(work, after, size) {
    const due = dueDeletions(work).orderBy('request.id').limit(size);
    const rows = await (after === null ? due : due.where('request.id', '>', after)).execute();
    return rows.map(({ id }) => id);
  },
  async run(work, ids) {
    const rows = await dueDeletions(work).where('request.id', '=', anyOf(ids)).forUpdate('request').execute();
    let erased = 0;
    for (const { account_id: accountId, emailaddress, ...request } of rows) {
      const subject = { accountId, emailaddress };
      if (!(await isOver(work, request, subject))) continue;
      await erasePerson(work, request.id, subject);
      await work.enqueue(sendPrivacyNotice, { requestId: request.id, occasion: 'erased' });
      erased += 1;
    }
    return erased;
  },
};

/** Deletes the copies of personal data that have expired. */
export const expiredExportsSweep: Sweep = {
  name: 'identity.expired-exports',
  owners: rowOwners({
    name: 'identity.expired-exports',
    table: 'privacy_request',
    key: 'id',
    people: sql`t.account_id`,
  }),
  size: 500,
  async keys({ db, now }, after, size) {
    const expired = db
      .selectFrom('privacy_request')
      .select('id')
      .where('file_expires_at', '<=', now)
      .orderBy('id')
      .limit(size);
    const rows = await (after === null ? expired : expired.where('id', '>', after)).execute();
    return rows.map(({ id }) => id);
  },
  async run(work, ids) {
    const keys = await forgetFiles(work, ids);
    if (keys.length > 0) await work.enqueue(deleteFiles, { keys });
    return keys.length;
  },
};

/** @returns the keys of the files that still have to be deleted from storage */
async function forgetFiles({ db }: Pick<Work, 'db'>, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('privacy_request')
    .select('file_key')
    .where('id', '=', anyOf(ids))
    .where('file_key', 'is not', null)
    .forUpdate()
    .execute();
  await db
    .updateTable('privacy_request')
    .set({ file_key: null, file_expires_at: null })
    .where('id', '=', anyOf(ids))
    .execute();
  return rows.flatMap(({ file_key }) => file_key ?? []);
}

/**
 * Erases a person: the data that each module declared for erasing goes, the records that the law requires us to keep
 * stay, and the key of the sealed texts is destroyed (D23). The account stays as an empty shell, because kept records
 * refer to it.
 */
export async function erasePerson(work: Work<null>, requestId: string, subject: DataSubject): Promise<void> {
  const { accountId, emailaddress } = subject;
  await keepMailRefusal(work, subject);
  await work.publish(accountErasing, { accountId });
  const retained = await findRetentions(work, subject);
  const keys = await listStoredFiles(work, accountId);
  await setAccountActive(work, accountId, false);
  for (const { tables } of personalData.of(work.portal)) {
    for (const table of tables) await table.erase(work, subject);
  }
  await erasePersonKey(work.db, accountId, work.now);
  await closeRequest(work, requestId, 'erased');
  await work.db
    .updateTable('privacy_request')
    .set({ emailaddress, retained: retained.join(' ') })
    .where('id', '=', requestId)
    .execute();
  await work.audit({
    action: identityAudit.personErased,
    about: accountId,
    object: { type: 'privacy_request', id: requestId },
  });
  await work.enqueue(deleteFiles, { keys });
  await work.enqueue(noteErasure, { accountId, erasedAt: work.now.toISOString() });
}

/** An opt-out from mails outlives the account (CAN-SPAM Act): it is kept for the address. */
async function keepMailRefusal(
  { db, now }: Pick<Work, 'db' | 'now'>,
  { accountId, emailaddress }: DataSubject,
): Promise<void> {
  const chosen = await db
    .selectFrom('account')
    .select([
      'criticalemails',
      'email_preference_invites',
      'email_preference_renewal',
      'email_preference_marketing',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const refuses =
    !chosen.criticalemails || !chosen.email_preference_invites || !chosen.email_preference_renewal;
  if (!refuses) return;
  const row = { ...chosen, email_preference_marketing: false, updated_at: now };
  await db
    .insertInto('mail_preference')
    .values({ emailaddress, ...row })
    .onConflict((conflict) => conflict.column('emailaddress').doUpdateSet(row))
    .execute();
}

/** Why records of this person are kept: each reason for which at least one record exists. */
async function findRetentions(work: Work<null>, subject: DataSubject): Promise<Retention[]> {
  const found = new Set<Retention>();
  for (const { tables } of personalData.of(work.portal)) {
    for (const { retained, keepsRows } of tables) {
      if (retained && !found.has(retained) && (await keepsRows(work, subject))) found.add(retained);
    }
  }
  return [...found];
}

/**
 * The files to delete: the photo, a photo that was uploaded but never used, and the copies that were made for the
 * person.
 */
async function listStoredFiles({ db }: Pick<Work, 'db'>, accountId: string): Promise<string[]> {
  const { profile_image_key: photo } = await db
    .selectFrom('account')
    .select('profile_image_key')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const copies = await db
    .selectFrom('privacy_request')
    .select('file_key')
    .where('account_id', '=', accountId)
    .execute();
  return [
    ...(photo ? [photo] : []),
    incomingPhoto(accountId),
    ...copies.flatMap(({ file_key }) => file_key ?? []),
  ];
}
