import { DAY, type Portal, sql } from '#modules/platform/index.ts';

/** Deletes what has ended: sessions, codes, remembered browsers, counts. Each in one statement; safe to run twice. */
export async function sweepIdentity(portal: Portal): Promise<void> {
  await portal.work('identity.sweep', async ({ rows, now }) => {
    const yesterday = new Date(now.getTime() - DAY);
    await rows(sql`delete from session where expires_at <= ${now} or last_used_at <= ${yesterday}`);
    await rows(sql`delete from verification_code where requested_at <= ${new Date(now.getTime() - 7 * DAY)}`);
    await rows(sql`delete from trusted_browser where expires_at <= ${now}`);
    await rows(sql`delete from login_failure where last_at <= ${yesterday}`);
    // The check says so too between sweeps; lists read the fact alone.
    await rows(sql`
      update session_facts set has_current_verification = false
      where has_current_verification
        and (certification_expiration + time '11:00') at time zone 'UTC' <= ${now}`);
  });
}
