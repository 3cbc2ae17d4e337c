import { beforeAll, expect, it } from 'vitest';
import { loader as follow } from '#app/routes/network/link.tsx';
import {
  acceptInvite,
  getInviteLink,
  ignoreInvite,
  newInvite,
  openLink,
  requestRemoval,
} from '#modules/network/index.ts';
import { networkTexts } from '#modules/network/texts.ts';
import { DAY } from '#modules/platform/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import {
  giveScore,
  newCompany,
  newScoredPerson,
  type ScoredPerson,
  type TestCompany,
} from '#test/factories/network.ts';
import { newPerson, type Registered } from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';
import { whileLocked } from '#test/while-locked.ts';

/** Where a link leads (doc1 §4), for each state of its target and each reader. Purchase links have their own test. */

let portal: TestPortal;
let company: TestCompany;
let people: { invited: ScoredPerson; stranger: Registered };

beforeAll(async () => {
  portal = await testPortal();
  company = await newCompany(portal);
});

interface Made {
  linkid: string;
  inviteid: string;
}

/** An invitation to an address; by default to that of a person with a score. */
async function invited(touser: string): Promise<Made> {
  const { visitor } = company.owner;
  const { inviteid } = await visitor.perform(newInvite, { touser });
  const { network_invite_url } = await visitor.perform(getInviteLink, { inviteid });
  return { inviteid, linkid: network_invite_url.split('/').pop() ?? '' };
}

const ofInvited = () => invited(people.invited.emailaddress);

const after = async (made: Promise<Made>, change: (made: Made) => Promise<unknown>) => {
  const found = await made;
  await change(found);
  return found;
};

const stamp = (column: 'cancelled_at') => (made: Made) =>
  portal.pool.query(`update connection set ${column} = now() where id = $1`, [made.inviteid]);

/** What each link is. */
const links = {
  'an invitation to a new address': () => invited(`new.${crypto.randomUUID()}@example.com`),
  'an open invitation': ofInvited,
  'an ignored one': () =>
    after(ofInvited(), (made) => people.invited.visitor.perform(ignoreInvite, { inviteid: made.inviteid })),
  'an accepted one': () =>
    after(ofInvited(), (made) => people.invited.visitor.perform(acceptInvite, { inviteid: made.inviteid })),
  'an accepted one of a removed person': () =>
    after(ofInvited(), async ({ inviteid }) => {
      await people.invited.visitor.perform(acceptInvite, { inviteid });
      await company.owner.visitor.perform(requestRemoval, { connectionid: inviteid });
    }),
  'an expired one': () =>
    after(ofInvited(), ({ inviteid }) =>
      portal.pool.query(`update connection set invited_at = $2, invite_expires_at = $3 where id = $1`, [
        inviteid,
        new Date(portal.clock.now().getTime() - 31 * DAY),
        new Date(portal.clock.now().getTime() - DAY),
      ]),
    ),
  'a withdrawn one': () => after(ofInvited(), stamp('cancelled_at')),
  'the ShieldLink ID of the company': async () => {
    const { rows } = await portal.pool.query<{ id: string }>(
      'select shieldlinkid as id from company where id = $1',
      [company.companyId],
    );
    return { linkid: rows[0]?.id ?? '', inviteid: '' };
  },
  'the ShieldID of the invited person': async () => ({ linkid: people.invited.shieldId, inviteid: '' }),
  'an unknown code': async () => ({ linkid: 'not-a-code-of-anybody', inviteid: '' }),
} satisfies Record<string, () => Promise<Made>>;

/** Who follows it. */
const readers = {
  'somebody signed out': () => portal.visitor(),
  'the invited person': () => people.invited.visitor,
  'the owner of the network': () => company.owner.visitor,
  'somebody else': () => people.stranger.visitor,
} satisfies Record<string, () => Visitor>;

type Link = keyof typeof links;
type Reader = keyof typeof readers;

/** The key of the message on the page that a link leads to. */
function wordsShown(visitor: Visitor): string {
  const toast = decodeURIComponent(visitor.cookies.get('toast') ?? '').replace(/^(ok|bad):/, '');
  visitor.cookies.delete('toast');
  if (!toast) return '';
  if (toast === networkTexts['invitations.link-dead']) return 'dead:';
  const [key] = Object.entries(networkTexts).find(([, text]) => text === toast) ?? ['?'];
  return `${key}:`;
}

/** Where each leads: `asks` is the page that asks whether to connect, and `dead:` precedes the target of a dead link. */
const table: Record<Link, Record<Reader, string>> = {
  'an invitation to a new address': {
    'somebody signed out': '/register',
    'the invited person': 'asks',
    'the owner of the network': '/user/network',
    'somebody else': 'asks',
  },
  'an open invitation': {
    'somebody signed out': '/login',
    'the invited person': '/user/invitations/:id/accept',
    'the owner of the network': '/user/network',
    'somebody else': 'dead:/user',
  },
  'an ignored one': {
    'somebody signed out': '/login',
    'the invited person': 'asks',
    'the owner of the network': '/user/network',
    'somebody else': 'dead:/user',
  },
  'an accepted one': {
    'somebody signed out': '/login',
    'the invited person': 'invitations.accepted-before:/user',
    'the owner of the network': '/user/network',
    'somebody else': 'dead:/user',
  },
  'an accepted one of a removed person': {
    'somebody signed out': 'dead:/login',
    'the invited person': 'dead:/user',
    'the owner of the network': 'dead:/user',
    'somebody else': 'dead:/user',
  },
  'an expired one': {
    'somebody signed out': '/login',
    'the invited person': 'invitations.expired:/user',
    'the owner of the network': '/user/network',
    'somebody else': 'dead:/user',
  },
  'a withdrawn one': {
    'somebody signed out': 'dead:/login',
    'the invited person': 'dead:/user',
    'the owner of the network': 'dead:/user',
    'somebody else': 'dead:/user',
  },
  'the ShieldLink ID of the company': {
    'somebody signed out': '/register',
    'the invited person': 'asks',
    'the owner of the network': '/user/network',
    'somebody else': 'asks',
  },
  'the ShieldID of the invited person': {
    'somebody signed out': '/register',
    'the invited person': '/user/network',
    'the owner of the network': 'asks',
    'somebody else': 'asks',
  },
  'an unknown code': {
    'somebody signed out': 'dead:/login',
    'the invited person': 'dead:/user',
    'the owner of the network': 'dead:/user',
    'somebody else': 'dead:/user',
  },
};

it.each(Object.keys(table) as Link[])('F65: %s', async (name) => {
  company = await newCompany(portal);
  people = { invited: await newScoredPerson(portal), stranger: await newPerson(portal) };
  const { linkid, inviteid } = await links[name]();
  const led: Partial<Record<Reader, string>> = {};
  for (const [reader, who] of Object.entries(readers) as [Reader, () => Visitor][]) {
    const visitor = who();
    visitor.cookies.set('link_redirect', '/link/an-older-one');
    const answer = await askPage(portal, visitor, follow, { path: `/link/${linkid}`, params: { linkid } });
    const to = redirectOf(answer);
    const said = wordsShown(visitor);
    led[reader] = `${said}${to?.replace(inviteid || 'none', ':id') ?? 'asks'}`;
    // What is left to do after sign-in is remembered. For a person who is signed in, and for a dead link, it is deleted
    // (doc1 §4).
    const kept = visitor.cookies.get('link_redirect');
    const signIn = said === '' && (to === '/login' || to === '/register');
    if (signIn) expect(kept && decodeURIComponent(kept), reader).toBe(`/link/${linkid}`);
    else expect(kept, reader).toBeUndefined();
  }
  expect(led).toEqual(table[name]);
});

it.each([
  ['in the renewal window', 20],
  ['expired', -3],
])('F65: an accepted invitation leads a person whose score is %s to the purchase', async (_state, days) => {
  company = await newCompany(portal);
  const invitee = await newScoredPerson(portal);
  const { linkid, inviteid } = await invited(invitee.emailaddress);
  await invitee.visitor.perform(acceptInvite, { inviteid });
  await giveScore(portal, invitee.accountId, { days });
  const answer = await askPage(portal, invitee.visitor, follow, {
    path: `/link/${linkid}`,
    params: { linkid },
  });
  expect(redirectOf(answer)).toBe('/user/purchase');
});

it('that two people open at the same moment belongs to one of them', async () => {
  const { inviteid, linkid } = await invited(`new.${crypto.randomUUID()}@example.com`);
  const [one, other] = [await newPerson(portal), await newPerson(portal)];
  const lock = { sql: 'select 1 from connection where id = $1 for update', values: [inviteid] };
  const both = () =>
    Promise.allSettled([one, other].map(({ visitor }) => visitor.perform(openLink, { linkid })));
  const ends = await whileLocked(portal, lock, both, { waiting: 2 });
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'not-found' } });
  const { rows } = await portal.pool.query(
    `select about_id from audit_entry where action = 'network.link-opened' and object_id = $1`,
    [inviteid],
  );
  const winner = [one, other][ends.findIndex(({ status }) => status === 'fulfilled')];
  expect(rows).toEqual([{ about_id: winner?.accountId }]);
});
