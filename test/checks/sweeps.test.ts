import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import * as applications from '#modules/applications/index.ts';
import * as enterprise from '#modules/enterprise/index.ts';
import * as identity from '#modules/identity/index.ts';
import * as network from '#modules/network/index.ts';
import { DAY, newId, platformSweeps, type RawBuilder, type Sweep, sql } from '#modules/platform/index.ts';
import * as purchasing from '#modules/purchasing/index.ts';
import { giveScore, newApplication, newCompany, newScoreChange } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

/** The batches of every sweep: each goes on after the one before it, so that no row is done twice or left out. */
const portal = await testPortal();
portal.clock.stop();
const now = portal.clock.now();
const ago = (days: number) => new Date(now.getTime() - days * DAY);
const write = (query: RawBuilder<unknown>) => rowsOf(portal, query);

const isSweep = (value: unknown): value is Sweep =>
  typeof value === 'object' && value !== null && 'keys' in value && 'run' in value && 'size' in value;

const sweeps = [identity, enterprise, applications, purchasing, network]
  .flatMap((face) => Object.values(face) as unknown[])
  .concat(platformSweeps)
  .flat()
  .filter(isSweep);

/** Three people for whom everything is due that can be. */
for (let person = 0; person < 3; person += 1) {
  await withScore();
  await withOpenApplication();
  await write(sql`insert into hook_event (provider, event_id, received_at, handled_at, body)
    values ('cra', ${`event ${newId()}`}, ${ago(40)}, ${ago(31)}, '{}')`);
  // Of jobs that no longer exist; as a text, 1000000 would come before 999999.
  await write(
    sql`insert into job_interruption (job_id, times, last_at) values (${999_999 + person}, 1, ${ago(1)})`,
  );
}

async function withScore(): Promise<void> {
  const { accountId } = await newPersonWithoutTwoStep(portal);
  await giveScore(portal, accountId, { days: 10 });
  const order = newId();
  await write(sql`insert into cra_order (id, application_id, craid, attempt, idempotency_key, state, created_at, closed_at)
    select ${order}, id, '2', 2, ${order}, 'completed', ${ago(9)}, ${ago(8)} from application where account_id = ${accountId}`);
  await write(sql`insert into monitored_profile (id, account_id, application_id, cra_order_id, state, created_at,
      monitoring_id, first_detected_at)
    select ${newId()}, ${accountId}, id, ${order}, 'on', ${ago(8)}, ${order}, ${ago(8)} from application where account_id = ${accountId}`);
  await newVerification(
    accountId,
    sql`select id from application where account_id = ${accountId}`,
    'approved',
  );
  for (const kind of ['deletion', 'export'])
    await write(sql`insert into privacy_request (id, kind, account_id, name, emailaddress, host, requested_at, due_at,
        file_key, file_expires_at, erase_at)
      values (${newId()}, ${kind}, ${accountId}, 'Pat', 'pat@example.com', 'localhost:3000', ${ago(40)}, ${ago(10)},
        ${kind === 'export' ? `exports/${newId()}` : null}, ${kind === 'export' ? ago(1) : null},
        ${kind === 'deletion' ? ago(1) : null})`);
}

async function withOpenApplication(): Promise<void> {
  const { accountId, emailaddress } = await newPersonWithoutTwoStep(portal);
  const paid = await newApplication(portal, accountId, 'paid');
  await write(sql`update application set status_at = ${ago(4)} where id = ${paid}`);
  const application = await newApplication(portal, accountId, 'inprogress');
  const change = await newScoreChange(portal, accountId, application, 'monitorupdate', 'IC03');
  await write(sql`update score_change set created_at = ${ago(8)} where id = ${change}`);
  const order = newId();
  await write(sql`insert into cra_order (id, application_id, craid, attempt, idempotency_key, state, created_at)
    values (${order}, ${application}, '2', 2, ${order}, 'queued', ${ago(9)})`);
  await write(sql`insert into check_progress (cra_order_id, estimated_on, said_at, searches)
    values (${order}, ${ago(3)}, ${ago(9)}, ${someSealed})`);
  await write(sql`insert into monitored_profile (id, account_id, application_id, cra_order_id, created_at)
    values (${newId()}, ${accountId}, ${application}, ${order}, ${ago(9)})`);
  await write(sql`insert into dispute (id, account_id, application_id, score_change_id, errortext, opened_at_status,
      received_at, due_at)
    values (${newId()}, ${accountId}, ${application}, ${change}, ${someSealed}, 'done', ${ago(40)}, ${ago(1)})`);
  await write(sql`insert into manual_package (id, application_id, requested_at)
    values (${newId()}, ${application}, ${ago(90)})`);
  await newVerification(accountId, sql`select ${application}::uuid as id`, 'processing');
  const { companyId, owner } = await newCompany(portal);
  const [purchase, card] = [newId(), newId()];
  await write(sql`insert into purchase (id, account_id, package_id, package_descrip, renewal, amount_cents, currency,
      status, created_at)
    select ${purchase}, ${accountId}, id, 'National', false, 100, 'usd', 'open', ${ago(60)}
    from screening_package where crapackageid = 'NATIONAL' and active`);
  await write(sql`insert into company_customer (company_id, customer_id, created_at)
    values (${companyId}, ${`cus_${companyId}`}, ${ago(60)})`);
  await write(sql`insert into company_card (id, company_id, card_id, brand, last4, exp_month, exp_year, saved_at, setup_at)
    values (${card}, ${companyId}, ${`pm_${card}`}, 'visa', '4242', 12, 2090, ${ago(60)}, ${ago(60)})`);
  await write(sql`insert into payment_attempt (id, purchase_id, kind, company_card_id, created_at)
    values (${newId()}, ${purchase}, 'company-card', ${card}, ${ago(59)})`);
  const type = newId();
  await write(sql`update company set enable_payments = true where id = ${companyId}`);
  await write(sql`update company_card set refused_at = ${ago(1)} where id = ${card}`);
  await write(sql`insert into coupon_type (id, company_id, code_type, made_at)
    values (${type}, ${companyId}, 'full', ${ago(60)})`);
  await write(sql`insert into coupon (id, coupon_type_id, account_id, code_sealed, code_hash, issued_at, expires_at)
    values (${newId()}, ${type}, ${accountId}, ${someSealed}, ${type}, ${ago(1)}, ${ago(-1)})`);
  await write(sql`insert into bulk_invitation (id, company_id, made_by_account_id, made_at, file_name, file_bytes,
      rows_key, head_sealed, row_count, column_count, source, has_header, column_kinds, state, started_at,
      started_by_account_id, pause_reason, resume_at)
    values (${newId()}, ${companyId}, ${owner.accountId}, ${ago(60)}, 'crew.csv', 10, ${newId()}, ${someSealed}, 2, 1,
      '{}', true, '{emailaddress}', 'paused', ${ago(60)}, ${owner.accountId}, 'daily-limit', ${ago(1)})`);
  const { inviteid } = await owner.visitor.perform(network.newInvite, { touser: emailaddress });
  await write(
    sql`update connection set remind_at = ${ago(1)}, status_until = ${ago(1)} where id = ${inviteid}`,
  );
  await write(sql`insert into compliance_exception (id, connection_id, company_id, account_id, reason_sealed,
      made_by_account_id, made_at, last_date, ends_at)
    values (${newId()}, ${inviteid}, ${companyId}, ${accountId}, ${'A'.repeat(38)}, ${owner.accountId}, ${ago(60)},
      ${ago(2)}, ${ago(1)})`);
  await write(sql`insert into adverse_action (id, case_number, company_id, account_id, application_id, score_change_id, place,
      wait_days, details, started_at, started_by_account_id, delivered_at, wait_ends_at)
    values (${newId()}, ${randomInt(100_000, 999_999)}, ${companyId}, ${accountId}, ${application}, ${change}, 'TX', 7, ${someSealed}, ${ago(90)},
      ${owner.accountId}, ${ago(90)}, ${ago(82)})`);
  await write(sql`insert into alert_delivery (id, account_id, company_id, connection_id, subscription_type, cause_id, at,
      at_once)
    values (${newId()}, ${owner.accountId}, ${companyId}, ${inviteid}, 'purchase', ${purchase}, ${ago(40)}, false)`);
}

async function newVerification(
  accountId: string,
  application: RawBuilder<unknown>,
  status: 'approved' | 'processing',
) {
  const id = newId();
  await write(sql`insert into id_verification (id, account_id, application_id, sandbox, started_at, status_at)
    select ${id}, ${accountId}, found.id, true, ${ago(9)}, ${ago(9)} from (${application}) found`);
  await write(sql`update id_verification set status = 'processing', workflow_run_id = ${`run-${id}`},
    applicant_id = ${`applicant-${id}`} where id = ${id}`);
  if (status === 'approved')
    await write(sql`update id_verification set status = 'approved', decided_at = ${ago(9)}, active_verification = true,
      verified_until = ${ago(2)}, images_until = ${ago(1)} where id = ${id}`);
}

const keysOf = (sweep: Sweep, after: string | null, size: number) =>
  portal.work('test.keys', (work) => sweep.keys(work, after, size));

const dueOf = new Map<string, string[]>();
for (const sweep of sweeps) dueOf.set(sweep.name, await keysOf(sweep, null, 1000));
const due = ({ name }: Sweep) => dueOf.get(name) ?? [];

test.each(sweeps.filter((sweep) => due(sweep).length > 0))(
  '$name finds each row once, in batches of one and of two as in one of all',
  async (sweep) => {
    const all = due(sweep);
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect(new Set(all).size).toBe(all.length);
    for (const size of [1, 2]) {
      const found: string[] = [];
      for (let batch = await keysOf(sweep, null, size); batch.length > 0 && found.length <= all.length; ) {
        found.push(...batch);
        batch = await keysOf(sweep, found.at(-1) ?? '', size);
      }
      expect(found).toEqual(all);
    }
  },
);

test('nothing is due here for these alone, which are purges, or need an erased person or an address in another form', () => {
  const names = sweeps.filter((sweep) => due(sweep).length === 0).map(({ name }) => name);
  expect(names.sort()).toEqual([
    'applications.approval-codes',
    'applications.proof-counts',
    'applications.silent-orders',
    'enterprise.due-webhooks',
    'enterprise.former-webhook-secrets',
    'enterprise.invited-addresses',
    'enterprise.key-requests',
    'enterprise.old-webhook-deliveries',
    'enterprise.released-hosts',
    'enterprise.support-requests',
    'enterprise.team-invitations',
    'enterprise.web-vitals',
    'identity.access-entries',
    'identity.account-addresses',
    'identity.browsers',
    'identity.closed-requests',
    'identity.codes',
    'identity.hand-offs',
    'identity.kept-texts',
    'identity.known-browsers',
    'identity.login-failures',
    'identity.mail-choices',
    'identity.mail-preferences',
    'identity.method-addresses',
    'identity.passkey-challenges',
    'identity.preference-addresses',
    'identity.request-addresses',
    'identity.security-changes',
    'identity.sent-mails',
    'identity.sessions',
    'identity.staff-sessions',
    'identity.suppressed-addresses',
    'network.access-requests',
    'network.invite-center-codes',
    'network.invited-addresses',
    'network.left-by-deletion',
    'network.old-adverse-actions',
    'network.old-alert-mails',
    'network.old-alerts',
    'network.old-searches',
    'network.shared-addresses',
    'platform.failed-jobs',
    'platform.hook-events',
    'platform.outbox',
    'platform.provider-hours',
    'platform.throttles',
    'platform.unreferred-files',
    'platform.unused-uploads',
    'purchasing.coupon-addresses',
  ]);
});
