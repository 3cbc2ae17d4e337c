import { beforeAll, describe, expect, it, test } from 'vitest';
import { savePreferences, setAccountActive } from '#modules/identity/index.ts';
import {
  acceptInvite,
  getInvited,
  getProfileImage,
  ignoreInvite,
  listInvitations,
  listMyShares,
  listSharedWithMe,
  openInvitation,
  recordBounce,
  refreshConnections,
} from '#modules/network/index.ts';
import { invite, openCode } from '#modules/network/invitations/inviting.ts';
import { findIgnored, reopenIgnored } from '#modules/network/invitations/reopening.ts';
import { acceptPendingInvites, welcomeScore } from '#modules/network/subscribers.ts';
import type { Grade } from '#modules/platform/index.ts';
import { connectionRow, newCompany, newScoredPerson, type TestCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered } from '#test/factories/people.ts';
import { codeOf } from '#test/factories/sms-accept.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';

/**
 * Which invitations and connections each rule affects: there is one in each state, and only the intended ones may
 * change.
 */

const states = [
  'open',
  'accepted',
  'paused',
  'ignored',
  'cancelled',
  'removed',
  'expired',
  'bounced',
] as const;
type State = (typeof states)[number];

let portal: TestPortal;
let companies: Record<State, TestCompany>;

beforeAll(async () => {
  portal = await testPortal();
  portal.clock.stop();
  const made = await Promise.all(states.map(async (state) => [state, await newCompany(portal)] as const));
  companies = Object.fromEntries(made) as typeof companies;
});

/** The change that brings an open invitation into each state. */
const changes: Record<State, string> = {
  open: 'sharing_active = true',
  accepted: 'accepted_at = $2, sharing_active = true',
  paused: 'accepted_at = $2, sharing_active = false',
  ignored: 'ignored_at = $2',
  cancelled: 'cancelled_at = $2',
  removed: 'accepted_at = $2, removed_at = $2',
  expired: `invite_expires_at = $2::timestamptz, invited_at = $2::timestamptz - interval '30 days'`,
  bounced: 'bounced_at = $2',
};

type Invitee = { accountId: string; email: null } | { accountId: null; email: string };

/** Nobody can have accepted without an account. */
const acceptedStates: readonly State[] = ['accepted', 'paused', 'removed'];

/** An invitation in each state, each from a different company: to a person, or to an address that belongs to nobody. */
async function inEachState(invitee: Invitee): Promise<Record<State, string>> {
  const ids: [State, string][] = [];
  for (const state of states) {
    if (invitee.accountId === null && acceptedStates.includes(state)) continue;
    const { companyId, owner } = companies[state];
    const whom = { ...invitee, shieldId: null, firstname: '', lastname: '' };
    const { id } = await portal.work('test.invite', (work) =>
      invite(work, { companyId }, owner.accountId, whom, { mail: false }),
    );
    const now = portal.clock.now();
    await portal.pool.query(
      `update connection set ${changes[state]} where id = $1 and $2::timestamptz is not null`,
      [id, now],
    );
    ids.push([state, id]);
  }
  return Object.fromEntries(ids) as Record<State, string>;
}

const toPerson = ({ accountId }: Pick<Registered, 'accountId'>) => inEachState({ accountId, email: null });

/** The states of those for which a condition is true. */
async function statesWhere(
  ids: Record<State, string>,
  holds: (id: string, state: State) => Promise<boolean>,
): Promise<State[]> {
  const found: State[] = [];
  for (const state of states) if (ids[state] && (await holds(ids[state], state))) found.push(state);
  return found;
}

/** The states of those whose column was set at this moment. */
function setNow(ids: Record<State, string>, column: 'accepted_at' | 'cancelled_at' | 'bounced_at', at: Date) {
  return statesWhere(ids, async (id) => {
    const value = (await connectionRow(portal, id))[column] as Date | null;
    return value?.getTime() === at.getTime();
  });
}

const later = (milliseconds = 1) => {
  portal.clock.advance(milliseconds);
  return portal.clock.now();
};

describe('an address that takes no mail', () => {
  it.each(['a person', 'nobody'])('of %s ends its open invitations alone', async (whose) => {
    const person = await newPersonWithoutTwoStep(portal);
    const email = whose === 'nobody' ? `nobody-${person.accountId}@example.com` : person.emailaddress;
    const ids = await (whose === 'nobody' ? inEachState({ accountId: null, email }) : toPerson(person));
    const others = await toPerson(await newPersonWithoutTwoStep(portal));
    const now = later();
    await portal.work('test.bounce', (work) => recordBounce(work, { emailaddress: email }));
    expect(await setNow(ids, 'bounced_at', now)).toEqual(['open', 'expired']);
    expect(await setNow(others, 'bounced_at', now)).toEqual([]);
    const { rows } = await portal.pool.query(
      `select c.id from connection_event e join connection c on c.id = e.connection_id where e.kind = 'bounced' and e.at = $1`,
      [now],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([ids.open, ids.expired].sort());
  });
});

test('D73: an account that is closed withdraws what it has not answered, and nobody else’s', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const other = await newPersonWithoutTwoStep(portal);
  const [ids, others] = [await toPerson(person), await toPerson(other)];
  const own = await portal.work('test.invite', (work) =>
    invite(work, { accountId: person.accountId }, person.accountId, {
      accountId: other.accountId,
      email: null,
      shieldId: null,
      firstname: '',
      lastname: '',
    }),
  );
  const now = later();
  await portal.work('test.close', (work) => setAccountActive(work, person.accountId, false));
  expect(await setNow(ids, 'cancelled_at', now)).toEqual(['open', 'ignored', 'expired', 'bounced']);
  expect(await setNow(others, 'cancelled_at', now)).toEqual([]);
  expect(await connectionRow(portal, own.id)).toMatchObject({ cancelled_at: now });
});

const automatically = { network_autoacceptinvite: true };

test('those chosen with a score are accepted while they are open and the person’s, and no others', async () => {
  const person = await newScoredPerson(portal);
  const other = await newScoredPerson(portal);
  const [ids, others] = [await toPerson(person), await toPerson(other)];
  const unchosen = await inEachStateOf(person, 'open');
  const now = later();
  await portal.work('test.accept', (work) =>
    acceptPendingInvites(work, {
      accountId: person.accountId,
      inviteIds: [...Object.values(ids), ...Object.values(others)],
    }),
  );
  expect(await setNow(ids, 'accepted_at', now)).toEqual(['open', 'bounced']);
  expect(await setNow(others, 'accepted_at', now)).toEqual([]);
  expect(await connectionRow(portal, unchosen)).toMatchObject({ accepted_at: null });
});

/** Another invitation of a person, from a new company. */
async function inEachStateOf({ accountId }: Registered, state: State, wanted = {}): Promise<string> {
  const { companyId, owner } = await newCompany(portal, wanted);
  const { id } = await portal.work('test.invite', (work) =>
    invite(
      work,
      { companyId },
      owner.accountId,
      { accountId, email: null, shieldId: null, firstname: '', lastname: '' },
      { mail: false },
    ),
  );
  await portal.pool.query(
    `update connection set ${changes[state]} where id = $1 and $2::timestamptz is not null`,
    [id, portal.clock.now()],
  );
  return id;
}

describe('automatic acceptance', () => {
  const welcome = ({ accountId }: Registered) =>
    portal.work('test.welcome', (work) => welcomeScore(work, { accountId }));
  const prefer = ({ accountId }: Registered, wanted: Parameters<typeof savePreferences>[2]) =>
    portal.work('test.prefer', (work) => savePreferences(work, accountId, wanted));

  /** Nothing is accepted while all sharing is off, so what comes then waits for the next score. */
  const holdingBack = { ...automatically, network_sharing_master: false };

  it('takes the open ones of who chose it, and leaves those of everybody else', async () => {
    const person = await newScoredPerson(portal);
    const other = await newScoredPerson(portal);
    for (const each of [person, other]) await prefer(each, holdingBack);
    later();
    const [ids, others] = [await toPerson(person), await toPerson(other)];
    const asking = await inEachStateOf(person, 'open', { network_requires_pdf: true });
    const followed = await inEachStateOf(person, 'open');
    await portal.pool.query('update connection set came_by_link = true where id = $1', [followed]);
    for (const each of [person, other]) await prefer(each, { network_sharing_master: true });
    const now = later();
    await welcome(person);
    expect(await setNow(ids, 'accepted_at', now)).toEqual(['open', 'bounced']);
    expect(await setNow(others, 'accepted_at', now)).toEqual([]);
    for (const id of [asking, followed]) {
      expect(await connectionRow(portal, id)).toMatchObject({ accepted_at: null });
    }
  });

  it.each([
    ['who did not choose it', { network_autoacceptinvite: false, network_sharing_master: true }],
    ['who turned all sharing off', {}],
  ])('takes none of a person %s', async (_who, then) => {
    const person = await newScoredPerson(portal);
    await prefer(person, holdingBack);
    later();
    const id = await inEachStateOf(person, 'open');
    await prefer(person, then);
    await welcome(person);
    expect(await connectionRow(portal, id)).toMatchObject({ accepted_at: null });
  });

  it('D144: takes none that came before it was chosen again, and none beside those chosen with a score', async () => {
    const person = await newScoredPerson(portal);
    await prefer(person, holdingBack);
    later();
    const before = await inEachStateOf(person, 'open');
    for (const on of [false, true]) await prefer(person, { network_autoacceptinvite: on });
    later();
    const [chosen, after] = [await inEachStateOf(person, 'open'), await inEachStateOf(person, 'open')];
    await prefer(person, { network_sharing_master: true });
    const acceptedOf = async (id: string) => (await connectionRow(portal, id)).accepted_at;
    await portal.work('test.accept', (work) =>
      acceptPendingInvites(work, { accountId: person.accountId, inviteIds: [chosen] }),
    );
    expect([await acceptedOf(chosen), await acceptedOf(after)]).toEqual([portal.clock.now(), null]);
    await welcome(person);
    expect([await acceptedOf(after), await acceptedOf(before)]).toEqual([portal.clock.now(), null]);
  });

  it.each<[string, { score: Grade; days: number } | null]>([
    ['whose score says nothing', { score: 'NA', days: 300 }],
    ['whose score has ended', { score: 'IC01', days: -1 }],
    ['without a score', null],
  ])('takes none of a person %s, not even one that they chose', async (_who, score) => {
    const person = await (score ? newScoredPerson(portal, score) : newPersonWithoutTwoStep(portal));
    const id = await inEachStateOf(person, 'open');
    await prefer(person, automatically);
    await portal.work('test.accept', (work) =>
      acceptPendingInvites(work, { accountId: person.accountId, inviteIds: [id] }),
    );
    expect(await connectionRow(portal, id)).toMatchObject({ accepted_at: null });
  });
});

test('inviting again after it has expired renews one that nobody answered, and changes no other', async () => {
  const { accountId } = await newPersonWithoutTwoStep(portal);
  const ids = await toPerson({ accountId });
  for (const id of Object.values(ids)) {
    await portal.pool.query(`update connection set ${changes.expired} where id = $1`, [
      id,
      portal.clock.now(),
    ]);
  }
  later();
  const whom = { accountId, email: null, shieldId: null, firstname: '', lastname: '' };
  const outcome = async (id: string, state: State) => {
    const { companyId, owner } = companies[state];
    const before = await connectionRow(portal, id);
    const again = await portal.work('test.invite', (work) =>
      invite(work, { companyId }, owner.accountId, whom, { mail: false }),
    );
    if (again.id !== id) return 'new';
    const after = await connectionRow(portal, id);
    const kept = Number(after.invite_expires_at) === Number(before.invite_expires_at);
    return again.already && kept ? 'already' : again.already || kept ? 'mixed' : 'renewed';
  };
  const outcomes: Partial<Record<State, string>> = {};
  for (const state of states) outcomes[state] = await outcome(ids[state], state);
  expect(outcomes).toEqual({
    open: 'renewed',
    accepted: 'already',
    paused: 'already',
    ignored: 'already',
    cancelled: 'new',
    removed: 'new',
    expired: 'renewed',
    bounced: 'renewed',
  });
});

test('an ignored one alone is opened again, and by its person alone', async () => {
  const person = await newPersonWithoutTwoStep(portal);
  const other = await newPersonWithoutTwoStep(portal);
  const ids = await toPerson(person);
  const found = () => statesWhere(ids, async (id) => (await findIgnored(portalNow(), id)) !== null);
  expect(await found()).toEqual(['ignored']);
  for (const { accountId } of [other, person]) {
    for (const id of Object.values(ids)) {
      await portal.work('test.reopen', (work) => reopenIgnored(work, id, { accountId, companyId: null }));
    }
    expect(await found()).toEqual(accountId === person.accountId ? [] : ['ignored']);
  }
  const { rows } = await portal.pool.query(
    `select connection_id from connection_event where kind = 'reopened' and actor_account_id = any($1)`,
    [[person.accountId, other.accountId]],
  );
  expect(rows).toEqual([{ connection_id: ids.ignored }]);
  // One that was ignored and withdrawn, and one that has expired meanwhile.
  for (const change of [changes.cancelled, changes.expired]) {
    const id = await inEachStateOf(person, 'ignored');
    await portal.pool.query(`update connection set ${change} where id = $1`, [id, portal.clock.now()]);
    expect(await findIgnored(portalNow(), id)).toBeNull();
  }
});

const portalNow = () => ({ db: portal.db, now: portal.clock.now() });

test('who sent a link, and to which address, is told of one that can still be answered, with an account or without', async () => {
  const email = `asked-${crypto.randomUUID()}@example.com`;
  const ids = await inEachState({ accountId: null, email });
  const told = await statesWhere(ids, async (id, state) => {
    const { rows } = await portal.pool.query('select code_sealed from connection where id = $1', [id]);
    const linkid = openCode({ portal }, id, rows[0].code_sealed);
    const { inviter, emailaddress } = await portal.visitor().perform(getInvited, { linkid });
    expect(emailaddress, state).toBe(inviter === null ? null : email);
    return inviter !== null;
  });
  expect(told).toEqual(['open', 'ignored', 'bounced']);
  const person = await newPersonWithoutTwoStep(portal);
  const { open } = await toPerson(person);
  const { rows } = await portal.pool.query('select code_sealed from connection where id = $1', [open]);
  const linkid = openCode({ portal }, open, rows[0].code_sealed);
  expect((await portal.visitor().perform(getInvited, { linkid })).inviter).not.toBeNull();
});

test('what a person can answer is what is listed to them, and each other state says why not', async () => {
  const person = await newScoredPerson(portal);
  const ids = await toPerson(person);
  const { invitations } = await person.visitor.perform(listInvitations, {});
  expect(await statesWhere(ids, async (id) => invitations.some(({ inviteid }) => inviteid === id))).toEqual([
    'open',
    'bounced',
  ]);
  const ways: Record<string, (inviteid: string) => Promise<unknown>> = {
    open: (inviteid) => person.visitor.perform(openInvitation, { inviteid }),
    ignore: (inviteid) => person.visitor.perform(ignoreInvite, { inviteid }),
    accept: (inviteid) => person.visitor.perform(acceptInvite, { inviteid }),
  };
  for (const [way, answer] of Object.entries(ways)) {
    const answers: string[] = [];
    for (const state of states) {
      if (state !== 'open' && state !== 'bounced') answers.push(await codeOf(answer(ids[state])));
    }
    expect(answers, way).toEqual([
      ...Array<string>(5).fill('network.invitation-closed'),
      'network.invitation-expired',
    ]);
  }
  const { rows } = await person.visitor.perform(listMyShares, { rows: 100 });
  expect(await statesWhere(ids, async (id) => rows.some((row) => row.id === id))).toEqual([
    'accepted',
    'paused',
  ]);
});

test('a company sees the photo of who shares with it now, and lists what is neither withdrawn nor removed', async () => {
  const person = await newScoredPerson(portal);
  const ids = await toPerson(person);
  await portal.work('test.refresh', (work) =>
    refreshConnections(work, { connectionIds: Object.values(ids) }),
  );
  const shown = () =>
    statesWhere(ids, (id, state) =>
      companies[state].owner.visitor.perform(getProfileImage, { contactreference: id }).then(
        () => true,
        () => false,
      ),
    );
  expect(await shown()).toEqual(['accepted']);
  const stranger = companies.open.owner.visitor.perform(getProfileImage, { contactreference: ids.accepted });
  expect(await codeOf(stranger)).toBe('not-found');
  await portal.work('test.prefer', (work) =>
    savePreferences(work, person.accountId, { network_sharing_master: false }),
  );
  expect(await shown()).toEqual([]);
  const listed = await statesWhere(ids, async (id, state) => {
    const { rows } = await companies[state].owner.visitor.perform(listSharedWithMe, { rows: 100 });
    return rows.some((row) => row.id === id);
  });
  expect(listed).toEqual(states.filter((state) => state !== 'cancelled' && state !== 'removed'));
});
