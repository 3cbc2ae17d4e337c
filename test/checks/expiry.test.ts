import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { getOverview, searchUsers } from '#modules/admin/index.ts';
import { monitoringSweep } from '#modules/applications/index.ts';
import { savePreferences } from '#modules/identity/index.ts';
import {
  acceptInvite,
  acceptPendingInvites,
  chartAlerts,
  dueConnections,
  getReportOffer,
  listAlerts,
  listSharedWithMe,
  newInvite,
} from '#modules/network/index.ts';
import { expiresAt, MINUTE, runSweep, sql } from '#modules/platform/index.ts';
import { getStart } from '#modules/purchasing/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  connectionRow,
  newCompany,
  newScoredPerson,
  type ScoredPerson,
  type TestCompany,
} from '#test/factories/network.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';

/**
 * Every place that reads an expiration date follows the rule: valid before 11:00 UTC of that day, but not at 11:00 UTC.
 */

const START = new Date('2026-05-10T11:30:00Z');
const EXPIRATION = '2026-05-11';
const END = new Date('2026-05-11T11:00:00Z');

const portal = await testPortal({ now: START });
/** A company for each reading, so that nobody else is in its network. */
let company: TestCompany;

beforeEach(() => {
  portal.clock.set(START);
});

/** Moves the clock to `at`. The first sessions have ended by then. */
async function ownerAt(at: Date): Promise<Visitor> {
  portal.clock.set(at);
  return signIn(portal, company.owner);
}

const accepted = async (id: string) => (await connectionRow(portal, id)).accepted_at !== null;

async function invited(person: ScoredPerson): Promise<string> {
  // The sweep below ends the sessions from the start of the test.
  const owner = await signIn(portal, company.owner);
  return (await owner.perform(newInvite, { touser: person.shieldId })).inviteid;
}

async function connected(person: ScoredPerson): Promise<string> {
  const inviteid = await invited(person);
  await person.visitor.perform(acceptInvite, { inviteid });
  return inviteid;
}

/** For each reader, whether it treats the score as valid at a moment. */
const readers: Record<string, (person: ScoredPerson, at: Date) => Promise<boolean>> = {
  async 'accepting by oneself'(person, at) {
    const inviteid = await invited(person);
    portal.clock.set(at);
    const visitor = await signIn(portal, person);
    await visitor.perform(acceptInvite, { inviteid }).catch(() => undefined);
    return accepted(inviteid);
  },
  async 'accepting automatically'(person, at) {
    await portal.work('test.auto', (work) =>
      savePreferences(work, person.accountId, { network_autoacceptinvite: true }),
    );
    const owner = await ownerAt(at);
    return accepted((await owner.perform(newInvite, { touser: person.shieldId })).inviteid);
  },
  async 'accepting with the score'(person, at) {
    const inviteid = await invited(person);
    portal.clock.set(at);
    await portal.work('test.chosen', (work) =>
      acceptPendingInvites(work, { accountId: person.accountId, inviteIds: [inviteid] }),
    );
    return accepted(inviteid);
  },
  async "a connection's status"(person, at) {
    const id = await connected(person);
    portal.clock.set(at);
    await runSweep(portal, dueConnections);
    return (await connectionRow(portal, id)).status !== 'EXPIRED';
  },
  async 'a row of the grid'(person, at) {
    await connected(person);
    const { rows } = await (await ownerAt(at)).perform(listSharedWithMe, { q: person.shieldId });
    return rows[0]?.score_expired === false;
  },
  async 'an action on a row'(person, at) {
    const connectionid = await connected(person);
    return (
      (await (await ownerAt(at)).perform(getReportOffer, { connectionid })).reason !==
      'The score is no longer valid'
    );
  },
  async "the chart of a network's compliance"(person, at) {
    await connected(person);
    const owner = await ownerAt(at);
    await runSweep(portal, dueConnections);
    const { compliance } = await owner.perform(chartAlerts, {});
    return compliance.expired === 0;
  },
  async 'the alert that somebody is out of compliance'(person, at) {
    await connected(person);
    const owner = await ownerAt(at);
    await runSweep(portal, dueConnections);
    const { alerts } = await owner.perform(listAlerts, { alert: 'out_compliance', q: person.shieldId });
    return alerts[0]?.currenticscore !== 'NA';
  },
  async 'the start of a purchase'(person, at) {
    portal.clock.set(at);
    const visitor = await signIn(portal, person);
    return (await visitor.perform(getStart, {})).status !== 'expired';
  },
  async 'the renewal reminder'(person, at) {
    portal.clock.set(at);
    await portal.runSchedule('applications.renewal-reminders');
    await portal.runJobs();
    const mails = await listOutbox(portal.db, { to: person.emailaddress });
    return !mails.some(({ subject }) => subject?.includes('has expired'));
  },
  async 'the monitoring of a score'(person, at) {
    await sql`
      insert into monitored_profile (id, account_id, application_id, cra_order_id, state, created_at)
      select gen_random_uuid(), score.account_id, score.application_id, change.cra_order_id, 'starting',
        score.activated_at
      from shield_score score join score_change change on change.id = score.score_change_id
      where score.account_id = ${person.accountId}`.execute(portal.db);
    portal.clock.set(at);
    await runSweep(portal, monitoringSweep);
    const { rows } = await sql<{ on: boolean }>`
      select disabled_at is null as on from monitored_profile where account_id = ${person.accountId}`.execute(
      portal.db,
    );
    return Boolean(rows[0]?.on);
  },
  async "the console's search"(person, at) {
    portal.clock.set(at);
    const { visitor } = await newStaff(portal);
    const found = await visitor.perform(searchUsers, { searchterm: person.shieldId, validity: 'valid' });
    return found.total > 0;
  },
  async "the staff's overview"(_person, at) {
    portal.clock.set(at);
    const { visitor } = await newStaff(portal);
    return (await visitor.perform(getOverview, {})).valid_scores > 0;
  },
};

test('the rule itself', () => {
  expect(expiresAt(EXPIRATION)).toEqual(END);
});

test.each(Object.entries(readers))('%s reads 11:00 UTC', async (_name, read) => {
  const standsAt = async (at: Date) => {
    portal.clock.set(START);
    company = await newCompany(portal, { alert_dashboard_enabled: true });
    return read(await newScoredPerson(portal, { days: 1 }), at);
  };
  expect([await standsAt(new Date(END.getTime() - MINUTE)), await standsAt(END)]).toEqual([true, false]);
});

test('each place that writes 11:00 into SQL is read by one of these', () => {
  const root = join(import.meta.dirname, '..', '..');
  const places = globSync('{app,modules,migrations,jobs}/**/*.ts', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split("time '11:00'")
      .slice(1)
      .map(() => file.split('/')[1] ?? ''),
  );
  expect(places.sort(), 'add a reader above for a new place').toEqual([
    // Once each, for the rows of that time; the sweep of due rows follows.
    '205_compliance.ts',
    '244_shieldlink_compliance.ts',
    'admin',
    'applications',
    'applications',
    'identity',
    'network',
    'network',
    'network',
    'network',
    'network',
  ]);
});
