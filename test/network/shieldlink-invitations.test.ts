import { beforeAll, describe, expect, it } from 'vitest';
import {
  cancelInvite,
  getInvitation,
  ignoreInvite,
  listInvitations,
  newInvite,
} from '#modules/network/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { connectionRow, newCompany, newTeamMember } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered } from '#test/factories/people.ts';
import {
  askCompany,
  newLinkedCompanies,
  newLinkedCompany,
  shieldLinkIdOf,
} from '#test/factories/shieldlink.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** Invitations from company to company (D55): who is asked, who answers, and when nobody can answer any more. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});

const acceptAs = (accepttype: 'INDIVIDUAL' | 'FULLNETWORK', by: Registered, inviteid: string) =>
  by.visitor.call('POST', '/network/acceptinvite', { inviteid, accepttype });

describe('inviting a company', () => {
  it('goes to the company and not to a person: its owner and admins see it, a viewer does not', async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    const [admin, viewer] = [
      await newTeamMember(portal, sharing, 'admin'),
      await newTeamMember(portal, sharing, 'viewer'),
    ];
    const { inviteid, connectionstatus } = await askCompany(client, sharing);
    expect(connectionstatus).toBe('INVITE');
    expect(await connectionRow(portal, inviteid)).toMatchObject({
      account_id: null,
      sharing_company_id: sharing.companyId,
      connection_type: 'FULLNETWORK',
    });
    for (const { visitor } of [sharing.owner, admin]) {
      const { invitations } = await visitor.perform(listInvitations, {});
      expect(invitations).toMatchObject([{ inviteid, connectiontype: 'FULLNETWORK' }]);
    }
    expect((await viewer.visitor.perform(listInvitations, {})).invitations).toEqual([]);
    const refused = await acceptAs('FULLNETWORK', viewer, inviteid);
    expect(refused.status).toBe(404);
    await portal.runJobs();
    const [mail] = await listOutbox(portal.db, { to: sharing.owner.emailaddress });
    expect(mail?.subject).toBe(`${client.name} asks your company to share its network`);
  });

  it('is there once for two companies, whoever asks again', async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    const answers = await Promise.all(Array.from({ length: 6 }, () => askCompany(client, sharing)));
    expect(new Set(answers.map(({ inviteid }) => inviteid)).size).toBe(1);
    expect(answers.filter(({ already_invited }) => !already_invited)).toHaveLength(1);
  });

  it('stands beside an invitation of the same person as an individual', async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    const touser = sharing.owner.emailaddress;
    const asPerson = await client.owner.visitor.perform(newInvite, { touser });
    const asCompany = await client.owner.visitor.perform(newInvite, {
      touser,
      connectiontype: 'FULLNETWORK',
    });
    expect(asCompany.inviteid).not.toBe(asPerson.inviteid);
    expect(asCompany.already_invited).toBe(false);
    const accepted = await acceptAs('FULLNETWORK', sharing.owner, asCompany.inviteid);
    expect(accepted.body).toMatchObject({ connectionstatus: 'CURRENT' });
    // The connection does not depend on the person who accepted it.
    expect(await connectionRow(portal, asCompany.inviteid)).toMatchObject({
      account_id: null,
      to_email: null,
    });
    const twice = await acceptAs('FULLNETWORK', sharing.owner, asPerson.inviteid);
    shows('invitations.company-twice', twice.body.error_message);
  });

  it('is for admins of companies with ShieldLink, and reaches none without', async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    const touser = await shieldLinkIdOf(sharing);
    const plain = await newCompany(portal);
    const individual = await newPersonWithoutTwoStep(portal);
    for (const { visitor } of [plain.owner, individual]) {
      const answer = await visitor.call('POST', '/network/newinvite', {
        touser,
        connectiontype: 'FULLNETWORK',
      });
      expect(answer.status).toBe(403);
      shows('invitations.shieldlink-off', answer.body.error_message);
    }
    const viewer = await newTeamMember(portal, client, 'viewer');
    const asViewer = await viewer.visitor.call('POST', '/network/newinvite', {
      touser,
      connectiontype: 'FULLNETWORK',
    });
    expect(asViewer.status).toBe(403);
    for (const [unknown, code] of [
      [await shieldLinkIdOf(plain), 'network.shieldlinkid-not-found'],
      [await shieldLinkIdOf(client), 'network.own-id'],
      ['SL000000000', 'network.shieldlinkid-not-found'],
      ['TX100000001', 'network.shieldlinkid-not-found'],
      ['nobody', 'network.shieldlinkid-not-found'],
      ['nobody@nowhere', 'network.invalid-email'],
      [client.owner.emailaddress, 'network.own-id'],
    ]) {
      const answer = await client.owner.visitor.call('POST', '/network/newinvite', {
        touser: unknown,
        connectiontype: 'FULLNETWORK',
      });
      expect(answer.body.error_code, unknown).toBe(code);
    }
  });

  it('cannot be accepted by a stranger, twice, after it was withdrawn, ignored, or has expired', async () => {
    const [client, sharing, third] = await newLinkedCompanies(portal, 'Client', 'Sharing', 'Third');
    const { inviteid } = await askCompany(client, sharing);
    for (const stranger of [third.owner, await newPersonWithoutTwoStep(portal)]) {
      expect((await acceptAs('FULLNETWORK', stranger, inviteid)).status).toBe(404);
      await expect(stranger.visitor.perform(ignoreInvite, { inviteid })).rejects.toThrow('not-found');
    }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => acceptAs('FULLNETWORK', sharing.owner, inviteid)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    for (const end of ['withdrawn', 'ignored'] as const) {
      const other = await newLinkedCompany(portal, 'Other');
      const { inviteid: id } = await askCompany(client, other);
      if (end === 'withdrawn') await client.owner.visitor.perform(cancelInvite, { inviteid: id });
      else await other.owner.visitor.perform(ignoreInvite, { inviteid: id });
      expect((await acceptAs('FULLNETWORK', other.owner, id)).body.error_code).toBe(
        'network.invitation-closed',
      );
      if (end === 'ignored') continue;
      const { inviteid: anew } = await askCompany(client, other);
      expect((await acceptAs('FULLNETWORK', other.owner, anew)).body).toMatchObject({ success: true });
    }
    const late = await newLinkedCompany(portal, 'Late');
    const { inviteid: lapsed } = await askCompany(client, late);
    await portal.pool.query(
      `update connection set invited_at = invited_at - interval '31 days', invite_expires_at = now() - interval '1 minute'
       where id = $1`,
      [lapsed],
    );
    expect((await acceptAs('FULLNETWORK', late.owner, lapsed)).body.error_code).toBe(
      'network.invitation-expired',
    );
  });

  it('of a company is not accepted for the same company', async () => {
    const client = await newLinkedCompany(portal, 'Client');
    const admin = await newTeamMember(portal, client, 'admin');
    const { inviteid } = await client.owner.visitor.perform(newInvite, {
      touser: admin.emailaddress,
      connectiontype: 'FULLNETWORK',
    });
    expect((await acceptAs('FULLNETWORK', admin, inviteid)).body.error_code).toBe(
      'network.accept-no-company',
    );
  });

  it('needs ShieldLink of who accepts', async () => {
    const client = await newLinkedCompany(portal, 'Client');
    const plain = await newCompany(portal);
    const { inviteid } = await client.owner.visitor.perform(newInvite, {
      touser: plain.owner.emailaddress,
      connectiontype: 'FULLNETWORK',
    });
    const { obstacles } = await plain.owner.visitor.perform(getInvitation, { inviteid });
    shows('invitations.no-shieldlink', obstacles.FULLNETWORK ?? undefined);
    const refused = await acceptAs('FULLNETWORK', plain.owner, inviteid);
    expect(refused.body.error_code).toBe('network.accept-no-shieldlink');
    expect(await connectionRow(portal, inviteid)).toMatchObject({ accepted_at: null });
  });

  it.each(['shieldlink_enabled', 'enterprise_enabled'])(
    'needs %s of who asks when it is accepted',
    async (needed) => {
      const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
      const { inviteid } = await askCompany(client, sharing);
      await portal.pool.query(`update company set ${needed} = false where id = $1`, [client.companyId]);
      const { obstacles } = await sharing.owner.visitor.perform(getInvitation, { inviteid });
      shows('invitations.no-company', obstacles.FULLNETWORK ?? undefined);
      expect((await acceptAs('FULLNETWORK', sharing.owner, inviteid)).status).toBe(409);
    },
  );
});
