import { DAY, sql, YEAR } from '#modules/platform/index.ts';
import { type AgedAbout, type AgedRow, byId, hash, later } from '#test/factories/aged-rows.ts';
import { someSealed } from '#test/factories/placeholders.ts';

/** The same of the modules above identity. */
export function agedRowsOfCompanies({
  accountId,
  otherId,
  ownerId,
  companyId,
  application,
  change,
  connection,
  endpoint,
}: AgedAbout): Record<string, AgedRow> {
  const me = { userid: accountId };
  const us = { companyid: companyId };
  return {
    'enterprise.former-webhook-secrets': {
      age: DAY,
      about: null,
      plant: (_id, now) => sql`update webhook_endpoint set former_secret_sealed = ${someSealed},
      former_secret_until = ${later(now, DAY)} where id = ${endpoint}`,
      left: () =>
        sql`select 1 from webhook_endpoint where id = ${endpoint} and former_secret_sealed is not null`,
    },
    'enterprise.team-invitations': {
      age: 97 * DAY,
      about: us,
      plant: (
        id,
        now,
      ) => sql`insert into team_invitation (id, company_id, invited_by_account_id, code_hash, code_sealed,
        expires_at, invited_at, role, sent_at, to_email)
      values (${id}, ${companyId}, ${ownerId}, ${id}, ${someSealed}, ${later(now, 7 * DAY)}, ${now}, 'viewer',
        ${now}, ${`${id}@example.com`})`,
      left: byId('team_invitation'),
    },
    'enterprise.support-requests': {
      age: 30 * DAY,
      about: me,
      plant: (id, now) => sql`insert into support_request (id, account_id, content, host, requested_at)
      values (${id}, ${accountId}, ${someSealed}, 'localhost', ${now})`,
      left: byId('support_request'),
    },
    'enterprise.old-webhook-deliveries': {
      age: 30 * DAY,
      about: us,
      plant: (
        id,
        now,
      ) => sql`insert into webhook_delivery (id, body, created_at, endpoint_id, event_id, event_type, state)
      values (${id}, '{}', ${now}, ${endpoint}, ${id}, 'ping', 'delivered')`,
      left: byId('webhook_delivery'),
    },
    'enterprise.key-requests': {
      age: DAY,
      about: us,
      plant: (
        id,
        now,
      ) => sql`insert into key_request (id, company_id, asked_at, idempotency_key, request_hash)
      values (${id}, ${companyId}, ${now}, ${id}, ${hash()})`,
      left: byId('key_request'),
    },
    'enterprise.released-hosts': {
      age: 180 * DAY,
      about: us,
      plant: (id, now) =>
        sql`insert into released_host (label, company_id, released_at) values (${id}, ${companyId}, ${now})`,
      left: (id) => sql`select 1 from released_host where label = ${id}`,
    },
    'enterprise.web-vitals': {
      // It is counted by days.
      age: (now) => 91 * DAY - (now.getTime() % DAY),
      about: null,
      plant: (id, now) => sql`insert into web_vital (bucket, count, day, metric, page)
      values (1, 1, ${now.toISOString().slice(0, 10)}::date, 'LCP', ${id})`,
      left: (id) => sql`select 1 from web_vital where page = ${id}`,
    },
    'applications.verification-images': {
      age: 90 * DAY,
      about: me,
      plant: (id, now) => sql`with begun as (
        insert into id_verification (id, account_id, application_id, sandbox, started_at, status_at)
        values (${id}, ${accountId}, ${application}, true, ${now}, ${now}) returning id)
      select 1 from begun`,
      left: (id) => sql`select 1 from id_verification where id = ${id} and front_key is not null`,
    },
    'applications.approval-codes': {
      age: 120 * DAY,
      about: me,
      plant: (id, now) => sql`insert into approval_code (code_hash, created_at, expires_at, score_change_id)
      values (${id}, ${now}, ${later(now, 30 * DAY)}, ${change})`,
      left: (id) => sql`select 1 from approval_code where code_hash = ${id}`,
    },
    'applications.proof-counts': {
      age: 90 * DAY,
      about: null,
      plant: (
        id,
        now,
      ) => sql`insert into wrong_proof_count (id, account_id, first_at, key, kind, last_at, wrong)
      values (${id}, ${accountId}, ${now}, ${id}, 'approval-link', ${now}, 1)`,
      left: byId('wrong_proof_count'),
    },
    'network.invite-center-codes': {
      age: 30 * DAY,
      about: me,
      plant: (
        id,
        now,
      ) => sql`insert into invite_center_code (code_hash, account_id, created_at, expires_at, to_email)
      values (${id}, ${accountId}, ${now}, ${later(now, 30 * DAY)}, 'x@example.com')`,
      left: (id) => sql`select 1 from invite_center_code where code_hash = ${id}`,
    },
    'network.old-alerts': {
      age: 2 * YEAR,
      about: us,
      plant: (
        id,
        now,
      ) => sql`insert into network_alert (id, account_id, company_id, connection_id, alert_type, at, businessname,
        firstname, lastname, sort_name)
      values (${id}, ${accountId}, ${companyId}, ${connection}, 'leftnetwork', ${now}, '', 'Holly', 'Keeper', 'keeper')`,
      left: byId('network_alert'),
    },
    'network.old-alert-deliveries': {
      age: 30 * DAY,
      about: us,
      plant: (
        id,
        now,
      ) => sql`insert into alert_delivery (id, account_id, company_id, connection_id, subscription_type, cause_id, at,
        at_once)
      values (${id}, ${ownerId}, ${companyId}, ${connection}, 'purchase', ${id}, ${now}, false)`,
      left: byId('alert_delivery'),
    },
    'network.old-alert-mails': {
      age: 30 * DAY,
      about: us,
      plant: (id, now) => sql`insert into alert_mail (id, account_id, company_id, created_at)
      values (${id}, ${ownerId}, ${companyId}, ${now})`,
      left: byId('alert_mail'),
    },
    'network.access-requests': {
      age: YEAR,
      about: us,
      plant: (
        id,
        now,
      ) => sql`insert into access_request (id, asked_at, asked_by_account_id, owner_company_id, person_id)
      values (${id}, ${now}, ${ownerId}, ${companyId}, ${accountId})`,
      left: byId('access_request'),
    },
    'network.old-searches': {
      age: 31 * DAY,
      about: null,
      plant: (_id, now) => sql`insert into search_entry (counted_at, person_id, searcher_id)
      values (${now}, ${accountId}, ${otherId})`,
      left: () => sql`select 1 from search_entry where searcher_id = ${otherId}`,
    },
    'network.bulk-files': {
      age: 30 * DAY,
      about: us,
      plant: (
        id,
        now,
      ) => sql`insert into bulk_invitation (id, company_id, made_by_account_id, made_at, file_name, file_bytes,
        rows_key, head_sealed, row_count, column_count, source, has_header, column_kinds)
      values (${id}, ${companyId}, ${ownerId}, ${now}, 'crew.csv', 10, ${id}, ${someSealed}, 2, 1, '{}', true,
        '{emailaddress}')`,
      left: (id) => sql`select 1 from bulk_invitation where id = ${id} and rows_key is not null`,
    },
    'admin.settled-alerts': {
      age: 2 * YEAR,
      about: me,
      plant: (
        id,
        now,
      ) => sql`insert into pipeline_alert (id, account_id, alert_type, event_id, raised_at, reason, settled_at, state)
      values (${id}, ${accountId}, 'dispute', ${id}, ${now}, 'error', ${now}, 'closed')`,
      left: byId('pipeline_alert'),
    },
  };
}
