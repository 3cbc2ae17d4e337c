import { expect, test } from 'vitest';
import {
  confirmMailChoice,
  getMailChoice,
  listMyTerms,
  myProfile,
  ownTerms,
  publishTerms,
  updatePreferences,
} from '#modules/identity/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newApplicant, removeSandboxDelays, submit } from '#test/factories/applicants.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { newPerson, newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { newAddress, refusalOf } from '#test/factories/two-step-methods.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

const subjectsTo = async (to: string) =>
  (await listOutbox(portal.db, { to })).map((message) => message.subject ?? '');

const chosen = {
  email_preference_marketing: 'NO',
  email_preference_invites: 'NO',
  email_preference_renewal: 'YES',
  criticalemails: 'YES',
};

test('F67: preferences by an address alone wait for its owner, and the answer tells nothing', async () => {
  const person = await newPerson(portal);
  const stranger = portal.visitor({ address: '192.0.2.77' });
  const ask = (emailaddress: string) =>
    stranger.call('POST', '/general/updateemailpreferences', { ...chosen, emailaddress });
  const known = await ask(person.emailaddress);
  const unknown = await ask(newAddress());
  expect(known).toEqual(unknown);
  await portal.runJobs();
  const before = await person.visitor.perform(myProfile, {});
  expect(before.profile.email_preference_invites).toBe(true);

  const mail = (await listOutbox(portal.db, { to: person.emailaddress })).find(
    ({ subject }) => subject === 'Confirm your email preferences',
  );
  const link = mail?.links.find((each) => each.includes('/emailpreferences/confirm/')) ?? '';
  const token = link.split('/confirm/')[1] ?? '';
  expect(await stranger.perform(getMailChoice, { token })).toMatchObject({ email_preference_invites: false });
  await stranger.perform(confirmMailChoice, { token });
  const after = await person.visitor.perform(myProfile, {});
  expect(after.profile).toMatchObject({ email_preference_invites: false, email_preference_renewal: true });
  expect((await refusalOf(stranger.perform(confirmMailChoice, { token }))).code).toBe('not-found');
});

test('F104: a clean score is accepted by itself where the switch is on, under the terms agreed to with it', async () => {
  const person = await newApplicant(portal);
  await person.visitor.perform(updatePreferences, { shieldscore_clean_autoaccept: 'YES' });
  const { terms } = await person.visitor.perform(listMyTerms, {});
  expect(terms.map(({ kind }) => kind)).toContain('score');
  await submit(person, '900-00-0001');
  await portal.runJobs();
  const caller = await person.visitor.caller();
  expect(caller?.facts).toMatchObject({ certification_score: 'IC01+', pending_score_change: false });
  const subjects = await subjectsTo(person.emailaddress);
  expect(subjects).toContain('Your ShieldScore is active');
  expect(subjects).not.toContain('Your ShieldScore is ready for your review');
  // Others may be able to read a mailbox (D95).
  const [told] = await listOutbox(portal.db, { to: person.emailaddress });
  expect(told?.subject).toBe('Your ShieldScore is active');
  expect(`${told?.text} ${told?.html}`).not.toMatch(/clean|IC0\d/i);
});

test.each([
  ['one that is not clean', '900-00-0003', 'YES'],
  ['any where the switch is off', '900-00-0001', 'NO'],
] as const)('F104: %s waits for the person', async (_what, ssn, on) => {
  const person = await newApplicant(portal);
  await person.visitor.perform(updatePreferences, { shieldscore_clean_autoaccept: on });
  await submit(person, ssn);
  await portal.runJobs();
  expect((await person.visitor.caller())?.facts).toMatchObject({
    certification_score: null,
    pending_score_change: true,
  });
});

test('F104: a newer version of the terms of the score has to be agreed to', async () => {
  const person = await newApplicant(portal);
  await person.visitor.perform(updatePreferences, { shieldscore_clean_autoaccept: 'YES' });
  await portal.work('test.publish', (work) =>
    publishTerms(work, ownTerms('score'), '<p>Newer terms of the score</p>'),
  );
  await submit(person, '900-00-0001');
  await portal.runJobs();
  expect((await person.visitor.caller())?.facts.pending_score_change).toBe(true);
});

test('F155: a reminder goes out 45, 30, 14, 7 and 1 days before and after the expiration, once each, and not where it is off', async () => {
  const person = await newScoredPerson(portal, { days: 60 });
  const silent = await newScoredPerson(portal, { days: 60 });
  await silent.visitor.perform(updatePreferences, { email_preference_renewal: 'NO' });
  const told: number[] = [];
  for (let day = 0; day <= 62; day += 1) {
    const before = (await subjectsTo(person.emailaddress)).filter((each) => /expire/.test(each)).length;
    for (let times = 0; times < 2; times += 1) await portal.runSchedule('applications.renewal-reminders');
    await portal.runJobs();
    const after = (await subjectsTo(person.emailaddress)).filter((each) => /expire/.test(each)).length;
    for (let mail = before; mail < after; mail += 1) told.push(60 - day);
    portal.clock.advance(DAY);
  }
  expect(told.slice(0, 5)).toEqual([45, 30, 14, 7, 1]);
  expect(told).toHaveLength(6);
  expect((await subjectsTo(silent.emailaddress)).filter((each) => /expire/.test(each))).toEqual([]);
});

test('of a score that a newer one replaced, nobody is reminded', async () => {
  const person = await newScoredPerson(portal, { days: 20 });
  await portal.db
    .updateTable('shield_score')
    .set({ ended_at: portal.clock.now() })
    .where('account_id', '=', person.accountId)
    .execute();
  await portal.runSchedule('applications.renewal-reminders');
  await portal.runJobs();
  expect((await subjectsTo(person.emailaddress)).filter((each) => /expire/.test(each))).toEqual([]);
});

test('a person who has just begun is reminded of nothing', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  await portal.runSchedule('applications.renewal-reminders');
  await portal.runJobs();
  expect((await subjectsTo(person.emailaddress)).filter((each) => /expire/.test(each))).toEqual([]);
});
