import { describe, expect, test } from 'vitest';
import { action as handOff } from '#app/routes/identity/hand-off.tsx';
import { action, loader as loadLogin } from '#app/routes/identity/login.tsx';
import { action as takeTerms } from '#app/routes/identity/register-terms.tsx';
import { action as verifyAddress } from '#app/routes/identity/register-verification.tsx';
import { loader as loadVerify, action as verify } from '#app/routes/identity/verify.tsx';
import { loader as openLink } from '#app/routes/network/link.tsx';
import { acceptTerms, brandForHost } from '#modules/enterprise/index.ts';
import { register } from '#modules/identity/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany, newScoredPerson, newTeamMember } from '#test/factories/network.ts';
import {
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
  registerPerson,
} from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import type { Visitor } from '#test/visitor.ts';
import { askPage, redirectOf } from '../page.ts';

/** Where the sign-in leads: only to paths of the portal, whatever the address or a cookie says. */
const portal = await testPortal();
const person = await newPersonWithoutTwoStep(portal);

const logIn = (visitor: Visitor, emailaddress: string, next: string | null) =>
  askPage(portal, visitor, action, {
    path: next === null ? '/login' : `/login?next=${encodeURIComponent(next)}`,
    form: { emailaddress, password: PASSWORD },
  }).then(redirectOf);

const elsewhere = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/ /evil.example',
  'https://evil.example/user',
  'HTTPS://evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example/user',
  '@evil.example',
  '/login',
  '/logout',
  '/hub/api/profile/removepaymentmethod',
  '/HUB/api/logout',
  '/./hub/api/logout',
  '/user/../hub/api/logout',
  '/%2e/hub/api/logout',
  '/files/x',
  '/hooks/stripe',
  '/verify?next=//evil.example',
  '/register',
  '/register/verification',
  '/',
  '',
  '/ab',
  `/user?${'x'.repeat(495)}`,
];

test.each(elsewhere)('next=%j leads home', async (next) => {
  expect(await logIn(portal.visitor(), person.emailaddress, next)).toBe('/user');
});

test.each([
  '/user/network',
  '/user/network?q=a%2F%2Fb',
  '/user/purchase/completepurchase?purchaseid=1',
  '/link/TX123456789',
  '/register/verification?code=123456',
  '/abc',
  `/user?${'x'.repeat(494)}`,
])('next=%s leads there', async (next) => {
  expect(await logIn(portal.visitor(), person.emailaddress, next)).toBe(next);
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
  'a link cookie of %s leads home',
  async (value) => {
    const visitor = portal.visitor();
    visitor.cookies.set('link_redirect', encodeURIComponent(value));
    expect(await logIn(visitor, person.emailaddress, null)).toBe('/user');
  },
);

test('a followed link comes before the page that was asked for', async () => {
  const visitor = portal.visitor();
  visitor.cookies.set('link_redirect', encodeURIComponent('/link/abc'));
  expect(await logIn(visitor, person.emailaddress, '/user/profile')).toBe('/link/abc');
});

test('the second step carries it on, and drops what is none of ours', async () => {
  const { emailaddress } = await newPerson(portal);
  for (const [next, carried, end] of [
    ['/user/profile', '/verify?next=%2Fuser%2Fprofile', '/user/profile'],
    ['//evil.example', '/verify', '/user'],
  ] as const) {
    const visitor = portal.visitor();
    expect(await logIn(visitor, emailaddress, next)).toBe(carried);
    const code = await newestCode(portal, emailaddress);
    const done = await askPage(portal, visitor, verify, {
      path: `/verify?next=${encodeURIComponent(next)}`,
      form: { intent: 'check', code },
    });
    expect(redirectOf(done)).toBe(end);
    portal.clock.advance(60_000);
  }
});

test('the terms and the code of a new address lead on to the page that was asked for', async () => {
  for (const [path, end] of [
    ['/register/verification?next=%2Fuser%2Fnetwork', '/user/network'],
    ['/register/verification?next=%2F%2Fevil.example', '/user?gettingstarted'],
  ] as const) {
    const { visitor, emailaddress } = await registerPerson(portal);
    const terms = path.replace('verification', 'terms');
    const accepted = await askPage(portal, visitor, takeTerms, {
      path: terms,
      form: { accept_terms: 'YES' },
    });
    expect(redirectOf(accepted)).toBe(end.startsWith('/user?') ? '/register/verification' : path);
    const code = await newestCode(portal, emailaddress);
    const done = await askPage(portal, visitor, verifyAddress, { path, form: { intent: 'check', code } });
    expect(redirectOf(done)).toBe(end);
  }
});

test.each([
  ['/admin/tools', '/admin/tools'],
  ['/user/network', '/admin'],
  ['//evil.example/admin', '/admin'],
])('staff who asked for %s go to %s', async (next, to) => {
  const staff = await newStaff(portal);
  const visitor = portal.visitor();
  await logIn(visitor, staff.emailaddress, next);
  // Staff need the code in every browser, so remembering is not offered.
  expect(await askPage(portal, visitor, loadVerify, { path: '/verify' })).toMatchObject({ remembers: false });
  portal.clock.advance(60_000);
  const code = await newestCode(portal, staff.emailaddress);
  const done = await askPage(portal, visitor, verify, {
    path: `/verify?next=${encodeURIComponent(next)}`,
    form: { intent: 'check', code },
  });
  expect(redirectOf(done)).toBe(to);
});

test('D15: a followed link goes along to the host of the company, and is forgotten on this one', async () => {
  const host = 'carried.localhost:3000';
  const company = await newCompany(portal, { branding_hostname: 'carried' });
  await eventually(async () => expect((await brandForHost(portal, host)).companyId).not.toBeNull());
  const { emailaddress } = await newTeamMember(portal, company, 'viewer');
  const base = portal.visitor({ address: '198.51.100.210' });
  base.cookies.set('link_redirect', encodeURIComponent('/link/abc'));
  const to = new URL((await logIn(base, emailaddress, '/user/profile')) ?? '');
  expect(to.host).toBe(host);
  const token = to.pathname.replace('/handoff/', '');
  const continued = await askPage(portal, portal.visitor({ host, address: '198.51.100.210' }), handOff, {
    path: to.pathname + to.search,
    params: { token },
    form: { intent: 'continue' },
  });
  expect(redirectOf(continued)).toBe('/link/abc');
  const later = new URL((await logIn(base, emailaddress, '/user/profile')) ?? '');
  expect(later.search).toBe('?next=%2Fuser%2Fprofile');
});

/** Opens a link as a visitor. Its destination is kept in a cookie. */
const followLink = (visitor: Visitor, linkid: string) =>
  askPage(portal, visitor, openLink, { path: `/link/${linkid}`, params: { linkid } });

describe('a link that is followed before signing in', () => {
  test('F10: leads a new person to the join form, and back to the link once the address is verified', async () => {
    const host = await newScoredPerson(portal);
    const visitor = portal.visitor({ address: '198.51.100.201' });
    await host.visitor.perform(newInvite, { touser: 'new.by.link@example.com' });
    await portal.runJobs();
    const mail = (await listOutbox(portal.db, { to: 'new.by.link@example.com' }))[0];
    const linkid = mail?.links.find((each) => each.includes('/link/'))?.split('/link/')[1] ?? '';
    expect(redirectOf(await followLink(visitor, linkid))).toBe('/register');
    await registerWith(visitor, 'new.by.link@example.com');
    const code = await newestCode(portal, 'new.by.link@example.com');
    const verified = await askPage(portal, visitor, verifyAddress, {
      path: '/register/verification',
      form: { intent: 'check', code },
    });
    expect(redirectOf(verified)).toBe(`/link/${linkid}`);
    expect(redirectOf(await followLink(visitor, linkid))).toMatch(
      /^\/user\/invitations\/[0-9a-f-]{36}\/accept$/,
    );
    // The link was used, so the next sign-in leads home.
    expect(visitor.cookies.has('link_redirect')).toBe(false);
  });

  test('F10: without one, the verified address leads to what to do first', async () => {
    const visitor = portal.visitor({ address: '198.51.100.202' });
    await registerWith(visitor, 'no.link@example.com');
    const code = await newestCode(portal, 'no.link@example.com');
    const verified = await askPage(portal, visitor, verifyAddress, {
      path: '/register/verification',
      form: { intent: 'check', code },
    });
    expect(redirectOf(verified)).toBe('/user?gettingstarted');
  });

  test('leads a member to the sign-in, and on to the link; a dead one is forgotten', async () => {
    const host = await newScoredPerson(portal);
    const member = await newPersonWithoutTwoStep(portal);
    const visitor = portal.visitor({ address: '198.51.100.203' });
    expect(redirectOf(await followLink(visitor, host.shieldId))).toBe('/register');
    expect(await logIn(visitor, member.emailaddress, null)).toBe(`/link/${host.shieldId}`);
    expect(await followLink(visitor, 'unknown')).toMatchObject({ init: { status: 404 } });
    expect(visitor.cookies.has('link_redirect')).toBe(false);
    expect(visitor.cookies.has('link_id')).toBe(false);
  });
});

async function registerWith(visitor: Visitor, emailaddress: string): Promise<void> {
  await visitor.perform(register, {
    firstname: 'Nina',
    lastname: 'Novak',
    emailaddress,
    mobile: '5125550100',
    password: PASSWORD,
  });
  await visitor.perform(acceptTerms, { accept_terms: 'YES' });
}

test.each([
  ['the link of a new account', '/register/verification?code=ABC123', 'login.verify-needed'],
  ['the link of a code for another browser', '/verify?code=ABC123', 'login.code-elsewhere'],
] as const)('the log-in page says why it is shown: %s', async (_what, link, text) => {
  const path = `/login?next=${encodeURIComponent(link)}`;
  shows(text, JSON.stringify(await askPage(portal, portal.visitor(), loadLogin, { path })));
});
