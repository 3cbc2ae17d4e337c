import { beforeAll, describe, expect, it } from 'vitest';
import { loader as follow, action as press } from '#app/routes/network/link.tsx';
import { action as join, loader as showTeamInvite } from '#app/routes/network/team-invite.tsx';
import { inviteMember, saveEnterpriseTeam } from '#modules/enterprise/index.ts';
import { updatePreferences } from '#modules/identity/index.ts';
import { cancelInvite, getInvited, listInvitations, newInvite, openLink } from '#modules/network/index.ts';
import { welcomeScore } from '#modules/network/subscribers.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { changedTables, fingerprintDatabase } from '#test/checks/database-fingerprint.ts';
import { connectionRow, newCompany, newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { newPerson } from '#test/factories/people.ts';
import { newLinkedCompany, shieldLinkIdOf } from '#test/factories/shieldlink.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { provesLegalText } from '#test/proves-legal-text.ts';
import type { Visitor } from '#test/visitor.ts';

let portal: TestPortal;
let company: TestCompany;
beforeAll(async () => {
  portal = await testPortal();
  company = await newCompany(portal, { company_name: 'Acme Builders', branding_hostname: 'acme' });
});

const invite = (touser: string, by = company.owner) => by.visitor.perform(newInvite, { touser });

async function mailTo(address: string) {
  await portal.runJobs();
  const [message] = await listOutbox(portal.db, { to: address, limit: 1 });
  return message;
}

const linkIn = (text: string) => /\/link\/([\w-]+)/.exec(text)?.[1] ?? '';

const autoAccept = (visitor: Visitor) =>
  visitor.perform(updatePreferences, { network_autoacceptinvite: 'YES' });

describe('following a link', () => {
  it('changes nothing, whoever follows it', async () => {
    const host = await newScoredPerson(portal);
    const guest = await newScoredPerson(portal);
    await autoAccept(guest.visitor);
    await invite('unread@example.com');
    const code = linkIn((await mailTo('unread@example.com'))?.text ?? '');
    const before = await fingerprintDatabase(portal);
    for (const linkid of [host.shieldId, code]) {
      for (const visitor of [portal.visitor(), guest.visitor, host.visitor]) {
        await askPage(portal, visitor, follow, { path: `/link/${linkid}`, params: { linkid } });
      }
    }
    expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
  });

  it('of a company without a network is dead', async () => {
    const closed = await newLinkedCompany(portal, 'Closed');
    const linkid = await shieldLinkIdOf(closed);
    const guest = await newPerson(portal);
    const page = { path: `/link/${linkid}`, params: { linkid } };
    expect(await askPage(portal, guest.visitor, follow, page)).toMatchObject({
      data: { inviter: closed.name },
    });
    await portal.pool.query('update company set enterprise_enabled = false where id = $1', [
      closed.companyId,
    ]);
    expect(await askPage(portal, guest.visitor, follow, page)).toMatchObject({ init: { status: 404 } });
  });

  it('names who would be connected, and a press connects without accepting', async () => {
    const host = await newScoredPerson(portal, { businessname: 'Harbor Works' });
    const guest = await newScoredPerson(portal);
    await autoAccept(guest.visitor);
    const page = { path: `/link/${host.shieldId}`, params: { linkid: host.shieldId } };
    expect(await askPage(portal, guest.visitor, follow, page)).toMatchObject({
      data: { inviter: 'Harbor Works' },
    });
    const pressed = await askPage(portal, guest.visitor, press, { ...page, form: {} });
    const { invitations } = await guest.visitor.perform(listInvitations, {});
    const accept = `/user/invitations/${invitations[0]?.inviteid}/accept`;
    expect(redirectOf(pressed)).toBe(accept);
    expect(redirectOf(await askPage(portal, guest.visitor, follow, page))).toBe(accept);
    // It is also not accepted later, when the person's other invitations are.
    await portal.work('test.accept', (work) => welcomeScore(work, { accountId: guest.accountId }));
    expect((await guest.visitor.perform(listInvitations, {})).invitations).toHaveLength(1);
  });

  it('that dies while its page is open leads to the page that says so', async () => {
    const guest = await newPerson(portal);
    const { inviteid } = await invite(guest.emailaddress);
    // The invitation came before the address was verified, which can happen if both run at the same time.
    await portal.pool.query('update connection set account_id = null where id = $1', [inviteid]);
    const code = linkIn((await mailTo(guest.emailaddress))?.text ?? '');
    const page = { path: `/link/${code}`, params: { linkid: code } };
    expect(await askPage(portal, guest.visitor, follow, page)).toMatchObject({
      data: { inviter: 'Acme Builders' },
    });
    await company.owner.visitor.perform(cancelInvite, { inviteid });
    const pressed = await askPage(portal, guest.visitor, press, { ...page, form: {} });
    expect(redirectOf(pressed)).toBe(page.path);
    expect(await askPage(portal, guest.visitor, follow, page)).toMatchObject({
      data: { ended: { how: 'canceled', inviter: 'Acme Builders', team: false } },
      init: { status: 410 },
    });
  });

  it('of an invitation to one’s own address finds it accepted, for who accepts automatically', async () => {
    provesLegalText('automatic-acceptance');
    const person = await newScoredPerson(portal);
    await autoAccept(person.visitor);
    const second = await newCompany(portal);
    const mailed = await invite(person.emailaddress, second.owner);
    expect(await connectionRow(portal, mailed.inviteid)).toMatchObject({ accepted_at: expect.any(Date) });
  });
});

describe('F122: the link of a team invitation', () => {
  const toTeam = async (emailaddress: string) => {
    const team = await newCompany(portal, { company_name: 'Team Works', team_management_enabled: true });
    const { invitationid } = await team.owner.visitor.perform(inviteMember, { emailaddress, role: 'viewer' });
    return { team, invitationid, linkid: linkIn((await mailTo(emailaddress))?.text ?? '') };
  };
  const visit = (linkid: string) => ({ path: `/link/${linkid}`, params: { linkid } });

  it('leads who has no account to register with that address, and others to sign in, changing nothing', async () => {
    const { linkid } = await toTeam('new.colleague@example.com');
    const person = await newPerson(portal);
    const known = await toTeam(person.emailaddress);
    const before = await fingerprintDatabase(portal);
    expect(redirectOf(await askPage(portal, portal.visitor(), follow, visit(linkid)))).toBe('/register');
    expect(redirectOf(await askPage(portal, portal.visitor(), follow, visit(known.linkid)))).toBe('/login');
    const { body } = await portal.visitor().call('POST', '/getlink', { linkid });
    expect(body).toEqual({
      success: true,
      linktype: 'teaminvite',
      shieldid: null,
      invite_code: linkid,
      newuser: true,
      redirectto: null,
    });
    expect(await portal.visitor().perform(getInvited, { linkid })).toEqual({
      inviter: 'Team Works',
      emailaddress: 'new.colleague@example.com',
      team_role: 'viewer',
      to_company: false,
      accepted: false,
    });
    expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
  });

  it('leads who is signed in to the page that asks, and gives nobody else the code', async () => {
    const person = await newPerson(portal);
    const stranger = await newPerson(portal);
    const { linkid, team, invitationid } = await toTeam(person.emailaddress);
    const asks = `/teaminvite/${linkid}`;
    expect(redirectOf(await askPage(portal, person.visitor, follow, visit(linkid)))).toBe(asks);
    const answer = async ({ visitor }: typeof person) =>
      (await visitor.call('POST', '/user/getlink', { linkid })).body;
    expect(await answer(person)).toMatchObject({ invite_code: linkid, newuser: false, redirectto: asks });
    expect(await answer(stranger)).toMatchObject({ invite_code: null, redirectto: asks });
    expect((await person.visitor.caller())?.companyId).toBeNull();
    await team.owner.visitor.perform(saveEnterpriseTeam, {
      members: [{ invitationid, delete_flag: 'YES' }],
    });
    expect(await answer(person)).toMatchObject({ invite_code: null, redirectto: asks });
    expect(await askPage(portal, portal.visitor(), follow, visit(linkid))).toMatchObject({
      data: { ended: { how: 'canceled', inviter: 'Team Works', team: true } },
      init: { status: 410 },
    });
  });

  it('leads whoever is not logged in from the page that asks through the link, which says whose it is', async () => {
    for (const code of ['x', (await toTeam('nobody.yet@example.com')).linkid]) {
      const page = { path: `/teaminvite/${code}`, params: { invitecode: code } };
      expect(redirectOf(await askPage(portal, portal.visitor(), showTeamInvite, page))).toBe(`/link/${code}`);
    }
  });

  it('is accepted by a press on that page', async () => {
    const person = await newPerson(portal);
    const { linkid, team } = await toTeam(person.emailaddress);
    const page = { path: `/teaminvite/${linkid}`, params: { invitecode: linkid } };
    expect(redirectOf(await askPage(portal, person.visitor, join, { ...page, form: {} }))).toBe(
      '/user?teaminviteaccepted',
    );
    expect(await person.visitor.caller()).toMatchObject({ companyId: team.companyId, teamRole: 'viewer' });
    expect(redirectOf(await askPage(portal, person.visitor, showTeamInvite, page))).toBe(
      '/user?teaminviteaccepted',
    );
  });
});

describe('a link', () => {
  it('leads a new person to register, a known one to sign in, and shows nobody the code of a team', async () => {
    await invite('unknown@example.com');
    const code = linkIn((await mailTo('unknown@example.com'))?.text ?? '');
    const answer = await portal.visitor().call('POST', '/getlink', { linkid: code });
    expect(answer.body).toEqual({
      success: true,
      linktype: 'shieldid',
      shieldid: null,
      invite_code: null,
      newuser: true,
      redirectto: null,
    });
    const person = await newScoredPerson(portal);
    await invite(person.emailaddress);
    const known = linkIn((await mailTo(person.emailaddress))?.text ?? '');
    expect((await portal.visitor().call('POST', '/user/getlink', { linkid: known })).body.newuser).toBe(
      false,
    );
  });

  it('to an address of another account is that account’s', async () => {
    const owner = await newPerson(portal, { emailaddress: 'mine@example.com' });
    const inviter = await newCompany(portal);
    // The invitation came before the address was verified, which can happen if both run at the same time.
    const { inviteid } = await invite('mine@example.com', inviter.owner);
    await portal.pool.query('update connection set account_id = null where id = $1', [inviteid]);
    const code = linkIn((await mailTo('mine@example.com'))?.text ?? '');
    const stranger = await newPerson(portal);
    expect((await stranger.visitor.perform(openLink, { linkid: code })).redirectto).toBe(
      `/link/${code}/address`,
    );
    await expect(portal.visitor().perform(openLink, { linkid: `${code.slice(0, -1)}_` })).rejects.toThrow(
      'not-found',
    );
    await owner.visitor.perform(openLink, { linkid: code });
    expect(await connectionRow(portal, inviteid)).toMatchObject({ account_id: owner.accountId });
  });

  it('by a ShieldLink ID gives an open invitation from the company (D59)', async () => {
    const host = await newLinkedCompany(portal, 'Host');
    const linkid = await shieldLinkIdOf(host);
    const guest = await newScoredPerson(portal);
    const before = await portal.visitor().perform(openLink, { linkid });
    expect(before).toMatchObject({ linktype: 'shieldid', shieldid: null, redirectto: null });
    const { redirectto } = await guest.visitor.perform(openLink, { linkid: linkid.toLowerCase() });
    const { invitations } = await guest.visitor.perform(listInvitations, {});
    expect(invitations).toMatchObject([{ businessname: host.name }]);
    expect(redirectto).toBe(`/user/invitations/${invitations[0]?.inviteid}/accept`);
    expect((await host.owner.visitor.perform(openLink, { linkid })).redirectto).toBe('/user/network');
  });

  it('by a ShieldID gives an open invitation from its owner, after sign-in (D59)', async () => {
    const host = await newScoredPerson(portal);
    const guest = await newScoredPerson(portal);
    const before = await portal.visitor().perform(openLink, { linkid: host.shieldId });
    expect(before).toMatchObject({ linktype: 'shieldid', shieldid: host.shieldId, redirectto: null });
    const opened = await guest.visitor.perform(openLink, { linkid: host.shieldId.toLowerCase() });
    const { invitations } = await guest.visitor.perform(listInvitations, {});
    expect(opened).toMatchObject({
      shieldid: host.shieldId,
      redirectto: `/user/invitations/${invitations[0]?.inviteid}/accept`,
    });
    await guest.visitor.perform(openLink, { linkid: host.shieldId });
    expect((await guest.visitor.perform(listInvitations, {})).invitations).toHaveLength(1);
    expect((await host.visitor.perform(openLink, { linkid: host.shieldId })).redirectto).toBe(
      '/user/network',
    );
  });
});
