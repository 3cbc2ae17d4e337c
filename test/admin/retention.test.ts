// Takes long: one row of each kind of data, with and without a legal hold.
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  getRetention,
  liftLegalHold,
  retentionTable,
  runRetention,
  setLegalHold,
} from '#modules/admin/index.ts';
import { newInvite } from '#modules/network/index.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  newId,
  type RawBuilder,
  runSweep,
  type Sweep,
  sql,
  YEAR,
} from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newApplication, newCompany, newScoreChange } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff, signIn } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/** Every row of the table of what is kept how long: a moment before its end the data is there, at its end it is gone. */

const portal = await testPortal();
portal.clock.stop();
const staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const person = await newPersonWithoutTwoStep(portal, { firstname: 'Holly', lastname: 'Keeper' });
const other = await newPersonWithoutTwoStep(portal);
const { companyId, owner } = await newCompany(portal);
const application = await newApplication(portal, person.accountId, 'inprogress');
const change = await newScoreChange(portal, person.accountId, application, 'new', 'IC03');
const { inviteid: connection } = await owner.visitor.perform(newInvite, { touser: person.emailaddress });
const write = (query: RawBuilder<unknown>) => rowsOf(portal, query);
const hash = () => randomBytes(32);

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);
/** The clock moves further than a session lasts. */
const ada = () => signIn(portal, staff);
const hold = async (about: { userid: string } | { companyid: string }) =>
  (await ada()).perform(setLegalHold, { ...about, reason: 'A subpoena of the county court' });
const lift = async (holdid: string) =>
  (await ada()).perform(liftLegalHold, { holdid, reason: 'The case was dismissed' });

interface Planted {
  /** Milliseconds after which it goes. */
  age: number | ((now: Date) => number);
  /** Whom it is about; null if a hold changes nothing. */
  about: { userid: string } | { companyid: string } | null;
  plant(id: string, now: Date): RawBuilder<unknown>;
  /** Whether the row is as it was. */
  left(id: string): RawBuilder<unknown>;
}

const byId = (table: string) => (id: string) => sql`select 1 from ${sql.table(table)} where id = ${id}`;
const me = { userid: person.accountId };
const us = { companyid: companyId };
const endpoint = newId();

const planted: Record<string, Planted> = {
  'platform.hook-bodies': {
    age: 30 * DAY + 1,
    about: null,
    plant: (id, now) =>
      sql`insert into hook_event (provider, event_id, received_at, handled_at, body) values ('cra', ${id}, ${now}, ${now}, '{}')`,
    left: (id) => sql`select 1 from hook_event where event_id = ${id} and body is not null`,
  },
  'platform.hook-events': {
    age: 400 * DAY + 1,
    about: null,
    plant: (id, now) =>
      sql`insert into hook_event (provider, event_id, received_at, handled_at) values ('cra', ${id}, ${now}, ${now})`,
    left: (id) => sql`select 1 from hook_event where event_id = ${id}`,
  },
  'platform.throttles': {
    age: HOUR + 1,
    about: null,
    plant: (
      id,
      now,
    ) => sql`insert into throttle (key_hash, allowed, expires_at, hits, previous_hits, window_start)
      values (${Buffer.from(id)}, true, ${later(now, HOUR)}, 1, 0, ${now})`,
    left: (id) => sql`select 1 from throttle where key_hash = ${Buffer.from(id)}`,
  },
  'platform.outbox': {
    age: 90 * DAY,
    about: null,
    plant: (id, now) => sql`insert into outbox_message (id, channel, recipient, body_text, created_at)
      values (${id}, 'sms', '+15125550100', 'Hello', ${now})`,
    left: byId('outbox_message'),
  },
  'identity.sessions': {
    age: 12 * HOUR + 30 * MINUTE,
    about: me,
    plant: (
      id,
      now,
    ) => sql`insert into session (id, account_id, created_at, expires_at, host, last_used_at, token_hash)
      values (${id}, ${person.accountId}, ${now}, ${later(now, 12 * HOUR)}, 'localhost', ${now}, ${hash()})`,
    left: byId('session'),
  },
  'identity.kept-texts': {
    age: 30 * MINUTE,
    about: me,
    plant: (id, now) => sql`insert into kept_text (id, account_id, form, kept_at, page, values_sealed)
      values (${id}, ${person.accountId}, 'profile', ${now}, '/user/profile', ${someSealed})`,
    left: byId('kept_text'),
  },
  'identity.codes': {
    age: 7 * DAY,
    about: me,
    plant: (
      id,
      now,
    ) => sql`insert into verification_code (id, account_id, channel, destination, purpose, requested_at)
      values (${id}, ${person.accountId}, 'EMAIL', 'x@example.com', 'two-step', ${now})`,
    left: byId('verification_code'),
  },
  'identity.passkey-challenges': {
    age: 5 * MINUTE,
    about: me,
    plant: (
      id,
      now,
    ) => sql`insert into passkey_challenge (id, account_id, challenge_hash, expires_at, host, purpose)
      values (${id}, ${person.accountId}, ${hash()}, ${later(now, 5 * MINUTE)}, 'localhost', 'add')`,
    left: byId('passkey_challenge'),
  },
  'identity.hand-offs': {
    age: MINUTE,
    about: null,
    plant: (
      id,
      now,
    ) => sql`insert into session_hand_off (id, address, expires_at, session_id, target_host, token_hash)
      select ${id}, '', ${later(now, MINUTE)}, id, 'localhost', ${hash()} from session order by created_at desc limit 1`,
    left: byId('session_hand_off'),
  },
  'identity.login-failures': {
    age: DAY,
    about: null,
    plant: (id, now) =>
      sql`insert into login_failure (key_hash, failures, last_at) values (${id}, 1, ${now})`,
    left: (id) => sql`select 1 from login_failure where key_hash = ${id}`,
  },
  'identity.browsers': {
    age: 30 * DAY,
    about: me,
    plant: (
      id,
      now,
    ) => sql`insert into trusted_browser (id, account_id, created_at, expires_at, host, last_used_at, token_hash)
      values (${id}, ${person.accountId}, ${now}, ${later(now, 30 * DAY)}, 'localhost', ${now}, ${hash()})`,
    left: byId('trusted_browser'),
  },
  'identity.known-browsers': {
    age: 400 * DAY,
    about: me,
    plant: (id, now) => sql`insert into known_browser (id, account_id, first_at, last_at, token_hash)
      values (${id}, ${person.accountId}, ${now}, ${now}, ${hash()})`,
    left: byId('known_browser'),
  },
  'identity.security-changes': {
    age: 72 * HOUR,
    about: me,
    plant: (
      id,
      now,
    ) => sql`insert into security_change (id, account_id, before_sealed, change, changed_at, expires_at, token_hash)
      values (${id}, ${person.accountId}, ${someSealed}, 'off', ${now}, ${later(now, 72 * HOUR)}, ${hash()})`,
    left: byId('security_change'),
  },
  'identity.sent-mails': {
    age: 2 * YEAR,
    about: me,
    plant: (id, now) => sql`insert into sent_mail (id, account_id, kind, message_id, sent_at, state)
      values (${id}, ${person.accountId}, 'welcome', ${id}, ${now}, 'sent')`,
    left: byId('sent_mail'),
  },
  'identity.mail-preferences': {
    age: YEAR,
    about: null,
    plant: (id, now) =>
      sql`insert into mail_preference (emailaddress, updated_at) values (${`${id}@example.com`}, ${now})`,
    left: (id) => sql`select 1 from mail_preference where emailaddress = ${`${id}@example.com`}`,
  },
  'identity.mail-choices': {
    age: 72 * HOUR,
    about: null,
    plant: (
      id,
      now,
    ) => sql`insert into mail_choice (id, criticalemails, email_preference_invites, email_preference_marketing,
        email_preference_renewal, emailaddress, host, requested_at)
      values (${id}, true, true, true, true, 'x@example.com', 'localhost', ${now})`,
    left: byId('mail_choice'),
  },
  'identity.access-entries': {
    age: 5 * YEAR,
    about: us,
    plant: (id, now) => sql`insert into access_entry (id, day, first_at, kind, person_id, viewer_company_id)
      values (${id}, ${now}, ${now}, 'score', ${person.accountId}, ${companyId})`,
    left: byId('access_entry'),
  },
  'identity.expired-exports': {
    age: 72 * HOUR,
    about: me,
    plant: (
      id,
      now,
    ) => sql`insert into privacy_request (id, kind, account_id, name, emailaddress, host, requested_at, due_at,
        file_key, file_expires_at, state, closed_at, outcome)
      values (${id}, 'export', ${person.accountId}, 'Holly', 'x@example.com', 'localhost', ${now}, ${later(now, DAY)},
        ${`exports/${id}`}, ${later(now, 72 * HOUR)}, 'closed', ${now}, 'built')`,
    left: (id) => sql`select 1 from privacy_request where id = ${id} and file_key is not null`,
  },
  'identity.closed-requests': {
    age: 2 * YEAR,
    about: me,
    plant: (
      id,
      now,
    ) => sql`insert into privacy_request (id, kind, account_id, name, emailaddress, host, requested_at, due_at,
        state, closed_at, outcome)
      values (${id}, 'limit', ${person.accountId}, 'Holly', 'x@example.com', 'localhost', ${now}, ${later(now, DAY)},
        'closed', ${now}, 'answered')`,
    left: byId('privacy_request'),
  },
  'identity.staff-sessions': {
    age: 2 * YEAR,
    about: me,
    plant: (id, now) => sql`insert into staff_session (id, account_id, admin_account_id, started_at)
      values (${id}, ${person.accountId}, ${staff.accountId}, ${now})`,
    left: byId('staff_session'),
  },
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
      values (${id}, ${companyId}, ${owner.accountId}, ${id}, ${someSealed}, ${later(now, 7 * DAY)}, ${now}, 'viewer',
        ${now}, ${`${id}@example.com`})`,
    left: byId('team_invitation'),
  },
  'enterprise.support-requests': {
    age: 30 * DAY,
    about: me,
    plant: (id, now) => sql`insert into support_request (id, account_id, content, host, requested_at)
      values (${id}, ${person.accountId}, ${someSealed}, 'localhost', ${now})`,
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
    plant: (id, now) => sql`insert into key_request (id, company_id, asked_at, idempotency_key, request_hash)
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
        values (${id}, ${person.accountId}, ${application}, true, ${now}, ${now}) returning id)
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
      values (${id}, ${person.accountId}, ${now}, ${id}, 'approval-link', ${now}, 1)`,
    left: byId('wrong_proof_count'),
  },
  'network.invite-center-codes': {
    age: 30 * DAY,
    about: me,
    plant: (
      id,
      now,
    ) => sql`insert into invite_center_code (code_hash, account_id, created_at, expires_at, to_email)
      values (${id}, ${person.accountId}, ${now}, ${later(now, 30 * DAY)}, 'x@example.com')`,
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
      values (${id}, ${person.accountId}, ${companyId}, ${connection}, 'leftnetwork', ${now}, '', 'Holly', 'Keeper', 'keeper')`,
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
      values (${id}, ${owner.accountId}, ${companyId}, ${connection}, 'purchase', ${id}, ${now}, false)`,
    left: byId('alert_delivery'),
  },
  'network.old-alert-mails': {
    age: 30 * DAY,
    about: us,
    plant: (id, now) => sql`insert into alert_mail (id, account_id, company_id, created_at)
      values (${id}, ${owner.accountId}, ${companyId}, ${now})`,
    left: byId('alert_mail'),
  },
  'network.access-requests': {
    age: YEAR,
    about: us,
    plant: (
      id,
      now,
    ) => sql`insert into access_request (id, asked_at, asked_by_account_id, owner_company_id, person_id)
      values (${id}, ${now}, ${owner.accountId}, ${companyId}, ${person.accountId})`,
    left: byId('access_request'),
  },
  'network.old-searches': {
    age: 31 * DAY,
    about: null,
    plant: (_id, now) => sql`insert into search_entry (counted_at, person_id, searcher_id)
      values (${now}, ${person.accountId}, ${other.accountId})`,
    left: () => sql`select 1 from search_entry where searcher_id = ${other.accountId}`,
  },
  'network.bulk-files': {
    age: 30 * DAY,
    about: us,
    plant: (
      id,
      now,
    ) => sql`insert into bulk_invitation (id, company_id, made_by_account_id, made_at, file_name, file_bytes,
        rows_key, head_sealed, row_count, column_count, source, has_header, column_kinds)
      values (${id}, ${companyId}, ${owner.accountId}, ${now}, 'crew.csv', 10, ${id}, ${someSealed}, 2, 1, '{}', true,
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
      values (${id}, ${person.accountId}, 'dispute', ${id}, ${now}, 'error', ${now}, 'closed')`,
    left: byId('pipeline_alert'),
  },
};

/** Tried elsewhere, because more than a row has to be there. */
const elsewhere = {
  'identity.deletions': 'test/identity/erasure-waits.test.ts, and below',
  'network.old-adverse-actions': 'test/network/old-adverse-actions.test.ts',
  'network.left-by-deletion': 'test/network/left-by-deletion.test.ts',
  'platform.failed-jobs': 'below, by the queue’s own clock',
  'platform.interruptions': 'test/checks/sweeps.test.ts: it deletes what belongs to no job',
};

const sweeps = new Map(retentionTable.flatMap((kind) => kind.sweeps).map((sweep) => [sweep.name, sweep]));
const sweepOf = (name: string): Sweep => {
  const found = sweeps.get(name);
  if (!found) throw new Error(`no sweep ${name}`);
  return found;
};

beforeAll(async () => {
  await write(sql`insert into webhook_endpoint (id, company_id, made_by_account_id, address, events, made_at,
      secret_last_four, secret_made_at, secret_sealed)
    values (${endpoint}, ${companyId}, ${owner.accountId}, 'https://example.com', '{score.changed}', ${portal.clock.now()}, 'abcd',
      ${portal.clock.now()}, ${someSealed})`);
});

test('every table of the schema belongs to one kind of data', async () => {
  const { rows } = await portal.pool.query<{ table: string }>(
    `select table_name as table from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'mikro_orm_migrations'`,
  );
  const declared = retentionTable.flatMap(({ tables }) => tables);
  expect(declared.toSorted()).toEqual(rows.map(({ table }) => table).sort());
  expect(new Set(retentionTable.map(({ name }) => name)).size).toBe(retentionTable.length);
});

test('every sweep of the table is tried here or elsewhere', () => {
  expect([...Object.keys(planted), ...Object.keys(elsewhere)].sort()).toEqual([...sweeps.keys()].sort());
});

describe('at the end of its time', () => {
  it.each(Object.entries(planted))('%s goes, unless a legal hold keeps it', async (name, row) => {
    const { about, plant, left } = row;
    const now = portal.clock.now();
    const age = typeof row.age === 'number' ? row.age : row.age(now);
    const sweep = sweepOf(name);
    const id = newId();
    const isLeft = async () => (await rowOf(portal, left(id))) !== undefined;
    await write(plant(id, now));
    if (name === 'applications.verification-images') await giveImages(id, age);
    portal.clock.advance(age - 1);
    await runSweep(portal, sweep);
    expect(await isLeft(), 'a moment before').toBe(true);
    portal.clock.advance(1);
    if (about) {
      const { holdid } = await hold(about);
      await runSweep(portal, sweep);
      expect(await isLeft(), 'on hold').toBe(true);
      await lift(holdid);
    }
    await runSweep(portal, sweep);
    expect(await isLeft(), 'at the end').toBe(false);
  });

  async function giveImages(id: string, age: number): Promise<void> {
    const key = `verifications/${id}`;
    await portal.storage.put(key, Buffer.from('image'), { contentType: 'image/jpeg' });
    await write(sql`update id_verification set status = 'processing', workflow_run_id = ${id}, applicant_id = ${id}
      where id = ${id}`);
    const now = portal.clock.now();
    await write(sql`update id_verification set status = 'rejected', decided_at = ${now}, front_key = ${key},
      images_until = ${later(now, age)}, applicant_deleted_at = ${now} where id = ${id}`);
  }

  it('a job that failed for good goes 90 days after its last try', async () => {
    const id = await failedJob();
    await runSweep(portal, sweepOf('platform.failed-jobs'));
    expect(await isQueued(id)).toBe(true);
    await write(sql`update graphile_worker._private_jobs
      set updated_at = ${later(portal.clock.now(), -90 * DAY - 1)} where id = ${id}`);
    await runSweep(portal, sweepOf('platform.failed-jobs'));
    expect(await isQueued(id)).toBe(false);
  });

  async function failedJob(): Promise<string> {
    const [job] = await rowsOf(
      portal,
      sql<{
        id: string;
      }>`select id::text from graphile_worker.add_job('identity.send-code', '{}'::json, max_attempts => 1)`,
    );
    await write(sql`update graphile_worker._private_jobs set attempts = 1, updated_at = ${portal.clock.now()}
      where id = ${job?.id}`);
    return job?.id ?? '';
  }

  const isQueued = async (id: string) =>
    (await rowOf(portal, sql`select 1 from graphile_worker.jobs where id = ${id}`)) !== undefined;
});

describe('legal holds', () => {
  it('are set and lifted once, with reasons for staff, and every admin is told', async () => {
    const someone = await newPersonWithoutTwoStep(portal, { firstname: 'Nell', lastname: 'Held' });
    const about = { userid: someone.accountId };
    const { holdid } = await hold(about);
    const refusal = await refusalOf(hold(about));
    expect(refusal.code).toBe('admin.hold-open');
    shows('hold.open', refusal.text);
    await lift(holdid);
    const lifted = await refusalOf(lift(holdid));
    expect(lifted.code).toBe('admin.hold-lifted');
    shows('hold.lifted', lifted.text);
    expect((await refusalOf(lift(newId()))).code).toBe('not-found');
    expect((await refusalOf(hold({ companyid: newId() }))).code).toBe('not-found');
    const { holds } = await (await ada()).perform(getRetention, {});
    expect(holds.find(({ id }) => id === holdid)).toMatchObject({
      name: 'Nell Held',
      reason: 'A subpoena of the county court',
      set_by: 'Ada Minton',
      lift_reason: 'The case was dismissed',
      lifted_by: 'Ada Minton',
    });
    await portal.runJobs();
    const mails = (await listOutbox(portal.db, { to: staff.emailaddress })).filter(({ subject }) =>
      /^A legal hold on a person was/.test(subject ?? ''),
    );
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['A legal hold on a person was set', 'A legal hold on a person was lifted']),
    );
    for (const { text } of mails) expect(text).not.toMatch(/Nell|subpoena|dismissed/);
    // The copy of their data has the entries about them: none tells of the hold.
    const { rows } = await portal.pool.query(
      `select action, about_id from audit_entry where action like 'admin.legal-hold%' and object_id = $1 order by at, id`,
      [someone.accountId],
    );
    expect(rows).toEqual([
      { action: 'admin.legal-hold-set', about_id: null },
      { action: 'admin.legal-hold-lifted', about_id: null },
    ]);
  });
});

describe('a run by hand', () => {
  it('counts without changing anything, then deletes, and is in the audit log', async () => {
    await write(sql`insert into outbox_message (id, channel, recipient, body_text, created_at)
      values (${newId()}, 'sms', '+15125550100', 'Hello', ${later(portal.clock.now(), -100 * DAY)})`);
    const counted = await runRetention(portal, { dryRun: true });
    const outbox = (run: typeof counted) => run.kinds.find(({ name }) => name === 'platform.outbox');
    expect(outbox(counted)?.rows).toBeGreaterThanOrEqual(1);
    expect(outbox(await runRetention(portal, { dryRun: true }))).toEqual(outbox(counted));
    expect(outbox(await runRetention(portal, { dryRun: false }))).toEqual(outbox(counted));
    expect(outbox(await runRetention(portal, { dryRun: true }))?.rows).toBe(0);
    const entry = await rowOf(
      portal,
      sql<{ detail: object }>`
      select detail from audit_entry where action = 'admin.retention-run' order by at desc limit 1`,
    );
    expect(entry).toBeDefined();
    const { kinds } = await (await ada()).perform(getRetention, {});
    expect(kinds.find(({ name }) => name === 'platform.outbox')).toMatchObject({ automatic: true });
  });
});
