import { beforeAll, describe, expect, it } from 'vitest';
import { listInvitations, newInvite, openLink } from '#modules/network/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { connectionRow, newCompany, newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { newPerson } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

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

  it('opened by two people at once is one’s, while others invite them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const address = `both${round}@example.com`;
      const { inviteid } = await invite(address);
      const code = linkIn((await mailTo(address))?.text ?? '');
      const people = [await newScoredPerson(portal), await newScoredPerson(portal)];
      const answers = await Promise.all(
        people.flatMap(({ visitor, emailaddress }) => [
          visitor.call('POST', '/getlink', { linkid: code }),
          company.owner.visitor.call('POST', '/network/newinvite', { touser: emailaddress }),
          visitor.call('POST', '/getlink', { linkid: code }),
          company.owner.visitor.call('POST', '/network/newinvite', { touser: address }),
        ]),
      );
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const { rows } = await portal.pool.query<{ account_id: string | null }>(
        `select account_id from connection where cancelled_at is null and removed_at is null
           and (account_id = any($1) or id = $2)`,
        [people.map(({ accountId }) => accountId), inviteid],
      );
      const held = rows.map((row) => row.account_id).filter((holder) => holder !== null);
      expect(new Set(held)).toEqual(new Set(people.map(({ accountId }) => accountId)));
      expect(held).toHaveLength(2);
    }
  });

  it('gives the invitation to whoever holds it, but never somebody else’s', async () => {
    const { inviteid } = await invite('work.address@example.com');
    const code = linkIn((await mailTo('work.address@example.com'))?.text ?? '');
    const person = await newScoredPerson(portal);
    const opened = await person.visitor.perform(openLink, { linkid: code });
    expect(opened.redirectto).toBe(`/user/invitations/${inviteid}/accept`);
    expect(await connectionRow(portal, inviteid)).toMatchObject({
      account_id: person.accountId,
      accepted_at: null,
    });
    const stranger = await newPerson(portal);
    await expect(stranger.visitor.perform(openLink, { linkid: code })).rejects.toThrow('not-found');
    await expect(portal.visitor().perform(openLink, { linkid: `${code.slice(0, -1)}_` })).rejects.toThrow(
      'not-found',
    );
  });

  it('to an address of another account is that account’s', async () => {
    const owner = await newPerson(portal, { emailaddress: 'mine@example.com' });
    const inviter = await newCompany(portal);
    // Invited before the address was proven, as happens when both come at once.
    const { inviteid } = await invite('mine@example.com', inviter.owner);
    await portal.pool.query('update connection set account_id = null where id = $1', [inviteid]);
    const code = linkIn((await mailTo('mine@example.com'))?.text ?? '');
    const stranger = await newPerson(portal);
    await expect(stranger.visitor.perform(openLink, { linkid: code })).rejects.toThrow('not-found');
    await owner.visitor.perform(openLink, { linkid: code });
    expect(await connectionRow(portal, inviteid)).toMatchObject({ account_id: owner.accountId });
  });

  it('by a ShieldID gives an open invitation from its owner, after sign-in (D59)', async () => {
    const host = await newScoredPerson(portal);
    const guest = await newScoredPerson(portal);
    const before = await portal.visitor().perform(openLink, { linkid: host.shieldId });
    expect(before).toMatchObject({ linktype: 'shieldid', shieldid: host.shieldId, redirectto: null });
    const opened = await guest.visitor.perform(openLink, { linkid: host.shieldId.toLowerCase() });
    const { invitations } = await guest.visitor.perform(listInvitations, {});
    expect(opened.redirectto).toBe(`/user/invitations/${invitations[0]?.inviteid}/accept`);
    await guest.visitor.perform(openLink, { linkid: host.shieldId });
    expect((await guest.visitor.perform(listInvitations, {})).invitations).toHaveLength(1);
    expect((await host.visitor.perform(openLink, { linkid: host.shieldId })).redirectto).toBe(
      '/user/network',
    );
  });
});
