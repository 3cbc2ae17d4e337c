import { expect, test } from 'vitest';
import { loader as follow, action as press } from '#app/routes/network/link.tsx';
import {
  acceptInvite,
  cancelInvite,
  getConnection,
  getInviteLink,
  getLink,
  getNetworkInviteUrl,
  ignoreInvite,
  listInvitations,
  newInvite,
  openInvitation,
  openLink,
  resendInvite,
} from '#modules/network/index.ts';
import { MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { mailsOf } from '#test/factories/mail-events.ts';
import { connectionRow, newApplication, newCompany } from '#test/factories/network.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';

const portal = await testPortal();
const { owner } = await newCompany(portal, { company_name: 'Acme Builders' });

/** A person who ignored an invitation by mail. */
async function newIgnorer(before?: (inviteid: string, visitor: Visitor) => Promise<unknown>) {
  const person = await newPerson(portal);
  const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.emailaddress });
  const { network_invite_url } = await owner.visitor.perform(getInviteLink, { inviteid });
  await portal.runJobs();
  await before?.(inviteid, person.visitor);
  await person.visitor.perform(ignoreInvite, { inviteid });
  return { ...person, inviteid, linkid: network_invite_url.split('/').at(-1) ?? '' };
}

const mailsTo = async (to: string) =>
  (await listOutbox(portal.db, { to })).filter(({ subject }) => subject?.includes('invites you')).length;

async function kinds(inviteid: string) {
  const { historyrecords } = await owner.visitor.perform(getConnection, { connectionid: inviteid });
  return historyrecords.filter(({ id }) => !id.includes(':')).map(({ kind }) => kind);
}

const page = (visitor: Visitor, linkid: string) =>
  askPage(portal, visitor, follow, { path: `/link/${linkid}`, params: { linkid } });

test('resending an ignored invitation lets it expire later and does nothing else', async () => {
  const { inviteid, emailaddress, visitor } = await newIgnorer();
  const before = await connectionRow(portal, inviteid);
  portal.clock.advance(MINUTE);
  const answer = await owner.visitor.call('POST', '/network/resendinvite', { inviteid });
  expect(answer.body).toMatchObject({ success: true, inviteid, mail_sent: 'NO' });
  await portal.runJobs();
  expect(await mailsTo(emailaddress)).toBe(1);
  const after = await connectionRow(portal, inviteid);
  expect(after).toMatchObject({
    status: 'INVITEIGNORE',
    ignored_at: before.ignored_at,
    invite_sent_count: 1,
  });
  expect(Number(after.invite_expires_at) - Number(before.invite_expires_at)).toBeGreaterThanOrEqual(MINUTE);
  expect((await visitor.perform(listInvitations, {})).invitations).toEqual([]);
  await expect(visitor.perform(acceptInvite, { inviteid })).rejects.toMatchObject({
    code: 'network.invitation-closed',
  });
  expect(await kinds(inviteid)).toEqual(['invited', 'ignored', 'extended']);
});

test('only a press by the person who ignored it, on the page of its link, opens it again', async () => {
  const { inviteid, linkid, visitor } = await newIgnorer();
  const stranger = await newPerson(portal);
  await expect(stranger.visitor.perform(openLink, { linkid })).rejects.toMatchObject({
    code: 'network.invitation-closed',
  });
  await portal.visitor().perform(openLink, { linkid });
  expect(await owner.visitor.perform(openLink, { linkid })).toMatchObject({ redirectto: '/user/network' });
  expect(await visitor.perform(getLink, { linkid })).toMatchObject({
    redirectto: null,
    inviter: 'Acme Builders',
    ignored: true,
  });
  expect(await page(visitor, linkid)).toMatchObject({ data: { inviter: 'Acme Builders', ignored: true } });
  expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'INVITEIGNORE' });

  const done = await askPage(portal, visitor, press, {
    path: `/link/${linkid}`,
    params: { linkid },
    form: {},
  });
  expect(redirectOf(done)).toBe(`/user/invitations/${inviteid}/accept`);
  expect(await connectionRow(portal, inviteid)).toMatchObject({
    ignored_at: null,
    status: 'INVITE',
    came_by_link: true,
  });
  expect((await visitor.perform(listInvitations, {})).invitations).toMatchObject([{ inviteid }]);
  expect(await kinds(inviteid)).toEqual(['invited', 'ignored', 'reopened']);
  await visitor.perform(ignoreInvite, { inviteid });
  expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'INVITEIGNORE' });
});

test('one that its person had opened before tells its owner again how far they are', async () => {
  const { inviteid, linkid, visitor, accountId } = await newIgnorer((invited, by) =>
    by.perform(openInvitation, { inviteid: invited }),
  );
  await newApplication(portal, accountId, 'paid');
  await visitor.perform(openLink, { linkid });
  expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'APPSTARTED', remind_at: null });
});

test('a link of an ignored invitation that is withdrawn or has expired says so, and opens nothing', async () => {
  const gone = await newIgnorer();
  await owner.visitor.perform(cancelInvite, { inviteid: gone.inviteid });
  await expect(gone.visitor.perform(openLink, { linkid: gone.linkid })).rejects.toMatchObject({
    code: 'network.invitation-closed',
  });
  const late = await newIgnorer();
  await portal.db
    .updateTable('connection')
    .set({ invite_expires_at: portal.clock.now() })
    .where('id', '=', late.inviteid)
    .execute();
  expect(await late.visitor.perform(getLink, { linkid: late.linkid })).toMatchObject({
    ignored: false,
    redirectto: null,
    ended: { how: 'expired', inviter: 'Acme Builders' },
  });
  await expect(late.visitor.perform(openLink, { linkid: late.linkid })).rejects.toMatchObject({
    code: 'network.invitation-expired',
  });
  expect(await connectionRow(portal, late.inviteid)).toMatchObject({ status: 'INVITEIGNORE' });
});

test('F46: whoever ignored an invitation that was withdrawn gets no mail of a new one, nor its coupon', async () => {
  const { inviteid, emailaddress, visitor } = await newIgnorer();
  await owner.visitor.perform(cancelInvite, { inviteid });
  const again = await owner.visitor.perform(newInvite, { touser: emailaddress });
  expect(again).toMatchObject({ connectionstatus: 'INVITEIGNORE', already_invited: false });
  expect(await mailsOf(portal, again.inviteid)).toEqual([]);
  await portal.runJobs();
  expect(await mailsTo(emailaddress)).toBe(1);
  expect((await visitor.perform(listInvitations, {})).invitations).toEqual([]);
  expect(await connectionRow(portal, again.inviteid)).toMatchObject({ remind_at: null, coupon_id: null });
  expect(await kinds(again.inviteid)).toEqual(['invited', 'ignored']);
  // A press on its link by the person opens it, like any other invitation that they ignored.
  const { network_invite_url } = await owner.visitor.perform(getInviteLink, { inviteid: again.inviteid });
  await visitor.perform(openLink, { linkid: network_invite_url.split('/').at(-1) ?? '' });
  expect((await visitor.perform(listInvitations, {})).invitations).toMatchObject([
    { inviteid: again.inviteid },
  ]);
});

test('an invitation of another company, and one by the person’s own press, is not ignored with it', async () => {
  const { inviteid, emailaddress, visitor } = await newIgnorer();
  await owner.visitor.perform(cancelInvite, { inviteid });
  const other = await newCompany(portal, { company_name: 'Birch & Rowe' });
  expect(await other.owner.visitor.perform(newInvite, { touser: emailaddress })).toMatchObject({
    connectionstatus: 'INVITE',
  });
  const { network_invite_url } = await owner.visitor.perform(getNetworkInviteUrl, {});
  await visitor.perform(openLink, { linkid: network_invite_url?.split('/').at(-1) ?? '' });
  const { invitations } = await visitor.perform(listInvitations, {});
  expect(invitations.map(({ businessname }) => businessname).sort()).toEqual([
    'Acme Builders',
    'Birch & Rowe',
  ]);
});

test('withdrawing and resending at once, ten times: withdrawn in the end, and no mail after it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const to = `race${round}@example.com`;
    const { inviteid } = await owner.visitor.perform(newInvite, { touser: to });
    await portal.runJobs();
    const [cancelled, resent] = await Promise.allSettled([
      owner.visitor.perform(cancelInvite, { inviteid }),
      owner.visitor.perform(resendInvite, { inviteid }),
    ]);
    expect(cancelled.status).toBe('fulfilled');
    if (resent.status === 'rejected') expect(resent.reason).toMatchObject({ code: 'not-found' });
    await portal.runJobs();
    expect((await connectionRow(portal, inviteid)).cancelled_at).not.toBeNull();
    expect(await mailsTo(to)).toBe(1);
  }
});

test('an ignored invitation that is withdrawn while its person opens it again stays withdrawn', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { inviteid, linkid, visitor } = await newIgnorer();
    await Promise.allSettled([
      owner.visitor.perform(cancelInvite, { inviteid }),
      visitor.perform(openLink, { linkid }),
    ]);
    expect((await connectionRow(portal, inviteid)).cancelled_at).not.toBeNull();
    expect((await visitor.perform(listInvitations, {})).invitations).toEqual([]);
  }
});
