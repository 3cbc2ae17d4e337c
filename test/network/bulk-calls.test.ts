import { expect, test } from 'vitest';
import {
  acceptInvite,
  getPaymentOptions,
  ignoreInvite,
  largestCall,
  listBulkInvitations,
  newInvite,
} from '#modules/network/index.ts';
import { newApplicant } from '#test/factories/applicants.ts';
import { newCouponCompany } from '#test/factories/coupons.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { shows } from '#test/shown.ts';
import type { Visitor } from '#test/visitor.ts';

/** The calls that take the rows themselves (doc3 §7). */

const portal = await servedPortal();
portal.clock.stop();

const forCompany = '/network/sendinvites';
const byStaff = '/admin/sendenterpriseinvites';
const emails = { column_map: { 0: 'emailaddress' } };

const connectionsOf = (companyId: string) =>
  portal.db
    .selectFrom('connection')
    .select(['to_email', 'to_firstname', 'to_lastname', 'invited_by_account_id'])
    .where('owner_company_id', '=', companyId)
    .where('invited_at', 'is not', null)
    .execute();

async function send(visitor: Visitor, input: object, path = forCompany) {
  return (await visitor.call('POST', path, { dryrun: 'NO', ...input })).body as Record<string, unknown> & {
    results: Record<string, number>;
  };
}

test('a dry run counts each row under the documents’ names and keeps nothing; sending answers how many are queued', async () => {
  const { owner, companyId } = await newCompany(portal);
  const invite = (touser: string) => owner.visitor.perform(newInvite, { touser });
  const [invited, ignoring, applying, optedOut, known] = [
    await newPerson(portal),
    await newPerson(portal),
    await newApplicant(portal),
    await newPerson(portal),
    await newPerson(portal),
  ];
  const inside = await newScoredPerson(portal);
  await invite(invited.emailaddress);
  const { inviteid: ignored } = await invite(ignoring.emailaddress);
  await ignoring.visitor.perform(ignoreInvite, { inviteid: ignored });
  const { inviteid: accepted } = await invite(inside.emailaddress);
  await inside.visitor.perform(acceptInvite, { inviteid: accepted, accepttype: 'INDIVIDUAL' });
  await portal.db
    .updateTable('account')
    .set({ email_preference_invites: false })
    .where('id', '=', optedOut.accountId)
    .execute();
  const before = (await connectionsOf(companyId)).map(({ to_email }) => to_email);
  const input = {
    invite_data: [
      ['Name', 'Ref', 'Email', 'ShieldID'],
      ['', 1, invited.emailaddress],
      ['', 2, ignoring.emailaddress],
      ['', 3, null, inside.shieldId],
      ['', 4, applying.emailaddress],
      ['', 5, optedOut.emailaddress],
      ['Bo', 6, known.emailaddress],
      ['Ana Maria Ruiz', 7, ' NEW@call.example '],
      ['', 8, 'new@call.example', true],
      ['', 9, 'nobody@nowhere'],
      ['', 10, '', 'TX000000000'],
      [],
    ],
    invite_data_includes_header: 'YES',
    column_map: { 0: 'fullname', 2: 'emailaddress', 3: 'shieldid' },
  };
  const found = {
    existing_users_innetwork_skipped: 1,
    existing_users_has_active_invite: 1,
    existing_users_notinvited_found: 1,
    existing_users_ignored_previous_invite: 1,
    new_users_inprogress_application: 1,
    new_users_by_email_found: 1,
    emails_on_supression_list: 1,
    invalid_records: 2,
    duplicate_records: 1,
  };
  expect(await send(owner.visitor, { ...input, dryrun: 'YES' })).toEqual({
    success: true,
    results: { ...found, invitessent: 0 },
    bulkid: null,
    coupon_most: null,
  });
  expect((await owner.visitor.perform(listBulkInvitations, {})).bulks).toEqual([]);
  const sent = await send(owner.visitor, { ...input, dryrun: 'NO' });
  expect(sent.results).toEqual({ ...found, invitessent: 3 });
  await portal.runJobs();
  const made = (await connectionsOf(companyId)).filter(({ to_email }) => !before.includes(to_email));
  expect(made.map(({ to_email }) => to_email).sort()).toEqual(
    ['new@call.example', applying.emailaddress, known.emailaddress].sort(),
  );
  expect(made).toContainEqual({
    to_email: 'new@call.example',
    to_firstname: 'Ana Maria',
    to_lastname: 'Ruiz',
    invited_by_account_id: owner.accountId,
  });
  expect((await owner.visitor.perform(listBulkInvitations, {})).bulks).toMatchObject([
    { id: sent.bulkid, state: 'done', rows: 10, sent: 3 },
  ]);
  const again = await send(owner.visitor, { ...input, dryrun: 'NO' });
  expect(again).toMatchObject({
    results: { existing_users_has_active_invite: 4, invitessent: 0 },
    bulkid: null,
  });
});

test('staff send for a company, in its owner’s name; a company only for itself', async () => {
  const { owner, companyId } = await newCompany(portal);
  const { owner: other } = await newCompany(portal);
  const staff = await newStaff(portal);
  const input = { companyid: companyId, invite_data: [['a@staff-call.example']], ...emails };
  const { results } = await send(staff.visitor, { ...input, dryrun: 'NO' }, byStaff);
  expect(results.invitessent).toBe(1);
  await portal.runJobs();
  expect(await connectionsOf(companyId)).toMatchObject([
    { to_email: 'a@staff-call.example', invited_by_account_id: owner.accountId },
  ]);
  expect(await send(other.visitor, input)).toMatchObject({ success: false, error_code: 'not-found' });
});

test('what cannot be used is refused and keeps nothing', async () => {
  const { owner, companyId, typeId } = await newCouponCompany({ portal }, { type: 'flat', amount: 25 }, null);
  const admin = await newTeamMember(portal, { owner, companyId }, 'admin');
  const { code_types: types } = await owner.visitor.perform(getPaymentOptions, {});
  const description = types.find(({ id }) => id === typeId)?.description;
  const say = async (input: object, visitor = owner.visitor) =>
    String((await send(visitor, input)).error_message ?? '');
  const rows = [['a@refused.example', description]];
  shows('bulk.unmapped', await say({ invite_data: rows, column_map: { 1: 'note' } }));
  shows(
    'bulk.column-twice',
    await say({ invite_data: rows, column_map: { 0: 'emailaddress', 1: 'emailaddress' } }),
  );
  const header = { invite_data: [['E-mail']], invite_data_includes_header: 'YES' };
  shows('bulk.no-records', await say({ ...header, ...emails }));
  expect(await say({ invite_data: [Array.from({ length: 201 }, () => 'x')], ...emails })).toContain(
    'The file has 201 columns',
  );
  expect(await send(owner.visitor, { invite_data: [[{}], 1], ...emails })).toMatchObject({
    error_code: 'invalid-input',
    issues: { invite_data: ['Send a list of rows, each a list of texts'] },
  });
  const withCoupon = { invite_data: rows, column_map: { 0: 'emailaddress', 1: 'coupon' } };
  expect(await send(admin.visitor, withCoupon)).toMatchObject({ error_code: 'network.coupon-not-allowed' });
  expect(await send(owner.visitor, { ...withCoupon, dryrun: 'YES' })).toMatchObject({ coupon_most: 2500 });
  shows('bulk.confirm-most', await say(withCoupon));
  expect((await owner.visitor.perform(listBulkInvitations, {})).bulks).toEqual([]);
  expect(await send(owner.visitor, { ...withCoupon, coupon_most: 2500 })).toMatchObject({
    results: { invitessent: 1 },
  });
});

test('1,000 rows fit into a call, more than 2 MB do not, and nobody else’s body is read', async () => {
  const { owner } = await newCompany(portal);
  const post = (visitor: Visitor, body: string) =>
    fetch(`${portal.origin}/hub/api${forCompany}`, {
      method: 'POST',
      headers: {
        origin: portal.origin,
        'content-type': 'application/json',
        cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body,
    });
  const note = 'x'.repeat(1_900);
  const full = JSON.stringify({
    dryrun: 'YES',
    invite_data: Array.from({ length: 1_000 }, (_, at) => [`p${at}@large-call.example`, note]),
    ...emails,
  });
  expect(full.length).toBeGreaterThan(1_900_000);
  const answer = await post(owner.visitor, full);
  expect(await answer.json()).toMatchObject({ results: { new_users_by_email_found: 1_000 } });
  const larger = full.padEnd(largestCall + 1, ' ');
  expect((await post(owner.visitor, larger)).status).toBe(413);
  expect((await post(portal.visitor(), larger)).status).toBe(401);
});
