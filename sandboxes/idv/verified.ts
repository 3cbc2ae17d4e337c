import { DAY } from '#modules/platform/browser.ts';
import { newId, type Portal, sql } from '#modules/platform/index.ts';

/**
 * Stores an approved ID verification without images that is valid for three years, for demo data and tests. Does
 * nothing if the person already has one.
 */
export function keepVerified(portal: Pick<Portal, 'work'>, applicationId: string): Promise<void> {
  return portal.work('sandbox-idv.keep-verified', async ({ db, now }) => {
    const id = newId();
    const until = new Date(now.getTime() + 3 * 365 * DAY).toISOString().slice(0, 10);
    const begun = await sql`
      insert into id_verification (id, account_id, application_id, started_at, status_at, sandbox, applicant_id, workflow_run_id)
      select ${id}, application.account_id, application.id, ${now}, ${now}, true, ${newId()}, ${newId()}
      from application
      where application.id = ${applicationId}
        and not exists (select from id_verification verified
          where verified.account_id = application.account_id and verified.active_verification)
      returning id`.execute(db);
    if (begun.rows.length === 0) return;
    await sql`
      update id_verification set status = 'approved', decided_at = ${now}, verified_until = ${until}::date,
        active_verification = true, id_document = 'driving_licence'
      where id = ${id}`.execute(db);
    await sql`
      update session_facts set has_current_verification = true, verified_at = ${now}
      where account_id = (select account_id from application where id = ${applicationId})`.execute(db);
  });
}
