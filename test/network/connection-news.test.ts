import { describe, expect, test } from 'vitest';
import { addTeamMember } from '#modules/enterprise/index.ts';
import {
  acceptInvite,
  cancelInvite,
  gatherBouncesOf,
  leaveNetwork,
  newInvite,
  recordBounce,
  requestRemoval,
  setConnectionActive,
} from '#modules/network/index.ts';
import { MINUTE, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import { newPerson, type Registered, signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const company = await newCompany(portal, { company_name: 'Acme Builders', branding_hostname: 'acme' });

/** The subjects of the mails to a person since the last call, oldest first, without those about the account itself. */
const seen = new Map<string, number>();
async function newMails({ emailaddress }: Pick<Registered, 'emailaddress'>, { ahead = 0 } = {}) {
  await portal.runJobs({ ahead });
  const mails = (await listOutbox(portal.db, { to: emailaddress, limit: 50 })).reverse();
  const from = seen.get(emailaddress) ?? 0;
  seen.set(emailaddress, mails.length);
  return mails.slice(from);
}
// The mails of the registration.
await newMails(company.owner);
const subjects = async (person: Pick<Registered, 'emailaddress'>) =>
  (await newMails(person)).map(({ subject }) => subject);

async function connected(inviter: Registered = company.owner, days?: number) {
  const person = await newScoredPerson(portal, {
    firstname: 'Rosa',
    lastname: 'Delgado',
    ...(days === undefined ? {} : { days }),
  });
  const { inviteid } = await inviter.visitor.perform(newInvite, { touser: person.shieldId });
  await newMails(inviter);
  await person.visitor.perform(acceptInvite, { inviteid });
  await newMails(person);
  return { person, inviteid };
}

test('the inviter is told that the invitation was accepted, and what is shared', async () => {
  const { person } = await connected();
  const [mail, ...others] = await newMails(company.owner);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Rosa Delgado accepted your invitation');
  expect(mail?.text).toContain('shares their ShieldScore with you');
  expect(mail?.text).not.toContain(person.emailaddress);
});

test('it is the inviting member who is told, and the owner once that member has left the team', async () => {
  const admin = await newTeamMember(portal, company, 'admin');
  const adminNow = { ...admin, visitor: await signIn(portal, admin) };
  const first = await connected(adminNow);
  expect(await subjects(admin)).toEqual(['Rosa Delgado accepted your invitation']);
  expect(await subjects(company.owner)).toEqual([]);
  await sql`delete from team_member where account_id = ${admin.accountId}`.execute(portal.db);
  await newTeamMember(portal, company, 'viewer');
  const { companyId } = await newCompany(portal);
  await portal.work('test.join', (work) =>
    addTeamMember(work, { companyId, accountId: admin.accountId, role: 'admin' }),
  );
  await first.person.visitor.perform(setConnectionActive, { connectionid: first.inviteid, active: 'NO' });
  await first.person.visitor.perform(leaveNetwork, { connectionid: first.inviteid });
  expect(await subjects(admin)).toEqual([]);
  expect(await subjects(company.owner)).toEqual(['Rosa Delgado left your network']);
});

test('both sides are told of a removal and of leaving', async () => {
  const removed = await connected();
  await newMails(company.owner);
  await company.owner.visitor.perform(requestRemoval, { connectionid: removed.inviteid });
  expect(await subjects(removed.person)).toEqual(['Acme Builders removed you from its network']);
  expect(await subjects(company.owner)).toEqual(['Rosa Delgado was removed from your network']);

  const left = await connected();
  await newMails(company.owner);
  await left.person.visitor.perform(setConnectionActive, { connectionid: left.inviteid, active: 'NO' });
  await left.person.visitor.perform(leaveNetwork, { connectionid: left.inviteid });
  expect(await subjects(left.person)).toEqual(['You left the network of Acme Builders']);
  expect(await subjects(company.owner)).toEqual(['Rosa Delgado left your network']);
});

test('an individual who invited is told, too', async () => {
  const inviter = await newPerson(portal, { firstname: 'Ivo', lastname: 'Lang' });
  const { person, inviteid } = await connected(inviter);
  expect(await subjects(inviter)).toEqual(['Rosa Delgado accepted your invitation']);
  await inviter.visitor.perform(requestRemoval, { connectionid: inviteid });
  expect(await subjects(person)).toEqual(['Ivo Lang removed you from its network']);
});

test('the inviter learns once that an address took no mail', async () => {
  await newMails(company.owner);
  await company.owner.visitor.perform(newInvite, { touser: 'gone@example.com' });
  for (const _ of [1, 2]) {
    await portal.work('test.bounce', (work) => recordBounce(work, { emailaddress: 'gone@example.com' }));
  }
  expect(await newMails(company.owner)).toEqual([]);
  const mails = await newMails(company.owner, { ahead: 10 * MINUTE });
  expect(mails.map(({ subject }) => subject)).toEqual(['Your invitation couldn’t be delivered']);
  expect(mails[0]?.text).toContain('gone@example.com');
});

test('a bounce is told by what the inviter knows: the ShieldID, if that was entered', async () => {
  await newMails(company.owner);
  const person = await newScoredPerson(portal, { searchable: false });
  await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await portal.work('test.bounce', (work) => recordBounce(work, { emailaddress: person.emailaddress }));
  const [mail] = await newMails(company.owner, { ahead: 10 * MINUTE });
  expect(mail?.text).toContain(person.shieldId);
  expect(mail?.text).not.toContain(person.emailaddress);
});

describe('what bounces within ten minutes', () => {
  const bounce = (emailaddress: string) =>
    portal.work('test.bounce', (work) => recordBounce(work, { emailaddress }));
  const invite = async (count: number, inviter = company.owner, prefix = 'lost') => {
    const addresses = Array.from({ length: count }, (_, at) => `${prefix}-${at}@example.com`);
    for (const touser of addresses) await inviter.visitor.perform(newInvite, { touser });
    await newMails(inviter);
    return addresses;
  };

  test('is one mail with the first twenty, and nothing is told twice', async () => {
    const addresses = await invite(23);
    for (const address of addresses) await bounce(address);
    const [mail, ...others] = await newMails(company.owner, { ahead: 10 * MINUTE });
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('23 invitations couldn’t be delivered');
    expect(mail?.text).toContain('lost-19@example.com and 3 more');
    expect(mail?.text).not.toContain('lost-20@example.com');
    expect(mail?.text).toContain('/user/network?status=bounced');
    // A try that is repeated finds nothing to tell.
    for (const _ of [1, 2]) await gatherBouncesOf(portal, { networkId: company.companyId });
    expect(await newMails(company.owner)).toEqual([]);
  });

  test('starts again after a mail, so that nothing is left out', async () => {
    const [one = '', two = '', three = ''] = await invite(3, company.owner, 'later');
    await bounce(one);
    expect(await newMails(company.owner, { ahead: 10 * MINUTE })).toHaveLength(1);
    await Promise.all([bounce(two), bounce(three)]);
    const [mail, ...others] = await newMails(company.owner, { ahead: 10 * MINUTE });
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`${two} and ${three}`);
    expect(mail?.text).not.toContain(one);
  });

  test('is told to each inviter alone, without what was cancelled meanwhile', async () => {
    const admin = await newTeamMember(portal, company, 'admin');
    const adminNow = { ...admin, visitor: await signIn(portal, admin) };
    const [theirs = '', cancelled = ''] = await invite(2, adminNow, 'admin');
    const [ours = ''] = await invite(1, company.owner, 'owner');
    for (const address of [theirs, cancelled, ours]) await bounce(address);
    const { rows } = await portal.pool.query(`select id from connection where to_email = $1`, [cancelled]);
    await adminNow.visitor.perform(cancelInvite, { inviteid: rows[0].id });
    const [mail, ...others] = await newMails(admin, { ahead: 10 * MINUTE });
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your invitation couldn’t be delivered');
    expect(mail?.text).toContain(theirs);
    const [own] = await newMails(company.owner);
    expect(own?.text).toContain(ours);
    expect(own?.text).not.toContain(theirs);
  });
});
