import { writeFacts } from '#modules/identity/index.ts';
import { type Grade, newId, sql, type Work } from '#modules/platform/index.ts';
import { Application, type CraOrderState } from './entities/application.ts';
import type { ScoreChangeType } from './entities/score.ts';
import { recordMove } from './moving.ts';
import { getPackage } from './packages.ts';
import { Refusal } from './refusals.ts';
import { type ApplicationStatus, closedStatuses } from './statuses.ts';

/** An application as the modules above read it. */
export interface ApplicationRow {
  id: string;
  account_id: string;
  package_id: string;
  purchase_id: string;
  craid: string;
  provider: string;
  provider_support_phone: string;
  package_descrip: string;
  status: ApplicationStatus;
  ordered_at: Date;
  submitted_at: Date | null;
  /** The newest order's CRA number and state. */
  profile_number: string | null;
  order_state: CraOrderState | null;
  /** The accepted score that resulted from it, and its expiration yyyy-MM-dd. */
  score: Grade | null;
  expiration: string | null;
  /** The score that is waiting for the person's decision. */
  pending_type: ScoreChangeType | null;
}

/** Columns and joins of an `ApplicationRow`, for the queries of this module. */
export const applicationColumns = sql`
  application.id, application.account_id, application.package_id, application.purchase_id, package.craid,
  provider.name as provider, provider.support_phone as provider_support_phone, package.package_descrip,
  application.status, application.ordered_at, application.submitted_at, placed.profile_number,
  placed.state as order_state, given.score, given.expiration, pending.score_change_type as pending_type
`;
export const applicationSource = sql`
  application
  join screening_package package on package.id = application.package_id
  join screening_provider provider on provider.craid = package.craid
  left join lateral (
    select profile_number, state from cra_order where application_id = application.id order by attempt desc limit 1
  ) placed on true
  left join lateral (
    select score, expiration from shield_score
    where application_id = application.id order by activated_at desc limit 1
  ) given on true
  left join score_change pending on pending.application_id = application.id and pending.state = 'pending'
`;

/**
 * Opens the application of a paid purchase; a second call for the same purchase answers the first one's.
 * @returns its id
 */
export async function openApplication(
  work: Work<unknown>,
  input: { accountId: string; packageId: string; purchaseId: string },
): Promise<string> {
  await work.em.flush();
  const existing = await work.row(
    sql<{ id: string }>`select id from application where purchase_id = ${input.purchaseId}`,
  );
  if (existing) return existing.id;
  await getPackage(work, input.packageId, { withdrawn: true });
  const application = work.em.create(Application, {
    id: newId(),
    accountId: input.accountId,
    packageId: input.packageId,
    purchaseId: input.purchaseId,
    status: 'paid',
    orderedAt: work.now,
    statusAt: work.now,
  });
  // The history refers to the row: it goes first.
  await work.em.flush();
  await recordMove(work, application, null, 'purchase paid');
  await work.em.flush();
  await countApplications(work, input.accountId);
  return application.id;
}

async function countApplications(work: Work<unknown>, accountId: string): Promise<void> {
  const counted = await work.row(
    sql<{ count: number }>`select count(*) as count from application where account_id = ${accountId}`,
  );
  await writeFacts(work, accountId, { application_count: Number(counted?.count ?? 0) });
}

/** A person's applications that are neither done, cancelled nor refunded (D30), oldest first. */
export function listOpenApplications(work: Pick<Work, 'rows'>, accountId: string): Promise<ApplicationRow[]> {
  return work.rows(sql<ApplicationRow>`
    select ${applicationColumns} from ${applicationSource}
    where application.account_id = ${accountId} and application.status <> all(${sql.val(closedStatuses)})
    order by application.ordered_at
  `);
}

/** All of a person's applications, newest first. */
export function listApplications(work: Pick<Work, 'rows'>, accountId: string): Promise<ApplicationRow[]> {
  return work.rows(sql<ApplicationRow>`
    select ${applicationColumns} from ${applicationSource}
    where application.account_id = ${accountId} order by application.ordered_at desc, application.id desc
  `);
}

/** @throws Refusal not-found */
export async function getApplication(
  work: Pick<Work, 'row'>,
  applicationId: string,
): Promise<ApplicationRow> {
  const found = await work.row(
    sql<ApplicationRow>`select ${applicationColumns} from ${applicationSource} where application.id = ${applicationId}`,
  );
  if (!found) throw new Refusal('not-found', { detail: `application ${applicationId}` });
  return found;
}

/** @throws Refusal not-found, also for another person's application (D80) */
export async function getOwnApplication(
  work: Pick<Work, 'row'>,
  accountId: string,
  applicationId: string,
): Promise<ApplicationRow> {
  const found = await getApplication(work, applicationId);
  if (found.account_id !== accountId)
    throw new Refusal('not-found', { detail: `not theirs: ${applicationId}` });
  return found;
}

/** The application of a purchase, if it exists. */
export function findApplicationOfPurchase(
  work: Pick<Work, 'row'>,
  purchaseId: string,
): Promise<ApplicationRow | undefined> {
  return work.row(
    sql<ApplicationRow>`select ${applicationColumns} from ${applicationSource} where application.purchase_id = ${purchaseId}`,
  );
}
