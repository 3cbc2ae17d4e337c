import { beforeAll, expect, test } from 'vitest';
import { takeFlash } from '#app/flash.server.ts';
import { loadRow as loadConnection } from '#app/routes/network/row.server.ts';
import { loadRow, saveFailed } from '#app/routes/team/team.server.ts';
import { inviteMember, listEnterpriseTeam } from '#modules/enterprise/index.ts';
import { enterpriseTimings } from '#modules/enterprise/limits.ts';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { cancelInvite, newInvite } from '#modules/network/index.ts';
import { Refusal } from '#modules/platform/index.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import type { Registered } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { askPage, redirectOf } from '../page.ts';

/** What the dialogs of the team and of the network show about a row, and who is told why an action is not possible. */

let portal: TestPortal;
let company: TestCompany;
let admin: Registered;
let viewer: Registered;
let ids: { memberid: (of: Registered) => string; invitationid: string };

beforeAll(async () => {
  portal = await testPortal();
  company = await newCompany(portal, { team_management_enabled: true, enable_payments: true });
  admin = await newTeamMember(portal, company, 'admin');
  viewer = await newTeamMember(portal, company, 'viewer');
  const { invitationid } = await company.owner.visitor.perform(inviteMember, {
    emailaddress: 'dialog@example.com',
    role: 'viewer',
  });
  const { members } = await company.owner.visitor.perform(listEnterpriseTeam, {});
  const memberid = ({ emailaddress }: Registered) =>
    members.find((row) => row.emailaddress === emailaddress)?.memberid ?? '';
  ids = { memberid, invitationid };
});

const ask = ({ visitor }: Registered, action: string, params: Record<string, string> = {}) =>
  askPage(portal, visitor, (args) => loadRow(args, action), { path: '/user/team/x', params });

test('a row is found by the member, by the invitation, and for who leaves by themself', async () => {
  const { owner } = company;
  expect(await ask(owner, 'editrole', { memberid: ids.memberid(viewer) })).toMatchObject({
    row: { emailaddress: viewer.emailaddress, role: 'viewer' },
    coupons: true,
    owner: { emailaddress: owner.emailaddress },
  });
  expect(await ask(owner, 'withdrawinvite', { invitationid: ids.invitationid })).toMatchObject({
    row: { emailaddress: 'dialog@example.com', accepted: false },
  });
  expect(await ask(viewer, 'leave')).toMatchObject({
    row: { emailaddress: viewer.emailaddress, self: true },
  });
});

test('nobody is shown a row of another team, or one that their role never changes', async () => {
  const other = await newCompany(portal, { team_management_enabled: true });
  const status = async (asked: Promise<unknown>) => ((await asked) as Response).status;
  const unknowns: Record<string, string>[] = [
    { memberid: ids.memberid(viewer) },
    { invitationid: ids.invitationid },
    {},
  ];
  for (const unknown of unknowns) {
    expect(await status(ask(other.owner, 'editrole', unknown))).toBe(404);
  }
  expect(await status(ask(admin, 'editrole', { memberid: ids.memberid(viewer) }))).toBe(403);
  expect(await status(ask(admin, 'editrole'))).toBe(404);
});

test('what is not possible is said on the page of the team, the owner’s own role for four seconds', async () => {
  const said = async (by: Registered, action: string, params: Record<string, string>) => {
    const to = redirectOf(await ask(by, action, params));
    const [toast] = takeFlash(by.visitor.visit());
    return { to, text: toast?.text, tone: toast?.tone, stays: toast?.stays };
  };
  const there = { to: '/user/profile/company', tone: 'bad' };
  const { owner } = company;
  expect(await said(owner, 'editrole', { memberid: ids.memberid(owner) })).toEqual({
    ...there,
    text: enterpriseTexts['team.own-role'],
    stays: enterpriseTimings['team.own-role-shown'],
  });
  expect(await said(owner, 'remove', { memberid: ids.memberid(owner) })).toEqual({
    ...there,
    text: enterpriseTexts['team.owner-stays'],
    stays: undefined,
  });
  const closed = await newCompany(portal, { team_management_enabled: false });
  expect(await said(closed.owner, 'leave', {})).toMatchObject({
    ...there,
    text: enterpriseTexts['team.management-off'],
  });
});

test('a save that failed says so in the documents’ words where the fault is ours, else with its reason', () => {
  const { visitor } = company.owner;
  const said = (refusal: Refusal) => {
    const answer = saveFailed({ context: { portal, visit: visitor.visit() }, params: {} } as never, refusal);
    return [redirectOf(answer), takeFlash(visitor.visit())[0]?.text];
  };
  const there = '/user/profile/company';
  for (const code of ['failed', 'unavailable'] as const) {
    expect(said(new Refusal(code))).toEqual([there, enterpriseTexts['team.save-failed']]);
  }
  const { text } = new Refusal('not-found');
  expect(said(new Refusal('not-found'))).toEqual([there, `Error: ${text}`]);
  expect(said(new Refusal('not-found', { message: 'Error: gone' }))).toEqual([there, 'Error: gone']);
});

test('the dialog of a row of the network is for whoever may do its action, and the name in it for no viewer', async () => {
  const { owner } = company;
  const { inviteid: connectionid } = await owner.visitor.perform(newInvite, {
    touser: 'row.of.network@example.com',
  });
  const asked = ({ visitor }: Registered) =>
    askPage(portal, visitor, (args) => loadConnection(args, cancelInvite, 'cancelinvite'), {
      path: `/user/network/cancel/${connectionid}`,
      params: { connectionid },
    });
  expect(await asked(admin)).toMatchObject({ name: 'row.of.network@example.com', reason: null });
  expect(await asked(viewer)).toMatchObject({ status: 403 });
});
