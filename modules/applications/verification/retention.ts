import { MINUTE } from '#modules/platform/browser.ts';
import { rowOwners, type Sweep, sql } from '#modules/platform/index.ts';
import { checkVerification, forgetApplicant } from '../jobs.ts';
import { noteVerified } from './current.ts';

/** What is done on a schedule: images are deleted, and runs whose callback was lost are asked about. */

/** If a run is checked for longer than this, the provider is asked. */
const SILENCE = 10 * MINUTE;

/**
 * Deletes the images of verifications that were decided long ago, and of erased people, both here and at the provider.
 */
export const verificationImagesSweep: Sweep = {
  name: 'applications.verification-images',
  owners: rowOwners({
    name: 'applications.verification-images',
    table: 'id_verification',
    key: 'id',
    people: sql`t.account_id`,
  }),
  size: 50,
  async keys(work, after, size) {
    const due = work.db
      .selectFrom('id_verification')
      .select('id')
      .where('images_until', '<=', work.now)
      .where(({ or, eb }) =>
        or([
          eb('front_key', 'is not', null),
          eb('back_key', 'is not', null),
          eb('video_key', 'is not', null),
          eb.and([eb('applicant_id', 'is not', null), eb('applicant_deleted_at', 'is', null)]),
        ]),
      )
      .orderBy('id')
      .limit(size);
    const rows = await (after === null ? due : due.where('id', '>', after)).execute();
    return rows.map(({ id }) => id);
  },
  async run(work, ids) {
    const rows = await work.db
      .selectFrom('id_verification')
      .select(['front_key', 'back_key', 'video_key', 'applicant_id', 'applicant_deleted_at'])
      .where('id', 'in', ids)
      .forNoKeyUpdate()
      .execute();
    // The files come first: if the run stops in between, the next one still finds their keys.
    for (const { applicant_id: applicantId, applicant_deleted_at: deletedAt, ...keys } of rows) {
      for (const key of Object.values(keys)) if (key) await work.portal.storage.delete(key);
      if (applicantId && !deletedAt) {
        await work.enqueue(forgetApplicant, { applicantId }, { key: `forget-applicant:${applicantId}` });
      }
    }
    await work.db
      .updateTable('id_verification')
      .set({ front_key: null, back_key: null, video_key: null })
      .where('id', 'in', ids)
      .execute();
    return rows.length;
  },
};

/** Asks for the result of runs that the provider has not reported. */
export const silentVerificationsSweep: Sweep = {
  name: 'applications.silent-verifications',
  size: 200,
  async keys(work, after, size) {
    const silent = work.db
      .selectFrom('id_verification')
      .select('id')
      .where('status', '=', 'processing')
      .where('images_until', 'is', null)
      .where('status_at', '<=', new Date(work.now.getTime() - SILENCE))
      .orderBy('id')
      .limit(size);
    const rows = await (after === null ? silent : silent.where('id', '>', after)).execute();
    return rows.map(({ id }) => id);
  },
  async run(work, ids) {
    for (const verificationId of ids) await work.enqueue(checkVerification, { verificationId });
    return ids.length;
  },
};

/** Removes the mark from people whose ID has expired. */
export const lapsedVerificationsSweep: Sweep = {
  name: 'applications.lapsed-verifications',
  size: 500,
  async keys(work, after, size) {
    const lapsed = work.db
      .selectFrom('id_verification')
      .innerJoin('session_facts as facts', 'facts.account_id', 'id_verification.account_id')
      .select('id_verification.account_id')
      .where('active_verification', '=', true)
      .where('facts.has_current_verification', '=', true)
      .where(sql<boolean>`verified_until < (${work.now}::timestamptz at time zone 'UTC')::date`)
      .orderBy('id_verification.account_id')
      .limit(size);
    const rows = await (after === null
      ? lapsed
      : lapsed.where('id_verification.account_id', '>', after)
    ).execute();
    return rows.map((row) => row.account_id);
  },
  async run(work, accountIds) {
    for (const accountId of accountIds) await noteVerified(work, accountId);
    return accountIds.length;
  },
};
