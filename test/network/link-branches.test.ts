import { beforeAll, expect, it } from 'vitest';
import { loader as follow } from '#app/routes/network/link.tsx';
import {
  acceptInvite,
  getInviteLink,
  ignoreInvite,
  newInvite,
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
  'an invitation to a ShieldID': () => invited(people.invited.shieldId),
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
  const [key] = Object.entries(networkTexts).find(([, text]) => text === toast) ?? ['?'];
  return `${key}:`;
}

/** What the link's own page shows: that it asks whether to connect, how it ended, or that it is unknown. */
function shownBy(answer: unknown): string {
  const { data, init } = answer as {
    data: { inviter: string | null; ended: { how: string } | null };
    init: unknown;
  };
  if (data.ended) {
    expect(init).toEqual({ status: 410 });
    return data.ended.how;
  }
  if (data.inviter !== null) return 'asks';
  expect(init).toEqual({ status: 404 });
  return 'unknown';
}

/** Where each leads, or what its own page shows; `address` is the page for who has another address (D115). */
const table: Record<Link, Record<Reader, string>> = {
  'an invitation to a new address': {
    'somebody signed out': '/register',
    'the invited person': '/link/:code/address',
    'the owner of the network': '/user/network',
    'somebody else': '/link/:code/address',
  },
  'an open invitation': {
    'somebody signed out': '/login',
    'the invited person': '/user/invitations/:id/accept',
    'the owner of the network': '/user/network',
    'somebody else': '/link/:code/address',
  },
  'an invitation to a ShieldID': {
    'somebody signed out': '/login',
    'the invited person': '/user/invitations/:id/accept',
    'the owner of the network': '/user/network',
    'somebody else': '/link/:code/address',
  },
  'an ignored one': {
    'somebody signed out': '/login',
    'the invited person': 'asks',
    'the owner of the network': '/user/network',
    'somebody else': 'answered',
  },
  'an accepted one': {
    'somebody signed out': '/login',
    'the invited person': 'invitations.accepted-before:/user',
    'the owner of the network': '/user/network',
    'somebody else': 'answered',
  },
  'an accepted one of a removed person': {
    'somebody signed out': 'removed',
    'the invited person': 'removed',
    'the owner of the network': 'removed',
    'somebody else': 'removed',
  },
  'an expired one': {
    'somebody signed out': 'expired',
    'the invited person': 'expired',
    'the owner of the network': '/user/network',
    'somebody else': 'expired',
  },
  'a withdrawn one': {
    'somebody signed out': 'canceled',
    'the invited person': 'canceled',
    'the owner of the network': 'canceled',
    'somebody else': 'canceled',
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
    'somebody signed out': 'unknown',
    'the invited person': 'unknown',
    'the owner of the network': 'unknown',
    'somebody else': 'unknown',
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
    const where = to?.replace(inviteid || 'none', ':id').replace(`/link/${linkid}/`, '/link/:code/');
    led[reader] = `${said}${where ?? shownBy(answer)}`;
    // What is left to do after sign-in is remembered. For a person who is signed in, and for a link that ended, it is deleted
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
