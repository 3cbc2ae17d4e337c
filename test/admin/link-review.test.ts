import { expect, test } from 'vitest';
import {
  closePipelineAlert,
  getAdminNotes,
  openUserRecord,
  reviewLink,
  saveAdminNote,
  submitRefund,
} from '#modules/admin/index.ts';
import { DAY, newId, setSetting, sql, staffAlertRaised } from '#modules/platform/index.ts';
import { refundApproval } from '#modules/purchasing/index.ts';
import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { newApplication } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { addAcceptedCheck, link, newCheckedPerson, newOtherAccount } from '#test/factories/transfers.ts';
import { shows } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';

/** What staff see of a move before it, and what goes along with a check while the others stay. */
const portal = await servedPortal();
await removeSandboxDelays(portal);
const admin = await newStaff(portal);
const staff = admin.visitor;

test('a review compares both people, tells why the move is not possible, and is written down about both', async () => {
  const from = await newCheckedPerson(portal, '900-00-0001');
  const to = await newOtherAccount(portal);
  const review = async () => {
    const asked = { userid: to.accountId, newprofileids: [from.profile, ` ${from.profile} `] };
    const { transfer } = await staff.perform(reviewLink, asked);
    if (!transfer) throw new Error('nothing to move');
    return transfer;
  };
  await rowsOf(
    portal,
    sql`update account set legal_firstname = 'Patricia', legal_middlename = '', legal_lastname = 'Person',
      legal_namesuffix = 'Sr', legal_source = 'staff', legal_at = registered_at where id = ${to.accountId}`,
  );
  // A refund of somebody else does not stand in the way.
  const { accountId: refunded } = await newOtherAccount(portal);
  const application = await newApplication(portal, refunded, 'done');
  await rowsOf(
    portal,
    sql`insert into refund (id, purchase_id, account_id, amount_cents, currency, cancel_application, cause, state,
        requested_at, requested_by)
      select ${newId()}, purchase_id, account_id, 100, 'usd', false, 'staff', 'waiting', ${portal.clock.now()},
        ${admin.accountId}
      from application where id = ${application}`,
  );
  const first = await review();
  expect(first).toMatchObject({
    obstacles: [],
    from: { userid: from.accountId, emailaddress: from.emailaddress, name: 'Pat Person', active: true },
    to: { userid: to.accountId, legalname: 'Patricia Person Sr', ssn: null },
    checks: [{ applicationid: from.applicationId, done: true, legalname: 'Pat Person' }],
    others: [],
    has_valid_score: false,
  });
  expect(first.shieldids).toEqual([first.checks[0]?.shieldid]);
  const written = await rowsOf(
    portal,
    sql<{ about_id: string }>`select about_id from audit_entry where action = 'admin.transfer-reviewed'`,
  );
  expect(written.map(({ about_id }) => about_id).sort()).toEqual([from.accountId, to.accountId].sort());

  const dayIn = (days: number) =>
    new Date(portal.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
  const validUntil = async (day: string | null) => {
    await rowsOf(
      portal,
      sql`update session_facts set certification_expiration = ${day} where account_id = ${to.accountId}`,
    );
    return (await review()).has_valid_score;
  };
  expect(await validUntil(dayIn(2))).toBe(true);
  expect(await validUntil(dayIn(0))).toBe(false);
  expect(await validUntil(null)).toBe(false);

  await newApplication(portal, from.accountId, 'inprogress');
  await setSetting(portal.db, refundApproval, 0, portal.clock.now());
  await staff.perform(submitRefund, {
    applicationid: from.applicationId,
    refundamount: '5',
    note: 'Paid twice',
  });
  const { obstacles, others } = await review();
  expect(others).toMatchObject([{ done: false, shieldid: null, active: false }]);
  expect(obstacles).toHaveLength(2);
  shows('transfer.renewal-open', obstacles[0] ?? '');
  shows('refund.under-way', obstacles[1] ?? '');
});

test('notes and alerts about a moved check go along, and those about other checks and the person stay', async () => {
  const older = await newCheckedPerson(portal, '900-00-0001');
  const newer = await addAcceptedCheck(portal, older, '900-00-0001');
  const to = await newOtherAccount(portal);
  const { accountId: userid } = older;
  const alerts = new Map<string, string>();
  for (const [about, applicationId] of [
    ['older', older.applicationId],
    ['newer', newer.applicationId],
    ['person', undefined],
  ] as const) {
    await staff.perform(saveAdminNote, { userid, applicationid: applicationId, note: `About the ${about}` });
    const eventId = newId();
    alerts.set(eventId, about);
    await portal.work('test.raise', (work) =>
      work.publish(staffAlertRaised, {
        alertType: 'idverification',
        eventId,
        accountId: userid,
        reason: 'test',
        ...(applicationId ? { applicationId } : {}),
      }),
    );
  }
  // Somebody else's alert, though it is about the same check, and the note of whoever closes it.
  const { accountId: stranger } = await newOtherAccount(portal);
  const foreign = newId();
  alerts.set(foreign, 'stranger');
  await portal.work('test.raise', (work) =>
    work.publish(staffAlertRaised, {
      alertType: 'idverification',
      eventId: foreign,
      accountId: stranger,
      applicationId: older.applicationId,
      reason: 'test',
    }),
  );
  const [alert] = await rowsOf(
    portal,
    sql<{ id: string }>`select id from pipeline_alert where event_id = ${foreign}`,
  );
  await staff.perform(closePipelineAlert, { alertid: alert?.id ?? '', note: 'About the stranger' });
  await link(portal, to, [older], { note: 'Registered twice' });
  const notesOf = async (of: string) =>
    (await (await newStaff(portal)).visitor.perform(getAdminNotes, { userid: of })).notes
      .map(({ note }) => note)
      .sort();
  const alertsOf = async (of: string) =>
    (
      await rowsOf(
        portal,
        sql<{ event_id: string }>`select event_id from pipeline_alert
          where account_id = ${of} and alert_type = 'idverification'`,
      )
    )
      .map(({ event_id }) => alerts.get(event_id))
      .sort();
  expect(await notesOf(to.accountId)).toEqual(['About the older', 'Registered twice']);
  expect(await notesOf(userid)).toEqual(['About the newer', 'About the person', 'Registered twice']);
  expect(await alertsOf(to.accountId)).toEqual(['older']);
  expect(await alertsOf(userid)).toEqual(['newer', 'person']);
  expect(await notesOf(stranger)).toEqual(['About the stranger']);
  expect(await alertsOf(stranger)).toEqual(['stranger']);

  expect(await link(portal, to, [older])).toEqual({ moved: [] });
  portal.clock.advance(1000);
  await link(portal, to, [newer], { note: 'And the other one' });
  const transfersOf = async (of: string) =>
    (await (await newStaff(portal)).visitor.perform(openUserRecord, { userid: of })).transfers.map(
      ({ applicationid, direction, userid: other, reason }) => [applicationid, direction, other, reason],
    );
  expect(await transfersOf(to.accountId)).toEqual([
    [newer.applicationId, 'here', userid, 'And the other one'],
    [older.applicationId, 'here', userid, 'Registered twice'],
  ]);
  expect(await transfersOf(userid)).toEqual([
    [newer.applicationId, 'away', to.accountId, 'And the other one'],
    [older.applicationId, 'away', to.accountId, 'Registered twice'],
  ]);

  const third = await newOtherAccount(portal);
  await link(portal, third, [older, newer]);
  const { transfers } = await (await newStaff(portal)).visitor.perform(openUserRecord, {
    userid: third.accountId,
  });
  const ids = transfers.map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(ids).toEqual(ids.toSorted().reverse());
});
