import { createHash } from 'node:crypto';
import type { Finding } from '#modules/applications/cra/port.ts';
import {
  type ApplicationStatus,
  applicationStatusChanged,
  scoreActivated,
} from '#modules/applications/index.ts';
import { findingsAt } from '#modules/applications/reports/findings.ts';
import { keepOrIssueShieldId } from '#modules/applications/score/acceptance.ts';
import { addTeamMember, createCompany, type NewCompany } from '#modules/enterprise/index.ts';
import { savePreferences, writeFacts } from '#modules/identity/index.ts';
import { DAY, type Grade, keepSealed, newId, sql, type TeamRole } from '#modules/platform/index.ts';
import { someFile, someHash } from '#test/factories/placeholders.ts';
import { rowOf, rowsOf } from '#test/sql.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { newPersonWithoutTwoStep, type PersonWanted, type Registered } from './people.ts';

export interface TestCompany {
  companyId: string;
  owner: Registered;
}

/** A company with its owner, signed in. */
export async function newCompany(
  portal: VisitedPortal,
  wanted: Partial<NewCompany> = {},
): Promise<TestCompany> {
  const owner = await newPersonWithoutTwoStep(portal);
  const companyId = await portal.work('test.create-company', (work) =>
    createCompany(work, { company_name: 'Test Builders', ...wanted, ownerAccountId: owner.accountId }),
  );
  return { companyId, owner };
}

export async function newTeamMember(
  portal: VisitedPortal,
  company: TestCompany,
  role: TeamRole,
): Promise<Registered> {
  const member = await newPersonWithoutTwoStep(portal);
  await portal.work('test.add-member', (work) =>
    addTeamMember(work, { companyId: company.companyId, accountId: member.accountId, role }),
  );
  return member;
}

export interface ScoredPerson extends Registered {
  shieldId: string;
}

/**
 * A person with an active score whom searches can find. The rows are inserted directly; journeys test the way there.
 */
export async function newScoredPerson(
  portal: VisitedPortal,
  wanted: PersonWanted & { score?: Grade; days?: number; searchable?: boolean; result?: TestResult } = {},
): Promise<ScoredPerson> {
  const person = await newPersonWithoutTwoStep(portal, wanted);
  const shieldId = await giveScore(portal, person.accountId, wanted);
  await portal.work('test.searchable', (work) =>
    savePreferences(work, person.accountId, { network_searchresults: wanted.searchable ?? true }),
  );
  return { ...person, shieldId };
}

const PACKAGE = sql`(select id from screening_package where crapackageid = 'NATIONAL' and active)`;

/** The states through which an application gets to each state (D41). */
const waysTo = {
  paid: ['paid'],
  waituser: ['paid', 'waituser'],
  submitted: ['paid', 'waituser', 'submitted'],
  inprogress: ['paid', 'waituser', 'submitted', 'inprogress'],
  newrequiresapproval: ['paid', 'waituser', 'submitted', 'inprogress', 'newrequiresapproval'],
  done: ['paid', 'waituser', 'submitted', 'inprogress', 'newrequiresapproval', 'done'],
} as const satisfies Partial<Record<ApplicationStatus, readonly ApplicationStatus[]>>;

/** An application in a state, with the purchase that paid for it. @returns its id */
export async function newApplication(
  portal: VisitedPortal,
  accountId: string,
  status: keyof typeof waysTo,
): Promise<string> {
  const applicationId = newId();
  await portal.work('test.open-application', async (work) => {
    const purchaseId = newId();
    await rowsOf(
      work,
      sql`
      insert into purchase (id, account_id, package_id, package_descrip, renewal, amount_cents, currency, status,
        created_at, paid_at)
      values (${purchaseId}, ${accountId}, ${PACKAGE}, 'National', false, 0, 'usd', 'paid', ${work.now}, ${work.now})`,
    );
    await rowsOf(
      work,
      sql`
      insert into application (id, account_id, package_id, purchase_id, ordered_at, status_at)
      values (${applicationId}, ${accountId}, ${PACKAGE}, ${purchaseId}, ${work.now}, ${work.now})`,
    );
    for (const to of waysTo[status].slice(1))
      await rowsOf(work, sql`update application set status = ${to} where id = ${applicationId}`);
    await work.publish(applicationStatusChanged, { accountId, applicationId, from: null, to: status });
  });
  return applicationId;
}

export function moveApplication(
  portal: VisitedPortal,
  accountId: string,
  applicationId: string,
  to: ApplicationStatus,
): Promise<void> {
  return portal.work('test.move-application', async (work) => {
    await rowsOf(work, sql`update application set status = ${to} where id = ${applicationId}`);
    await work.publish(applicationStatusChanged, { accountId, applicationId, from: null, to });
  });
}

/** What the agency found, and its report. */
export interface TestResult {
  findings: Finding[];
  report: Buffer;
}

/**
 * Activates a score and publishes the event.
 * @param days how many days from now it ends; negative if it has expired
 * @returns the ShieldID
 */
export async function giveScore(
  portal: VisitedPortal,
  accountId: string,
  { score = 'IC01', days = 300, result }: { score?: Grade; days?: number; result?: TestResult } = {},
): Promise<string> {
  const applicationId = await newApplication(portal, accountId, 'done');
  const scoreChangeId = await newScoreChange(portal, accountId, applicationId, 'new', score, result);
  return portal.work('test.give-score', async (work) => {
    const expiration = new Date(work.now.getTime() + days * DAY).toISOString().slice(0, 10);
    const shieldId = await keepOrIssueShieldId(work, accountId, 'TX');
    await rowsOf(
      work,
      sql`
      update shield_score set ended_at = ${work.now} where account_id = ${accountId} and ended_at is null`,
    );
    await rowsOf(
      work,
      sql`
      insert into shield_score (id, account_id, shield_id_number, application_id, score_change_id, score, activated_at,
        expiration, legal_firstname, legal_middlename, legal_lastname, legal_namesuffix)
      select ${newId()}, id, ${shieldId}, ${applicationId}, ${scoreChangeId}, ${score}, ${work.now}, ${expiration},
        firstname, middlename, lastname, namesuffix
      from account where id = ${accountId}`,
    );
    await writeFacts(work, accountId, {
      certification_number: shieldId,
      certification_score: score,
      certification_expiration: expiration,
      has_current_verification: days > 0,
      verified_at: work.now,
    });
    await work.publish(scoreActivated, { accountId, applicationId, shieldId, score, expiration });
    return shieldId;
  });
}

/** A result of the agency to review. `monitorupdate` suspends the active score. */
export async function newScoreChange(
  portal: VisitedPortal,
  accountId: string,
  applicationId: string,
  type: 'new' | 'monitorupdate',
  score: Grade,
  result?: TestResult,
): Promise<string> {
  const id = newId();
  const file = result ? `reports/test-${id}.sealed` : someFile;
  if (result) await keepSealed(portal, file, result.report);
  const hash = result ? createHash('sha256').update(result.report).digest('hex') : someHash;
  await portal.work('test.score-change', async (work) => {
    const orderId = newId();
    await rowsOf(
      work,
      sql`
      insert into cra_order (id, application_id, craid, attempt, idempotency_key, created_at, closed_at)
      values (${orderId}, ${applicationId}, '2', 1, ${orderId}, ${work.now}, ${work.now})`,
    );
    const terms = await rowOf(work, sql<{ id: string }>`select id from terms_version where kind = 'score'`);
    const accepted = type === 'new';
    await rowsOf(
      work,
      sql`
      insert into score_change (id, application_id, account_id, cra_order_id, score_change_type, score, findings,
        report_key, report_hash, created_at, state, decided_at, terms_version_id, terms_accepted_at, terms_address,
        terms_agent)
      values (${id}, ${applicationId}, ${accountId}, ${orderId}, ${type}, ${score},
        ${portal.keys.encrypt(JSON.stringify(result?.findings ?? []), findingsAt(id))}, ${file}, ${hash}, ${work.now},
        ${accepted ? 'accepted' : 'pending'}, ${accepted ? work.now : null}, ${accepted ? terms?.id : null},
        ${accepted ? work.now : null}, ${accepted ? '' : null}, ${accepted ? '' : null})`,
    );
  });
  return id;
}

/** Stores a report for a person's active score, because `newScoredPerson` creates none. */
export async function giveReport(portal: VisitedPortal, accountId: string): Promise<void> {
  const key = `reports/test-${newId()}.sealed`;
  await keepSealed(portal, key, Buffer.from('%PDF-1.4\n% a report of the tests\n'));
  await portal.pool.query(
    `update score_change set report_key = $2
     where id = (select score_change_id from shield_score where account_id = $1 and ended_at is null)`,
    [accountId, key],
  );
}

export async function connectionRow(portal: VisitedPortal, id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`select * from connection where id = ${id}`.execute(
    portal.db,
  );
  const row = rows[0];
  if (!row) throw new Error(`no connection ${id}`);
  return row;
}
