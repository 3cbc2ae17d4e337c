import { beforeAll, describe, expect, it } from 'vitest';
import {
  acceptInvite,
  getConnection,
  getInviteLink,
  ignoreInvite,
  listInvitations,
  listMyShares,
  listSharedWithMe,
  newInvite,
  openLink,
  proveInvitedAddress,
  resendInvite,
  search,
  sendInvitedAddressCode,
} from '#modules/network/index.ts';
import { DAY, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { connectionRow, newCompany, newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { newestCode, newPerson, newPersonWithoutTwoStep, signIn } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

/** Cases in which the correct result differs from the most likely wrong one. */

let portal: TestPortal;
let company: TestCompany;
beforeAll(async () => {
  portal = await testPortal();
  company = await newCompany(portal, { company_name: 'Acme Builders', branding_hostname: 'acme' });
});

const invite = (touser: string) => company.owner.visitor.perform(newInvite, { touser });

async function invitationsTo(address: string) {
  await portal.runJobs();
  const messages = await listOutbox(portal.db, { to: address });
  return messages.filter((message) => message.messageId?.startsWith('<invitation-'));
}

describe('an invitation goes to the address of the account', () => {
  it('that proved the invited one, not to the one that was typed', async () => {
    const { inviteid } = await invite('office.desk@example.com');
    const [first] = await invitationsTo('office.desk@example.com');
    const linkid = /\/link\/([\w-]+)/.exec(first?.text ?? '')?.[1] ?? '';
    const { visitor } = await newPerson(portal);
    await visitor.perform(sendInvitedAddressCode, { linkid });
    await visitor.perform(proveInvitedAddress, {
      linkid,
      code: await newestCode(portal, 'office.desk@example.com'),
    });
    await company.owner.visitor.perform(resendInvite, { inviteid });
    expect(await invitationsTo('office.desk@example.com')).toHaveLength(1);
  });

  it('whatever case was typed, once', async () => {
    const person = await newPersonWithoutTwoStep(portal);
    const { inviteid } = await invite(person.emailaddress.toUpperCase());
    expect(await connectionRow(portal, inviteid)).toMatchObject({ account_id: person.accountId });
    expect(await invite(person.emailaddress)).toMatchObject({ inviteid, already_invited: true });
    expect(await invitationsTo(person.emailaddress)).toHaveLength(1);
  });

  it('of a ShieldID, and tells the inviter no address', async () => {
    const person = await newScoredPerson(portal, {
      searchable: false,
      firstname: 'Quiet',
      lastname: 'Quillon',
    });
    const { inviteid } = await invite(person.shieldId);
    expect(await invitationsTo(person.emailaddress)).toHaveLength(1);
    const details = await company.owner.visitor.perform(getConnection, { connectionid: inviteid });
    expect(details.connection.emailaddress).toBeNull();
  });
});

describe('a link of a host', () => {
  it('that is no longer registered leads to the base host', async () => {
    const former = await newCompany(portal, { company_name: 'Former', branding_hostname: 'former' });
    const mailed = async (touser: string) => {
      await former.owner.visitor.perform(newInvite, { touser });
      return (await invitationsTo(touser))[0]?.text ?? '';
    };
    expect(await mailed('before@example.com')).toContain('http://former.localhost:3000/link/');
    await portal.work('test.unregister', (work) =>
      rowsOf(work, sql`update company set branding_hostname = null where id = ${former.companyId}`),
    );
    const after = await mailed('after@example.com');
    expect(after).toContain('http://localhost:3000/link/');
    expect(after).not.toContain('former.localhost');
  });
});

describe('somebody who shares nothing', () => {
  it('is not named, neither by a search nor by the invitation that follows', async () => {
    const person = await newScoredPerson(portal, {
      firstname: 'Verborgen',
      lastname: 'Achtername',
      businessname: 'Stille Handel',
      searchable: false,
    });
    const secret = /verborgen|achtername|stille/i;
    for (const searchterm of [person.shieldId, person.emailaddress]) {
      const answer = await company.owner.visitor.perform(search, { searchterm });
      expect(JSON.stringify(answer)).not.toMatch(secret);
    }
    for (const touser of [person.accountId, person.shieldId, person.emailaddress]) await invite(touser);
    const { rows } = await company.owner.visitor.perform(listSharedWithMe, { q: person.shieldId });
    expect(JSON.stringify(rows)).not.toMatch(secret);
    for (const q of ['verborgen', 'achtername', 'stille']) {
      expect((await company.owner.visitor.perform(listSharedWithMe, { q })).total).toBe(0);
    }
  });

  it('is named by a search once they let searches show them', async () => {
    const person = await newScoredPerson(portal, { lastname: 'Opener', businessname: 'Open Door' });
    const { searchresults } = await company.owner.visitor.perform(search, { searchterm: person.shieldId });
    expect(searchresults[0]).toMatchObject({ lastname: 'Opener' });
  });
});

describe('a search in the grid', () => {
  it.each([
    ['_', 'under_score', 'underxscore'],
    ['%', 'per%cent', 'perxcent'],
  ])('takes %s for itself', async (sign, withSign, without) => {
    const { owner } = await newCompany(portal);
    for (const name of [withSign, without])
      await owner.visitor.perform(newInvite, { touser: `${name}@example.com` });
    const found = async (q: string) => (await owner.visitor.perform(listSharedWithMe, { q })).total;
    expect([await found(sign), await found(withSign), await found(without)]).toEqual([1, 1, 1]);
  });
});

describe('pages after the first', () => {
  it('of Shared with Others go on where the one before ended', async () => {
    const person = await newScoredPerson(portal);
    for (let at = 0; at < 3; at += 1) {
      const { owner } = await newCompany(portal, { company_name: `Seer ${at}` });
      const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.shieldId });
      await person.visitor.perform(acceptInvite, { inviteid });
    }
    await portal.work('test.more', async (work) => {
      const others = await rowsOf(
        work,
        sql<{ id: string }>`
        insert into account
        select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
          'emailaddress', 'copy' || n || '@example.com'))).*
        from account a, generate_series(1, 20) n where a.id = ${person.accountId} returning id`,
      );
      await rowsOf(
        work,
        sql`
        insert into connection (id, owner_account_id, account_id, invited_by_account_id, invited_at,
          invite_expires_at, shared_at, accepted_at, code_sealed, code_hash)
        select gen_random_uuid(), other, ${person.accountId}, other, ${work.now},
          ${work.now}::timestamptz + interval '1 day', ${work.now}, ${work.now}::timestamptz - interval '1 day', ${someSealed},
          'more-' || other
        from unnest(${sql.val(others.map(({ id }) => id))}::uuid[]) other`,
      );
    });
    const page = async (number: number) => person.visitor.perform(listMyShares, { page: number, rows: 10 });
    const first = await page(1);
    const second = await page(2);
    const third = await page(3);
    expect(first.rows.slice(0, 3).map((row) => row.fullname)).toEqual(['Seer 2', 'Seer 1', 'Seer 0']);
    const ids = [...first.rows, ...second.rows, ...third.rows].map((row) => row.id);
    expect([first.rows.length, second.rows.length, new Set(ids).size]).toEqual([10, 10, first.total]);
  });

  it('of the grid neither repeat nor leave out a row, in any order', async () => {
    const { owner } = await newCompany(portal);
    for (let at = 0; at < 23; at += 1)
      await owner.visitor.perform(newInvite, { touser: `page${String(at).padStart(2, '0')}@example.com` });
    for (const order of [{}, { dir: 'desc' }, { sort: 'shared' }, { sort: 'score', dir: 'desc' }] as const) {
      const pages = await Promise.all(
        [1, 2, 3].map((page) => owner.visitor.perform(listSharedWithMe, { ...order, page, rows: 10 })),
      );
      const ids = pages.flatMap(({ rows }) => rows.map((row) => row.id));
      expect(pages.map(({ rows }) => rows.length)).toEqual([10, 10, 3]);
      expect(new Set(ids).size).toBe(23);
    }
    const second = await owner.visitor.perform(listSharedWithMe, { page: 2, rows: 10 });
    expect(second.rows[0]?.emailaddress).toBe('page10@example.com');
  });
});

describe('a second or late answer', () => {
  it('is refused, and the first stands', async () => {
    const person = await newScoredPerson(portal);
    const { inviteid } = await invite(person.shieldId);
    await person.visitor.perform(acceptInvite, { inviteid });
    const before = await connectionRow(portal, inviteid);
    for (const operation of [acceptInvite, ignoreInvite]) {
      await expect(person.visitor.perform(operation, { inviteid })).rejects.toMatchObject({
        code: 'network.invitation-closed',
      });
    }
    expect(await connectionRow(portal, inviteid)).toEqual(before);
  });

  it('to an invitation that was ignored and has lapsed: neither inviting again nor resending opens it', async () => {
    const person = await newScoredPerson(portal);
    const { inviteid } = await invite(person.shieldId);
    await portal.runJobs();
    await person.visitor.perform(ignoreInvite, { inviteid });
    portal.clock.advance(31 * DAY);
    const owner = await signIn(portal, company.owner);
    expect(await owner.perform(newInvite, { touser: person.shieldId })).toMatchObject({
      inviteid,
      already_invited: true,
    });
    expect(await invitationsTo(person.emailaddress)).toHaveLength(1);
    const own = await signIn(portal, person);
    expect((await own.perform(listInvitations, {})).invitations).toEqual([]);
    await expect(own.perform(acceptInvite, { inviteid })).rejects.toMatchObject({
      code: 'network.invitation-closed',
    });
    await owner.perform(resendInvite, { inviteid });
    expect((await own.perform(listInvitations, {})).invitations).toEqual([]);
    expect(await invitationsTo(person.emailaddress)).toHaveLength(1);
    const { network_invite_url } = await owner.perform(getInviteLink, { inviteid });
    await own.perform(openLink, { linkid: network_invite_url.split('/').at(-1) ?? '' });
    await own.perform(acceptInvite, { inviteid });
    company = { ...company, owner: { ...company.owner, visitor: owner } };
  });
});
