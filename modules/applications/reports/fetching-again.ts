import { deleteFiles } from '#modules/identity/index.ts';
import type { Caller, Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { fetchCurrentReport } from '../disputes/agency.ts';
import { Refusal } from '../refusals.ts';
import type { StoredReport } from './stored.ts';

/**
 * Fetches the report of a finished check from the agency again and replaces the stored copy (doc3 §7,
 * clearprofilepdfcache), because the copy cannot be read or the agency has repaired its file. The score and findings
 * that the person accepted stay.
 * @param work outside a transaction, because the agency is asked
 * @returns whether the agency's file differs from the copy
 * @throws Refusal not-found, applications.report-failure before the check is done, applications.report-newer while the
 * agency's report may say more than the person has accepted, applications.agency-silent
 */
export async function fetchReportAgain(
  work: Work<Caller>,
  named: { accountId: string; profileNumber: string },
): Promise<{ changed: boolean }> {
  const { craid, idempotency_key } = await findReport(work, named);
  const fetched = await fetchCurrentReport(work.portal, {
    craid,
    profileNumber: named.profileNumber,
    idempotencyKey: idempotency_key,
  });
  return work.apart((inside) => replace(inside, named, fetched));
}

async function findReport(
  work: Pick<Work, 'db'>,
  { accountId, profileNumber }: { accountId: string; profileNumber: string },
) {
  const found = await work.db
    .selectFrom('cra_order')
    .innerJoin('application', 'application.id', 'cra_order.application_id')
    .innerJoin('score_change as change', 'change.cra_order_id', 'cra_order.id')
    .select([
      'cra_order.craid',
      'cra_order.idempotency_key',
      'application.id as application_id',
      'application.status',
      'change.id',
      'change.created_at',
      'change.report_key',
      'change.report_hash',
    ])
    .where('application.account_id', '=', accountId)
    .where('cra_order.profile_number', '=', profileNumber)
    .orderBy('change.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: 'no report with this profile' });
  if (found.status !== 'done') throw new Refusal('applications.report-failure', { detail: found.status });
  const newer = await work.db
    .selectFrom('monitoring_update as update')
    .innerJoin('monitored_profile as profile', 'profile.id', 'update.monitored_profile_id')
    .select('update.id')
    .where('profile.application_id', '=', found.application_id)
    .where('update.received_at', '>', found.created_at)
    .unionAll(
      work.db
        .selectFrom('dispute')
        .select('id')
        .where('application_id', '=', found.application_id)
        .where('resolved_at', 'is', null),
    )
    .limit(1)
    .executeTakeFirst();
  if (newer) throw new Refusal('applications.report-newer');
  return found;
}

async function replace(
  work: Work<Caller>,
  named: { accountId: string; profileNumber: string },
  { key, hash }: StoredReport,
): Promise<{ changed: boolean }> {
  // Checked again, because something may have arrived while the agency was asked.
  const change = await findReport(work, named);
  await work.db
    .updateTable('score_change')
    .set({ report_key: key, report_hash: hash })
    .where('id', '=', change.id)
    .execute();
  await work.db
    .updateTable('monitoring_update')
    .set({ report_key: key, report_hash: hash })
    .where('score_change_id', '=', change.id)
    .execute();
  await work.audit({
    action: applicationsAudit.reportFetched,
    about: named.accountId,
    object: { type: 'application', id: change.application_id },
    detail: { before: change.report_hash, after: hash },
  });
  if (key !== change.report_key && !(await isUsed(work, change.report_key))) {
    await work.enqueue(deleteFiles, { keys: [change.report_key] });
  }
  return { changed: hash !== change.report_hash };
}

/** An earlier result of the same check may use the same file. */
async function isUsed(work: Pick<Work, 'db'>, key: string): Promise<boolean> {
  const used = await work.db
    .selectFrom('score_change')
    .select('id')
    .where('report_key', '=', key)
    .unionAll(work.db.selectFrom('monitoring_update').select('id').where('report_key', '=', key))
    .limit(1)
    .executeTakeFirst();
  return used !== undefined;
}
