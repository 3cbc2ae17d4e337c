import { writeFacts } from '#modules/identity/index.ts';
import { grades } from '#modules/platform/browser.ts';
import { column, newId, type StatementRow, sql, statement, type Work } from '#modules/platform/index.ts';
import { craOrderStates } from './entities/application.ts';
import { scoreChangeTypes } from './entities/score.ts';
import { getPackage } from './packages.ts';
import { Refusal } from './refusals.ts';
import { recordMove } from './status-changes.ts';
import { applicationStatuses, closedStatuses, moneyStates } from './statuses.ts';

/** The columns of an `ApplicationRow`, for the statements of this module. */
export const applicationShape = {
  id: column.uuid,
  account_id: column.uuid,
  package_id: column.uuid,
  purchase_id: column.uuid,
  craid: column.text,
  provider: column.text,
  provider_support_phone: column.text,
  package_descrip: column.text,
  status: column.oneOf(applicationStatuses),
  money: column.oneOf(moneyStates),
  ordered_at: column.instant,
  submitted_at: column.instant.nullable(),
  /** For the newest order: the CRA's number for it, and how far the CRA has got. */
  profile_number: column.text.nullable(),
  order_state: column.oneOf(craOrderStates).nullable(),
  /** Staff did not accept the newest paper package, and the person has not chosen again how to sign. */
  package_rejected: column.boolean,
  /** The score of this application that the person accepted last, with its expiration (yyyy-MM-dd). */
  score: column.oneOf(grades).nullable(),
  expiration: column.date.nullable(),
  /** For a score that is waiting for the person's decision. */
  pending_type: column.oneOf(scoreChangeTypes).nullable(),
};

/** An application as the modules that build on this one read it. */
export type ApplicationRow = StatementRow<typeof applicationShape>;

/** The SQL of `applicationShape`, and the tables that it needs. */
export const applicationColumns = sql`
  application.id, application.account_id, application.package_id, application.purchase_id, package.craid,
  provider.name as provider, provider.support_phone as provider_support_phone, package.package_descrip,
  application.status, application.money, application.ordered_at, application.submitted_at, placed.profile_number,
  placed.state as order_state,
  application.status = 'waituser' and application.signature_choice is null and coalesce((
    select outcome = 'rejected' from manual_package
    where application_id = application.id order by requested_at desc limit 1
  ), false) as package_rejected, given.score, given.expiration, pending.score_change_type as pending_type
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
 * Opens the application of a paid purchase; a second call for the same purchase returns the same application.
 * @returns its id
 */
export async function openApplication(
  work: Work<unknown>,
  input: { accountId: string; packageId: string; purchaseId: string },
): Promise<string> {
  const { accountId, packageId, purchaseId } = input;
  await getPackage(work, packageId, { withdrawn: true });
  const id = newId();
  const opened = await work.db
    .insertInto('application')
    .values({
      id,
      account_id: accountId,
      package_id: packageId,
      purchase_id: purchaseId,
      payer_id: accountId,
      status: 'paid',
      ordered_at: work.now,
      status_at: work.now,
    })
    .onConflict((conflict) => conflict.column('purchase_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!opened) {
    const existing = await work.db
      .selectFrom('application')
      .select('id')
      .where('purchase_id', '=', purchaseId)
      .executeTakeFirstOrThrow();
    return existing.id;
  }
  await recordMove(work, { id, accountId, status: 'paid' }, null, 'purchase paid');
  await countApplications(work, accountId);
  return id;
}

/** Updates the stored number of a person's applications. */
export async function countApplications(work: Work<unknown>, accountId: string): Promise<void> {
  const { count } = await work.db
    .selectFrom('application')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  await writeFacts(work, accountId, { application_count: count });
}

const openApplications = statement({
  name: 'applications.list-open',
  prepared: true,
  row: applicationShape,
  sql: (accountId: string) => sql`
    select ${applicationColumns} from ${applicationSource}
    where application.account_id = ${accountId} and application.status <> all(${sql.val(closedStatuses)})
    order by application.ordered_at`,
});

/** A person's applications that are neither done, cancelled nor refunded (D30), oldest first. */
export function listOpenApplications(work: Pick<Work, 'rows'>, accountId: string): Promise<ApplicationRow[]> {
  return work.rows(openApplications(accountId));
}

const allApplications = statement({
  name: 'applications.list-all',
  prepared: true,
  row: applicationShape,
  sql: (accountId: string) => sql`
    select ${applicationColumns} from ${applicationSource}
    where application.account_id = ${accountId} order by application.ordered_at desc, application.id desc`,
});

/** All of a person's applications, newest first. */
export function listApplications(work: Pick<Work, 'rows'>, accountId: string): Promise<ApplicationRow[]> {
  return work.rows(allApplications(accountId));
}

const applicationById = statement({
  name: 'applications.find',
  prepared: true,
  row: applicationShape,
  sql: (id: string) =>
    sql`select ${applicationColumns} from ${applicationSource} where application.id = ${id}`,
});

/** @throws Refusal not-found */
export async function getApplication(
  work: Pick<Work, 'row'>,
  applicationId: string,
): Promise<ApplicationRow> {
  const found = await work.row(applicationById(applicationId));
  if (!found) throw new Refusal('not-found', { detail: `application ${applicationId}` });
  return found;
}

/** @throws Refusal not-found, including for another person's application (D80) */
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

const applicationOfPurchase = statement({
  name: 'applications.find-of-purchase',
  prepared: true,
  row: applicationShape,
  sql: (purchaseId: string) =>
    sql`select ${applicationColumns} from ${applicationSource} where application.purchase_id = ${purchaseId}`,
});

/** The application that a purchase opened, if any. */
export function findApplicationOfPurchase(
  work: Pick<Work, 'row'>,
  purchaseId: string,
): Promise<ApplicationRow | undefined> {
  return work.row(applicationOfPurchase(purchaseId));
}
