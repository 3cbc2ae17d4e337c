import { expect, test } from 'vitest';
import { savePreferences } from '#modules/identity/index.ts';
import {
  acceptInvite,
  acceptPendingInvites,
  cancelInvite,
  ignoreInvite,
  newInvite,
  openInvitation,
  recordBounce,
  requestRemoval,
  requestRenewal,
  resendInvite,
  setConnectionActive,
  welcomeScore,
} from '#modules/network/index.ts';
import { attachInvitations } from '#modules/network/invitations/attach.ts';
import { reopenIgnored } from '#modules/network/invitations/reopening.ts';
import { replyByText } from '#sandboxes/outbox/index.ts';
import { newCompany, newScoredPerson, type ScoredPerson } from '#test/factories/network.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { acceptingByText, lastFour } from '#test/factories/sms-accept.ts';
import { whileLocked } from '#test/while-locked.ts';

/**
 * Whoever changes connections of people locks the people first. Two that locked them in different orders would wait for
 * each other until PostgreSQL ends one of them.
 */

const portal = await servedPortal();
const company = await newCompany(portal);
const { visitor: owner } = company.owner;
const sms = acceptingByText(portal, company);

/** A person and their connection with the company. */
type Party = ScoredPerson & { id: string };

async function invited(): Promise<Party> {
  const person = await newScoredPerson(portal, { days: 10 });
  const { inviteid: id } = await owner.perform(newInvite, { touser: person.emailaddress });
  return { ...person, id };
}

async function connected(): Promise<Party> {
  const party = await invited();
  await party.visitor.perform(acceptInvite, { inviteid: party.id });
  return party;
}

async function autoAccepting(): Promise<Party> {
  const party = await invited();
  const chosen = { network_autoacceptinvite: true };
  await portal.work('test.prefer', (work) => savePreferences(work, party.accountId, chosen));
  return party;
}

async function ignoring(): Promise<Party> {
  const party = await invited();
  await party.visitor.perform(ignoreInvite, { inviteid: party.id });
  return party;
}

async function lapsed(): Promise<Party> {
  const party = await invited();
  const soon = "invite_expires_at = invited_at + interval '1 ms'";
  await portal.pool.query(`update connection set ${soon} where id = $1`, [party.id]);
  return party;
}

/** Invited at another address, whose link they open. */
async function elsewhere(): Promise<Party> {
  const person = await newScoredPerson(portal);
  const touser = `other.${person.emailaddress}`;
  const { inviteid: id } = await owner.perform(newInvite, { touser });
  return { ...person, id };
}

async function askedByText(): Promise<Party & { mobile: string }> {
  const party = await sms.invited();
  const by = await sms.owner();
  await by.number(party.id, lastFour(party.mobile));
  await by.code(party.id, await sms.newestCode(party.mobile));
  await sms.textsTo(party.mobile);
  return party;
}

const work = (run: Parameters<typeof portal.work<void>>[1]) => portal.work('test.lock-order', run);

type Case<P extends Party = Party> = [
  what: string,
  prepare: () => Promise<P>,
  act: (party: P) => Promise<unknown>,
];

const cases: Case[] = [
  ['a company that removes them', connected, ({ id }) => owner.perform(requestRemoval, { connectionid: id })],
  [
    'a company that asks to renew',
    connected,
    ({ id }) => owner.perform(requestRenewal, { connectionid: id }),
  ],
  ['a company that sends again', invited, ({ id }) => owner.perform(resendInvite, { inviteid: id })],
  ['a company that withdraws', invited, ({ id }) => owner.perform(cancelInvite, { inviteid: id })],
  ['a company that invites again', lapsed, ({ shieldId: touser }) => owner.perform(newInvite, { touser })],
  [
    'a person who switches sharing off',
    connected,
    ({ visitor, id }) => visitor.perform(setConnectionActive, { connectionid: id, active: 'NO' }),
  ],
  ['a person who accepts', invited, ({ visitor, id }) => visitor.perform(acceptInvite, { inviteid: id })],
  ['a person who opens one', invited, ({ visitor, id }) => visitor.perform(openInvitation, { inviteid: id })],
  [
    'a person who opens an ignored one again',
    ignoring,
    ({ accountId, id }) => work((at) => reopenIgnored(at, id, { accountId, companyId: null })),
  ],
  [
    'a person who follows a link',
    elsewhere,
    ({ accountId, id }) => work((at) => attachInvitations(at, accountId, { connectionId: id })),
  ],
  [
    'a person who chose it with their score',
    invited,
    ({ accountId, id }) => work((at) => acceptPendingInvites(at, { accountId, inviteIds: [id] })),
  ],
  ['a new score', autoAccepting, ({ accountId }) => work((at) => welcomeScore(at, { accountId }))],
  ['a mail that bounces', invited, ({ emailaddress }) => work((at) => recordBounce(at, { emailaddress }))],
];

/** While the account is locked, `act` has to wait, and must not hold the connection meanwhile. */
async function expectPersonFirst({ accountId, id }: Party, act: () => Promise<unknown>): Promise<void> {
  const lock = { sql: 'select 1 from account where id = $1 for no key update', values: [accountId] };
  const meanwhile = async () => {
    const { rows } = await portal.pool.query('select id from connection where id = $1 for update nowait', [
      id,
    ]);
    expect(rows).toEqual([{ id }]);
  };
  await whileLocked(portal, lock, act, { meanwhile });
}

test.each(cases)('%s', async (_what, prepare, act) => {
  const party = await prepare();
  await expectPersonFirst(party, () => act(party));
});

test('a Y by text', async () => {
  const party = await askedByText();
  await expectPersonFirst(party, () => replyByText(portal, party.mobile, 'Y'));
});
