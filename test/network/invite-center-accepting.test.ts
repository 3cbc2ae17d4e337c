import { describe, expect, it, test } from 'vitest';
import { cancelInvite } from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { DAY, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { centerCode, inviteCenter, makeProvable, newProvable } from '#test/factories/invite-center.ts';
import { connectionRow, newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered } from '#test/factories/people.ts';
import { connectCompanies, newLinkedCompanies, newLinkedCompany } from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { rowsOf } from '#test/sql.ts';

const portal = await testPortal();

const { invite, invited, refusalOf, list, accept, acceptedAt, eventsOf } = inviteCenter(portal);

describe('F66: accepting what was chosen', () => {
  it('connects, tells the inviter, keeps the history and saves the preferences with it', async () => {
    const { company, person, inviteid, code } = await invited();
    const other = await newCompany(portal, { company_name: 'Report Takers' });
    await portal.pool.query('update company set network_requires_pdf = true where id = $1', [
      other.companyId,
    ]);
    const [left, withReport] = [
      await invite(await newCompany(portal), person.emailaddress),
      await invite(other, person.emailaddress),
    ];
    const before = await list(person.visitor, code);
    expect(before.invites.find(({ id }) => id === withReport)?.terms?.network_requires_pdf).toBe(true);
    const answer = await person.visitor.call('POST', '/network/acceptpendinginvites', {
      invitecode: code,
      invites: [inviteid, withReport],
      profile: { network_autoacceptinvite: 'YES', network_searchresults: 'NO' },
    });
    expect(answer.body).toMatchObject({ success: true, refused: [] });
    expect(answer.body.accepted.map((each: { name: string }) => each.name).sort()).toEqual([
      'Cedar Framing',
      'Report Takers',
    ]);
    expect(await connectionRow(portal, inviteid)).toMatchObject({ status: 'CURRENT', report_shared: false });
    expect(await connectionRow(portal, withReport)).toMatchObject({ status: 'CURRENT', report_shared: true });
    // Invitations that were not chosen stay open, although new ones are accepted automatically from now on.
    expect(await acceptedAt(left)).toBeNull();
    expect(await eventsOf(inviteid)).toEqual(['invited', 'accepted']);
    const [preferences] = await rowsOf(
      portal,
      sql`select network_autoacceptinvite, network_searchresults from account where id = ${person.accountId}`,
    );
    expect(preferences).toEqual({ network_autoacceptinvite: true, network_searchresults: false });
    await portal.runJobs();
    const [told] = await listOutbox(portal.db, { to: company.owner.emailaddress, limit: 1 });
    expect(told?.subject).toMatch(/accepted your invitation/);
  });

  it('leaves preferences that are not sent as they are', async () => {
    const { person, inviteid, code } = await invited();
    await accept(person.visitor, code, [inviteid]);
    const [preferences] = await rowsOf(
      portal,
      sql`select network_autoacceptinvite, network_searchresults from account where id = ${person.accountId}`,
    );
    expect(preferences).toEqual({ network_autoacceptinvite: false, network_searchresults: true });
  });

  it('names each invitation that cannot be accepted, with its reason, and accepts the others', async () => {
    const { person, inviteid, code } = await invited();
    const [canceling, late] = [
      await newCompany(portal, { company_name: 'Canceled Inc' }),
      await newCompany(portal, { company_name: 'Late LLC' }),
    ];
    const canceled = await invite(canceling, person.emailaddress);
    await canceling.owner.visitor.perform(cancelInvite, { inviteid: canceled });
    const expired = await invite(late, person.emailaddress);
    const company = await newLinkedCompany(portal, 'Asks Companies');
    const ofCompany = await invite(company, person.emailaddress, { connectiontype: 'FULLNETWORK' });
    await portal.pool.query(`update connection set invited_at = $2, invite_expires_at = $3 where id = $1`, [
      expired,
      new Date(portal.clock.now().getTime() - 31 * DAY),
      new Date(portal.clock.now().getTime() - DAY),
    ]);
    const shown = (await list(person.visitor, code)).invites.find(({ id }) => id === ofCompany);
    expect(shown?.terms?.obstacle).toBe('The inviter asked you to accept as a company.');
    const { accepted, refused } = await accept(person.visitor, code, [
      inviteid,
      canceled,
      expired,
      ofCompany,
    ]);
    expect(accepted).toMatchObject([{ inviteid, name: 'Cedar Framing', connectionstatus: 'CURRENT' }]);
    const reasons = Object.fromEntries(refused.map(({ name, error_code }) => [name, error_code]));
    expect(Object.keys(reasons)).toHaveLength(3);
    expect(reasons).toMatchObject({
      'Canceled Inc': 'network.invitation-closed',
      'Late LLC': 'network.invitation-expired',
    });
    expect(Object.values(reasons)).toContain('network.accept-company-only');
  });

  it.each([
    ['without a check', null, 'invitations.check-first'],
    ['with a score that ended', { days: -1 }, 'invitations.no-score'],
    ['with NA', { score: 'NA' }, 'invitations.no-score'],
  ] as const)('%s accepts and saves nothing, and says so for each', async (_case, score, reason) => {
    const company = await newCompany(portal, { company_name: 'Cedar Framing' });
    const person = score ? await newProvable(portal, score) : await newPersonWithoutTwoStep(portal);
    if (!score) await makeProvable(portal, person.accountId);
    const inviteid = await invite(company, person.emailaddress);
    const code = await centerCode(portal, person.emailaddress);
    const answer = await person.visitor.call('POST', '/network/acceptpendinginvites', {
      invitecode: code,
      invites: [inviteid],
      profile: { network_autoacceptinvite: 'YES' },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { success: false, error_code: 'network.center-none-accepted' },
    });
    shows('center.none-accepted', answer.body.error_message);
    expect(answer.body.issues).toEqual({
      [`invites.${inviteid}`]: [`Cedar Framing: ${networkTexts[reason]}`],
    });
    const { invites } = await list(person.visitor, code);
    expect(invites[0]?.terms?.obstacle).toBe(networkTexts[reason]);
    expect(await acceptedAt(inviteid)).toBeNull();
    const [kept] = await rowsOf(
      portal,
      sql`select network_autoacceptinvite from account where id = ${person.accountId}`,
    );
    expect(kept).toEqual({ network_autoacceptinvite: false });
  });

  it('needs at least one, and only one’s own', async () => {
    const mine = await invited();
    const theirs = await invited();
    expect(await refusalOf(accept(mine.person.visitor, mine.code, []))).toBe('invalid-input');
    expect(await refusalOf(accept(mine.person.visitor, mine.code, [mine.inviteid, theirs.inviteid]))).toBe(
      'not-found',
    );
    expect(await acceptedAt(mine.inviteid)).toBeNull();
  });

  it('says which companies see the person through ShieldLink (D55)', async () => {
    const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
    await connectCompanies(client, sharing);
    const person = await newProvable(portal);
    await invite(sharing, person.emailaddress);
    const { invites } = await list(person.visitor, await centerCode(portal, person.emailaddress));
    expect(invites[0]?.terms?.also_seen_by).toHaveLength(1);
  });
});

test('F66: accepting twice at once, and while the inviter cancels, happens once or not at all', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { company, person, inviteid, code } = await invited();
    const second = await invite(await newCompany(portal), person.emailaddress);
    const owner: Registered = company.owner;
    const answers = await Promise.all([
      person.visitor.call('POST', '/network/acceptpendinginvites', {
        invitecode: code,
        invites: [inviteid, second],
      }),
      owner.visitor.call('POST', '/network/cancelinvite', { inviteid }),
      person.visitor.call('POST', '/network/acceptpendinginvites', {
        invitecode: code,
        invites: [second, inviteid],
        profile: { network_searchresults: 'NO' },
      }),
      person.visitor.call('POST', '/network/acceptinvite', { inviteid }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    for (const id of [inviteid, second]) {
      const accepted = (await eventsOf(id)).filter((kind) => kind === 'accepted');
      expect(accepted.length).toBeLessThanOrEqual(1);
      expect(accepted.length === 1).toBe((await acceptedAt(id)) !== null);
    }
    expect(await acceptedAt(second)).not.toBeNull();
    const row = await connectionRow(portal, inviteid);
    expect(Number(row.accepted_at !== null) + Number(row.cancelled_at !== null)).toBeGreaterThanOrEqual(1);
  }
});
