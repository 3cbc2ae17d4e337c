import { expect, test } from 'vitest';
import { savePreferences } from '#modules/identity/index.ts';
import { newInvite, requestAccess, search } from '#modules/network/index.ts';
import { DAY, HOUR, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPerson, type Registered, signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();
const company = await newCompany(portal, { company_name: 'Acme Builders' });
const hidden = () => newScoredPerson(portal, { searchable: false });

/** Signs in again, because another test may have moved the clock. */
async function ask(by: Registered, searchterm: string) {
  const visitor = await signIn(portal, by);
  return visitor.perform(requestAccess, { searchterm }).then(
    () => 'sent',
    (refusal: { code: string; text: string }) => {
      if (refusal.code === 'network.access-requested') shows('search.access-requested-before', refusal.text);
      if (refusal.code === 'network.access-not-needed') shows('search.access-not-needed', refusal.text);
      return refusal.code;
    },
  );
}

async function mailsTo({ emailaddress }: Registered) {
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: emailaddress, limit: 50 });
  return mails.filter(({ subject }) => subject?.includes('wants to see'));
}

test('F40: a person whose score is private is asked once a week at most, whoever of the team asks', async () => {
  const person = await hidden();
  const admin = await newTeamMember(portal, company, 'admin');
  const found = async () => {
    const visitor = await signIn(portal, company.owner);
    return (await visitor.perform(search, { searchterm: person.shieldId })).searchresults[0];
  };
  expect(await found()).toMatchObject({ share_status: 'PRIVATE', access_requested: false });
  expect(await ask(company.owner, person.shieldId)).toBe('sent');
  expect(await found()).toMatchObject({ access_requested: true });
  // Neither for another company nor for another person.
  const other = await newCompany(portal);
  for (const [by, about] of [
    [other.owner, person],
    [company.owner, await hidden()],
  ] as const) {
    const visitor = await signIn(portal, by);
    const { searchresults } = await visitor.perform(search, { searchterm: about.shieldId });
    expect(searchresults).toMatchObject([{ access_requested: false }]);
  }
  const [mail] = await mailsTo(person);
  expect(mail?.subject).toBe('Acme Builders wants to see your ShieldScore');
  expect(mail?.links.some((link) => link.endsWith('/user/profile/privacy'))).toBe(true);

  portal.clock.advance(7 * DAY - HOUR);
  await expect(
    (await signIn(portal, admin)).perform(requestAccess, { searchterm: person.emailaddress }),
  ).rejects.toMatchObject({
    code: 'network.access-requested',
    options: { retryAfter: expect.closeTo(3600, -1) },
  });
  expect(await mailsTo(person)).toHaveLength(1);
  portal.clock.advance(HOUR);
  expect(await found()).toMatchObject({ access_requested: false });
  expect(await ask(admin, person.emailaddress)).toBe('sent');
  expect(await mailsTo(person)).toHaveLength(2);
});

test('of ten requests at the same time one is sent', async () => {
  const person = await hidden();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(company.owner, person.shieldId)));
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set(['sent', 'network.access-requested']));
  expect(await mailsTo(person)).toHaveLength(1);
});

test('the mail of an individual begins with our sentence, not with the name', async () => {
  const person = await hidden();
  const stranger = await newPerson(portal, { firstname: 'Claim', lastname: 'Prize' });
  expect(await ask(stranger, person.shieldId)).toBe('sent');
  const [mail] = await mailsTo(person);
  expect(mail?.subject).toBe('Someone wants to see your ShieldScore');
  const text = mail?.text ?? '';
  expect(text.indexOf('Share it only if you know them')).toBeGreaterThan(-1);
  expect(text.indexOf('Claim Prize')).toBeGreaterThan(text.indexOf('Share it only if you know them'));
});

test('who wants no mail about invitations gets none', async () => {
  const person = await hidden();
  await portal.work('test.no-invitations', (work) =>
    savePreferences(work, person.accountId, { email_preference_invites: false }),
  );
  expect(await ask(company.owner, person.shieldId)).toBe('sent');
  expect(await mailsTo(person)).toEqual([]);
});

test('nobody is asked for what can be seen, was asked by an invitation, or is not there', async () => {
  const open = await newScoredPerson(portal);
  expect(await ask(company.owner, open.shieldId)).toBe('network.access-not-needed');
  const invited = await hidden();
  await (await signIn(portal, company.owner)).perform(newInvite, { touser: invited.shieldId });
  expect(await ask(company.owner, invited.shieldId)).toBe('network.access-not-needed');
  expect(await ask(company.owner, 'TX000000018')).toBe('network.shieldid-not-found');
  expect(await ask(company.owner, company.owner.emailaddress)).toBe('network.own-id');
  const viewer = await newTeamMember(portal, company, 'viewer');
  expect(await ask(viewer, (await hidden()).shieldId)).not.toBe('sent');
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from access_request where person_id = ${invited.accountId} or person_id = ${open.accountId}`.execute(
    portal.db,
  );
  expect(Number(rows[0]?.count)).toBe(0);
});
