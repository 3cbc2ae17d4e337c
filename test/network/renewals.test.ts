import { expect, test } from 'vitest';
import { acceptInvite, newInvite, requestRenewal } from '#modules/network/index.ts';
import { DAY, formatDate, HOUR } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import {
  connectionRow,
  giveScore,
  newCompany,
  newScoredPerson,
  newTeamMember,
} from '#test/factories/network.ts';
import { type Registered, signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const company = await newCompany(portal, { company_name: 'Acme Builders' });

/** A person in the company's network. The owner signs in again, because the other test may have moved the clock. */
async function connected(days?: number) {
  const person = await newScoredPerson(portal, days === undefined ? {} : { days });
  const owner = await signIn(portal, company.owner);
  const { inviteid } = await owner.perform(newInvite, { touser: person.shieldId });
  await person.visitor.perform(acceptInvite, { inviteid });
  return { person, inviteid };
}

async function requests({ emailaddress }: Registered) {
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: emailaddress, limit: 50 });
  return mails.filter(({ subject }) => subject?.endsWith('asks you to renew your background check'));
}

test('a renewal is asked for in the renewal window, once in 14 days, and the request is counted', async () => {
  const { person, inviteid } = await connected(40);
  const ask = async () =>
    (await signIn(portal, company.owner)).call('POST', '/network/requestrenewal', {
      connectionid: inviteid,
    });
  expect((await ask()).body).toMatchObject({ success: true });
  const [mail, ...others] = await requests(person);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Acme Builders asks you to renew your background check');
  expect(mail?.links.some((link) => link.endsWith('/user/purchase'))).toBe(true);
  expect(await connectionRow(portal, inviteid)).toMatchObject({ renewal_request_count: 1 });

  portal.clock.advance(14 * DAY - HOUR);
  const early = await ask();
  expect(early.body).toMatchObject({ success: false, error_code: 'network.not-in-this-state' });
  expect(early.body.error_message).toContain('less than 14 days ago');
  expect(await requests(person)).toHaveLength(1);
  portal.clock.advance(HOUR);
  expect((await ask()).body).toMatchObject({ success: true });
  expect(await requests(person)).toHaveLength(2);
  expect(await connectionRow(portal, inviteid)).toMatchObject({ renewal_request_count: 2 });
});

test('the request says when the score expires, or that it has expired', async () => {
  const { person, inviteid } = await connected(40);
  const owner = await signIn(portal, company.owner);
  const ask = async () => {
    await portal.pool.query(
      'update connection set renewal_requested_at = null, renewal_request_count = 0 where id = $1',
      [inviteid],
    );
    await owner.perform(requestRenewal, { connectionid: inviteid });
    return (await requests(person))[0]?.text;
  };
  const { expiration } = await connectionRow(portal, inviteid);
  const soon = await ask();
  expect(soon).toContain('Your ShieldScore expires soon');
  expect(soon).toContain(`Valid through: ${formatDate(String(expiration))}`);
  await giveScore(portal, person.accountId, { days: -1 });
  expect(await ask()).toContain('Your ShieldScore has expired');
});

test('nobody asks for the renewal of a score that is not due, of another network, or as a viewer', async () => {
  const { inviteid } = await connected();
  const viewer = await newTeamMember(portal, company, 'viewer');
  const stranger = await newCompany(portal);
  const ask = async (by: Registered) =>
    (await (await signIn(portal, by)).call('POST', '/network/requestrenewal', { connectionid: inviteid }))
      .body;
  expect((await ask(company.owner)).error_message).toContain('The score is not due for renewal');
  expect((await ask(stranger.owner)).error_code).toBe('not-found');
  expect((await ask(viewer)).success).toBe(false);
  await expect(
    (await signIn(portal, viewer)).perform(requestRenewal, { connectionid: inviteid }),
  ).rejects.toThrow();
  expect(await connectionRow(portal, inviteid)).toMatchObject({ renewal_request_count: 0 });
});

test.each([
  ['CURRENT', 60],
  ['INRENEWALWINDOW', 20],
])(
  'a score of a row that is %s counts as valid until its end, although no sweep has run',
  async (status, days) => {
    const { inviteid } = await connected(days);
    const { expiration } = await connectionRow(portal, inviteid);
    const ends = new Date(`${expiration}T11:00:00Z`).getTime();
    const why = async (at: number) => {
      portal.clock.set(new Date(at));
      const visitor = await signIn(portal, company.owner);
      const { body } = await visitor.call('POST', '/network/downloadreport', { connectionid: inviteid });
      return body.error_message as string;
    };
    portal.clock.stop();
    expect(await why(ends - 1)).toContain('The person doesn’t share the report');
    expect(await why(ends)).toContain('The score is no longer valid');
    expect(await connectionRow(portal, inviteid)).toMatchObject({ status });
    portal.clock.run();
  },
);
