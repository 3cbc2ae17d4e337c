import { describe, expect, it } from 'vitest';
import { actOnSelection, cancelInvite, newInvite, resendInvite } from '#modules/network/index.ts';
import { DAY, HOUR, MINUTE } from '#modules/platform/browser.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, type Registered, signIn } from '#test/factories/people.ts';
import { askCompany, newLinkedCompanies } from '#test/factories/shieldlink.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

async function inviteMany({ visitor }: Registered, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1)
    ids.push((await visitor.perform(newInvite, { touser: `friend${at}@example.com` })).inviteid);
  return ids;
}

describe('who never bought a check', () => {
  it('sends 20 invitations a day', async () => {
    const newcomer = await newPerson(portal);
    await inviteMany(newcomer, 20);
    const answer = await newcomer.visitor.call('POST', '/network/newinvite', { touser: 'one@example.com' });
    expect(answer).toMatchObject({ status: 429, body: { error_code: 'throttled' } });
    portal.clock.advance(DAY - HOUR);
    const later = await signIn(portal, newcomer, portal.visitor());
    await expect(later.perform(newInvite, { touser: 'two@example.com' })).rejects.toThrow('throttled');
    portal.clock.advance(HOUR);
    const nextDay = await signIn(portal, newcomer, portal.visitor());
    await nextDay.perform(newInvite, { touser: 'two@example.com' });
  });

  it('has one that is sent again counted, alone or in a selection', async () => {
    const newcomer = await newPerson(portal);
    const [one = '', ...others] = await inviteMany(newcomer, 16);
    const again = (ids: string[], { visitor } = newcomer) =>
      visitor.perform(actOnSelection, { action: 'resendinvite', connectionids: ids });
    await newcomer.visitor.perform(resendInvite, { inviteid: one });
    await expect(again(others.slice(0, 4))).rejects.toThrow('throttled');
    expect(await again(others.slice(0, 3))).toMatchObject({ done: 3 });
    portal.clock.advance(5 * MINUTE);
    await expect(newcomer.visitor.perform(resendInvite, { inviteid: one })).rejects.toThrow('throttled');
    portal.clock.advance(DAY);
    const visitor = await signIn(portal, newcomer, portal.visitor());
    expect(await again(others.slice(0, 4), { ...newcomer, visitor })).toMatchObject({ done: 4 });
  });

  it('sends no more of them at once', async () => {
    const newcomer = await newPerson(portal);
    await inviteMany(newcomer, 18);
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) =>
        newcomer.visitor.perform(newInvite, { touser: `late${at}@example.com` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const { rows } = await portal.pool.query<{ sent: string }>(
      'select count(*) as sent from connection where owner_account_id = $1',
      [newcomer.accountId],
    );
    expect(Number(rows[0]?.sent)).toBe(20);
  });
});

it('the same person is invited four times a day at most, however often that is withdrawn', async () => {
  const { owner } = await newCompany(portal);
  const person = await newPerson(portal);
  for (const touser of ['nobody.yet@example.com', person.emailaddress]) {
    for (let sent = 0; sent < 4; sent += 1) {
      const { inviteid } = await owner.visitor.perform(newInvite, { touser });
      expect(await owner.visitor.perform(newInvite, { touser })).toMatchObject({ already_invited: true });
      await owner.visitor.perform(cancelInvite, { inviteid });
    }
    await expect(owner.visitor.perform(newInvite, { touser })).rejects.toThrow('throttled');
  }
  const [client, sharing] = await newLinkedCompanies(portal, 'Client', 'Sharing');
  for (let sent = 0; sent < 4; sent += 1) {
    const { inviteid } = await askCompany(client, sharing);
    await client.owner.visitor.perform(cancelInvite, { inviteid });
  }
  await expect(askCompany(client, sharing)).rejects.toThrow('throttled');
  const { rows } = await portal.pool.query(
    'select count(*)::int as made, count(cancelled_at)::int as cancelled from connection where owner_company_id is not null',
  );
  expect(rows).toEqual([{ made: 12, cancelled: 12 }]);
  portal.clock.advance(DAY);
  const nextDay = await signIn(portal, owner, portal.visitor());
  expect(await nextDay.perform(newInvite, { touser: person.emailaddress })).toMatchObject({
    already_invited: false,
  });
});
