import { findLegalName, getPerson, hasSameSsn, type Person } from '#modules/identity/index.ts';
import { expiresAt, grades } from '#modules/platform/browser.ts';
import { column, type StatementRow, sql, statement, type Work } from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';
import { applicationStatuses, closedStatuses } from '../statuses.ts';
import { openSubmittedDetails } from '../submission/submitting.ts';
import { isSameName } from '../verification/names.ts';
import { openVerifications } from '../verification/statuses.ts';

/** Whether checks can be moved to another account: a check stays with the person about whom it was made. */

const checkShape = {
  id: column.uuid,
  purchase_id: column.uuid,
  profile_number: column.text.nullable(),
  cra_name: column.text,
  package_descrip: column.text,
  status: column.oneOf(applicationStatuses),
  completed_at: column.instant.nullable(),
  submitted_details: column.text.nullable(),
  /**
   * The values of its newest score. The expiration is the original one, even if a disabled account made the score
   * expire early.
   */
  score: column.oneOf(grades).nullable(),
  shield_id: column.text.nullable(),
  expiration: column.date.nullable(),
  active: column.boolean,
  legal_firstname: column.text.nullable(),
  legal_middlename: column.text.nullable(),
  legal_lastname: column.text.nullable(),
  legal_namesuffix: column.text.nullable(),
  /** Whether a dispute, a block, a score or an ID verification is still unsettled. */
  unsettled: column.boolean,
};
type CheckRow = StatementRow<typeof checkShape>;

/** All checks of a person, newest first. */
const checksOf = statement({
  name: 'applications.transferable-checks',
  row: checkShape,
  sql: (accountId: string) => sql`
    select a.id, a.purchase_id, latest.profile_number, provider.name as cra_name, package.package_descrip, a.status,
      latest.closed_at as completed_at, a.submitted_details, given.score, given.shield_id_number as shield_id,
      coalesce(given.previous_expiration, given.expiration) as expiration,
      coalesce(given.ended_at is null and given.score is not null, false) as active,
      given.legal_firstname, given.legal_middlename, given.legal_lastname, given.legal_namesuffix,
      exists (select from dispute where application_id = a.id and resolved_at is null)
        or exists (select from score_change where application_id = a.id and state = 'pending')
        or exists (select from id_verification where application_id = a.id
          and status = any(${sql.val([...openVerifications])})) as unsettled
    from application a
    join screening_package package on package.id = a.package_id
    join screening_provider provider on provider.craid = package.craid
    left join lateral (
      select profile_number, closed_at from cra_order where application_id = a.id order by attempt desc limit 1
    ) latest on true
    left join lateral (
      select score, shield_id_number, expiration, previous_expiration, ended_at, legal_firstname, legal_middlename,
        legal_lastname, legal_namesuffix
      from shield_score where application_id = a.id order by activated_at desc limit 1
    ) given on true
    where a.account_id = ${accountId}
    order by a.ordered_at desc, a.id desc`,
});

/** The accounts to which the agency's numbers lead. A number that two agencies use leads to both. */
const ownersOf = statement({
  name: 'applications.owners-of-profiles',
  row: { profile_number: column.text, application_id: column.uuid, account_id: column.uuid },
  sql: (profileNumbers: readonly string[]) => sql`
    select distinct placed.profile_number, a.id as application_id, a.account_id
    from cra_order placed join application a on a.id = placed.application_id
    where placed.profile_number = any(${sql.val(profileNumbers)})`,
});

/** Whether an account was erased, or its owner has asked for that. */
const erasureOf = statement({
  name: 'applications.erasure-of-account',
  row: { erased: column.boolean, asked: column.boolean },
  sql: (accountId: string) => sql`
    select exists (select from person_key where person_id = account.id and erased_at is not null) as erased,
      erase_at is not null as asked
    from account where id = ${accountId}`,
});

export type TransferObstacle =
  | 'applications.transfer-person'
  | 'applications.transfer-erased'
  | 'applications.transfer-check-open'
  | 'applications.transfer-renewal-open'
  | 'applications.transfer-ssn'
  | 'applications.transfer-birth';

export type TransferCheck = CheckRow & {
  /** The submitted date of birth, yyyy-MM-dd. */
  dateofbirth: string | null;
  /** The state of residence, two letters; that of the ShieldID if none was submitted. */
  state: string;
  /** Whether its score can count, because it is not expired. */
  valid: boolean;
};

export interface Examined {
  from: Person;
  to: Person;
  checks: TransferCheck[];
  /** The other checks of the account that they leave. */
  others: TransferCheck[];
  /** Why the move is refused; empty if it is possible. */
  obstacles: TransferObstacle[];
  /** The name that was checked differs from the receiving account's: staff have to confirm it. */
  namesDiffer: boolean;
}

/** Finds the checks. @throws Refusal not-found, invalid-input for checks of several accounts */
export async function findTransferred(
  work: Pick<Work, 'rows'>,
  profileNumbers: readonly string[],
): Promise<{ accountId: string; applicationIds: string[] }> {
  const found = await work.rows(ownersOf(profileNumbers));
  const named = new Set(found.map(({ profile_number }) => profile_number));
  const unknown = profileNumbers.find((number) => !named.has(number));
  if (unknown) throw new Refusal('not-found', { detail: 'no such profile number' });
  const [accountId, ...more] = new Set(found.map(({ account_id }) => account_id));
  const applicationIds = [...new Set(found.map(({ application_id }) => application_id))].sort();
  if (!accountId || more.length > 0 || applicationIds.length > named.size) {
    throw new Refusal('invalid-input', {
      field: 'newprofileids',
      message: 'Choose background checks of one account',
    });
  }
  return { accountId, applicationIds };
}

/** What a move of these checks would mean. It only reads; `moveChecks` calls it again under its locks. */
export async function examineTransfer(
  work: Pick<Work, 'db' | 'rows' | 'row' | 'now' | 'portal'>,
  { from, to, applicationIds }: { from: string; to: string; applicationIds: readonly string[] },
): Promise<Examined> {
  const [source, target] = [await getPerson(work, from), await getPerson(work, to)];
  const all = (await work.rows(checksOf(from))).map((row) => withDetails(work, row));
  const checks = all.filter(({ id }) => applicationIds.includes(id));
  const legal = (await findLegalName(work, to)) ?? target;
  return {
    from: source,
    to: target,
    checks,
    others: all.filter(({ id }) => !applicationIds.includes(id)),
    obstacles: await obstaclesOf(work, { from: source, to: target, checks, all }),
    namesDiffer: checks.some((check) => !isSameName(checkedName(check, source), legal)),
  };
}

/** The name that a check was made for. */
export function checkedName(check: CheckRow, person: Person): { firstname: string; lastname: string } {
  return {
    firstname: check.legal_firstname ?? person.legal?.firstname ?? person.firstname,
    lastname: check.legal_lastname ?? person.legal?.lastname ?? person.lastname,
  };
}

function withDetails(work: Pick<Work, 'portal' | 'now'>, row: CheckRow): TransferCheck {
  const details = row.submitted_details ? openSubmittedDetails(work, row.id, row.submitted_details) : null;
  return {
    ...row,
    dateofbirth: details?.dateofbirth ?? null,
    state: details?.state || (row.shield_id ?? '').slice(0, 2),
    valid: row.expiration !== null && expiresAt(row.expiration) > work.now,
  };
}

async function obstaclesOf(
  work: Pick<Work, 'db' | 'row'>,
  { from, to, checks, all }: Pick<Examined, 'from' | 'to' | 'checks'> & { all: readonly TransferCheck[] },
): Promise<TransferObstacle[]> {
  const source = await work.row(erasureOf(from.accountId));
  const target = await work.row(erasureOf(to.accountId));
  const sameSsn = await hasSameSsn(work, from.accountId, to.accountId);
  const births = checks.map(({ dateofbirth }) => dateofbirth ?? from.dateofbirth);
  const found: Record<TransferObstacle, boolean> = {
    'applications.transfer-person':
      !to.active || to.role === 'ADMIN' || target?.erased !== false || target.asked,
    'applications.transfer-erased': source?.erased !== false,
    'applications.transfer-check-open': checks.some(
      ({ status, unsettled }) => status !== 'done' || unsettled,
    ),
    'applications.transfer-renewal-open': all.some(({ status }) => !closedStatuses.includes(status)),
    'applications.transfer-ssn': sameSsn === false,
    'applications.transfer-birth':
      to.dateofbirth !== null && births.some((birth) => birth !== null && birth !== to.dateofbirth),
  };
  // An open check is also an open application of its account, so one of the two sentences is enough.
  if (found['applications.transfer-check-open']) found['applications.transfer-renewal-open'] = false;
  return (Object.keys(found) as TransferObstacle[]).filter((obstacle) => found[obstacle]);
}
