import { expect, test } from 'vitest';
import {
  acceptInvite,
  listInvitations,
  newInvite,
  proveSmsCode,
  proveSmsNumber,
} from '#modules/network/index.ts';
import { acceptPendingInvites } from '#modules/network/subscribers.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { connectionRow, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { newPerson, type Registered } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { acceptingByText, lastFour } from '#test/factories/sms-accept.ts';

/** Whether an invitation asks for the report: a company that wants it does, and nobody else (D59). */

const portal = await servedPortal();

const askers: [string, boolean, () => Promise<Registered>][] = [
  ['an individual', false, () => newPerson(portal)],
  ['a company', false, async () => (await newCompany(portal)).owner],
  [
    'a company that wants it',
    true,
    async () => (await newCompany(portal, { network_requires_pdf: true })).owner,
  ],
];

test.each(askers)('%s asks for it: %s', async (_who, asks, newAsker) => {
  const asker = await newAsker();
  const invite = async (touser: string) => (await asker.visitor.perform(newInvite, { touser })).inviteid;
  const sharedOf = async (id: string) => (await connectionRow(portal, id)).report_shared;

  const person = await newScoredPerson(portal);
  const inviteid = await invite(person.emailaddress);
  const { invitations } = await person.visitor.perform(listInvitations, {});
  expect(invitations).toMatchObject([{ network_requires_pdf: asks }]);
  await portal.runJobs();
  const [mail] = await listOutbox(portal.db, { to: person.emailaddress, limit: 1 });
  expect(mail?.text?.includes('full report')).toBe(asks);
  await person.visitor.perform(acceptInvite, { inviteid });
  expect(await sharedOf(inviteid)).toBe(asks);

  const choosing = await newScoredPerson(portal);
  const chosen = await invite(choosing.emailaddress);
  await portal.work('test.accept', (work) =>
    acceptPendingInvites(work, { accountId: choosing.accountId, inviteIds: [chosen] }),
  );
  expect(await sharedOf(chosen)).toBe(asks);

  const texts = acceptingByText(portal, { companyId: '', owner: asker });
  const texted = await texts.invited();
  const about = { networkinvitationid: texted.id };
  await asker.visitor.perform(proveSmsNumber, { ...about, phonenumber: lastFour(texted.mobile) });
  const verificationcode = await texts.newestCode(texted.mobile);
  await asker.visitor.perform(proveSmsCode, { ...about, verificationcode });
  expect((await texts.textsTo(texted.mobile)).at(-1)?.text?.includes('full report')).toBe(asks);
  expect((await texts.reply(texted.mobile, 'Y'))?.includes('full report')).toBe(asks);
  expect(await sharedOf(texted.id)).toBe(asks);
});
