import { expect, test } from 'vitest';
import { loadBrand } from '#app/routes/shell/brand.server.ts';
import { loadRoot } from '#app/routes/shell/root-data.server.ts';
import { loadShell } from '#app/routes/shell/shell-data.server.ts';
import { summarizeScore } from '#app/routes/user/score-summary.server.ts';
import { writeFacts } from '#modules/identity/index.ts';
import {
  type Caller,
  DAY,
  expiresAt,
  person,
  randomCheckedDigits,
  type SessionFacts,
} from '#modules/platform/index.ts';
import { newBrandedHost } from '#test/factories/branding.ts';
import { newCompany } from '#test/factories/network.ts';
import { actAs, newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';
import { askPage } from '../page.ts';

/** What the frame and the home page show for the facts of a session. */
const portal = await testPortal();

const shellOf = (visitor: Visitor) =>
  askPage(portal, visitor, (args) => loadShell(args, person), { path: '/user' });

async function callerOf(visitor: Visitor): Promise<Caller> {
  const caller = await visitor.caller();
  if (!caller) throw new Error('not signed in');
  return caller;
}

async function personWith(facts: Partial<SessionFacts>) {
  const made = await newPersonWithoutTwoStep(portal, { firstname: 'Dana', lastname: 'Whitfield' });
  await portal.work('test.facts', (work) => writeFacts(work, made.accountId, facts));
  return made;
}

/** At 11:00 UTC, when scores expire. */
const eleven = expiresAt(new Date(portal.clock.now().getTime() + DAY).toISOString().slice(0, 10));
const dateIn = (days: number) => new Date(eleven.getTime() + days * DAY).toISOString().slice(0, 10);
const newScore = () =>
  ({ certification_number: `TX${randomCheckedDigits()}`, certification_score: 'IC01' }) as const;

/** The days until the expiration, and what is offered and shown then. */
const ends = [
  ['more than 45 days before the end', 45, 1, 'purchase', 'valid'],
  ['45 days before the end', 45, 0, 'renew', 'soon'],
  ['a moment before the end', 0, 1, 'renew', 'soon'],
  ['at the end', 0, 0, 'renew', 'expired'],
  ['long after the end', -100, 0, 'renew', 'expired'],
] as const;

test.each(ends)('a score %s', async (_when, days, milliseconds, offer, state) => {
  portal.clock.stop();
  const now = new Date(eleven.getTime() - milliseconds);
  portal.clock.set(now);
  const { visitor } = await personWith({ ...newScore(), certification_expiration: dateIn(days) });
  expect(await shellOf(visitor)).toMatchObject({ offer, expired: state === 'expired' });
  expect(summarizeScore(await callerOf(visitor), [], now)).toMatchObject({
    state,
    offersRenewal: state !== 'valid',
    begins: false,
  });
});

test.each([
  ['a check under way', { open_application: true }],
  ['a score to review', { pending_score_change: true }],
  ['a dispute', { open_score_dispute: true }],
])('D123: the purchase button is there during %s', async (_what, busy) => {
  const { visitor } = await personWith(busy);
  expect(await shellOf(visitor)).toMatchObject({ offer: 'purchase' });
});

test('D92, D123: the button says Renew also during a review, a dispute or another check', async () => {
  const offerOf = async (busy: Partial<SessionFacts>) =>
    (await shellOf(
      (
        await personWith({ ...newScore(), certification_expiration: '2020-01-01', ...busy })
      ).visitor,
    )) as { offer: string | null };
  expect(await offerOf({ pending_score_change: true })).toMatchObject({ offer: 'renew' });
  expect(await offerOf({ open_score_dispute: true })).toMatchObject({ offer: 'renew' });
  expect(await offerOf({ open_application: true })).toMatchObject({ offer: 'renew' });
});

test('the banner of the home page waits for a check, a review or a dispute to end', async () => {
  const { visitor } = await personWith({ ...newScore(), certification_expiration: dateIn(10) });
  const caller = await callerOf(visitor);
  const offered = (facts: Partial<SessionFacts>, ...statuses: string[]) =>
    summarizeScore(
      { ...caller, facts: { ...caller.facts, ...facts } },
      statuses.map((composite_status_code) => ({ composite_status_code })),
      eleven,
    ).offersRenewal;
  expect(offered({}, 'done', 'cancelled', 'refunded')).toBe(true);
  expect(offered({}, 'done', 'inprogress')).toBe(false);
  expect(offered({ pending_score_change: true })).toBe(false);
  expect(offered({ open_score_dispute: true })).toBe(false);
});

test('doc2 §2.1: a score that waits for its owner is said on every page, one in dispute is not', async () => {
  const waits = async (facts: Partial<SessionFacts>) => shellOf((await personWith(facts)).visitor);
  expect(await waits({ pending_score_change: true })).toMatchObject({ scoreWaits: true });
  expect(await waits({ pending_score_change: true, open_score_dispute: true })).toMatchObject({
    scoreWaits: false,
  });
  expect(await waits({ ...newScore(), certification_expiration: dateIn(10) })).toMatchObject({
    scoreWaits: false,
  });
});

test('who has no score is offered a first check, unless they are here for a company', async () => {
  const { visitor } = await personWith({ alert_count: 0 });
  expect(await shellOf(visitor)).toMatchObject({
    offer: 'purchase',
    firstCheck: true,
    shieldId: null,
    grade: null,
    company: null,
    staff: false,
    shieldLinkId: null,
    name: 'Dana Whitfield',
  });
  const caller = await callerOf(visitor);
  const now = portal.clock.now();
  expect(summarizeScore(caller, [], now)).toMatchObject({
    state: 'none',
    begins: true,
    offersRenewal: false,
    grade: 'NA',
    daysLeft: 0,
  });
  expect(summarizeScore(caller, [{ composite_status_code: 'paid' }], now).begins).toBe(false);
  for (const half of [{ certification_expiration: dateIn(10) }, { certification_number: 'TX000000018' }]) {
    const incomplete = { ...caller, facts: { ...caller.facts, ...half } };
    expect(summarizeScore(incomplete, [], now).state).toBe('none');
    expect(await shellOf((await personWith(half)).visitor)).toMatchObject({ offer: 'purchase' });
  }
  const member = { ...caller, facts: { ...caller.facts, company_name: 'Acme' } };
  expect(summarizeScore(member, [], now).begins).toBe(false);
  await portal.work('test.facts', (work) => writeFacts(work, caller.accountId, { application_count: 1 }));
  expect(await shellOf(visitor)).toMatchObject({ firstCheck: false });
});

test('the frame names a score’s holder, the company with its ShieldLink, and staff', async () => {
  const { visitor } = await personWith({ ...newScore(), certification_name: 'Dana Q. Whitfield' });
  expect(await shellOf(visitor)).toMatchObject({ name: 'Dana Q. Whitfield', grade: 'IC01', verified: false });
  const open = await newCompany(portal, {
    company_name: 'Acme',
    shieldlink_enabled: true,
  });
  expect(await shellOf(open.owner.visitor)).toMatchObject({
    company: 'Acme',
    shieldLinkId: expect.stringMatching(/^SL\d{9}$/),
  });
  const closed = await newCompany(portal, { shieldlink_enabled: false });
  expect(await shellOf(closed.owner.visitor)).toMatchObject({ shieldLinkId: null });
  const staff = await newStaff(portal);
  expect(await shellOf(staff.visitor)).toMatchObject({ staff: true, emailaddress: staff.emailaddress });
});

test('the frame leads a company’s team to its settings, alerts and dashboard where they are switched on', async () => {
  const shown = async (on: boolean) => {
    const { owner } = await newCompany(portal, {
      enterprise_enabled: on,
      alert_dashboard_enabled: on,
      dashboard_enabled: on,
    });
    await portal.work('test.facts', (work) => writeFacts(work, owner.accountId, { alert_count: 3 }));
    return shellOf(owner.visitor);
  };
  const nothing = { companySettings: false, unreadAlerts: null, dashboard: false };
  expect(await shown(true)).toMatchObject({ companySettings: true, unreadAlerts: 3, dashboard: true });
  expect(await shown(false)).toMatchObject(nothing);
  expect(await shellOf((await personWith({ alert_count: 3 })).visitor)).toMatchObject(nothing);
});

test('a session in which staff act as a person says so, under the person’s address', async () => {
  const subject = await personWith({ alert_count: 0 });
  const rootOf = (visitor: Visitor) => askPage(portal, visitor, loadRoot, { path: '/user' });
  expect(await rootOf(subject.visitor)).toMatchObject({ adminSession: null });
  const { emailaddress } = subject;
  expect(await rootOf(await actAs(portal, subject))).toMatchObject({ adminSession: { emailaddress } });
});

test('the page’s script sets its cookies with a prefix outside development', async () => {
  const prefixIn = async (environment: string) => {
    const there = Object.assign(Object.create(portal), { config: { ...portal.config, environment } });
    return (await loadRoot({ context: { portal: there, visit: portal.visitor().visit() } } as never))
      .cookiePrefix;
  };
  expect(await prefixIn('development')).toBe('');
  expect(await prefixIn('production')).toBe('__Host-');
});

test('the footer of a company’s host shows its address, phone and who runs the portal', async () => {
  await newCompany(portal, {
    company_name: 'Oakhill',
    branding_hostname: 'oakhill',
    company_address1: '1 Oak Street',
    company_address2: 'Floor 2',
    company_city: 'Austin',
    company_state: 'TX',
    company_postalcode: '78701',
    company_phone: '5125550199',
    primary_color: '#0B3D2E',
  });
  await newCompany(portal, {
    company_name: 'Bare',
    branding_hostname: 'bare',
    shieldhub_branding: false,
    business_footer: false,
  });
  const brandOf = async (host: string) =>
    (await loadBrand({ portal, visit: portal.visitor({ host }).visit() })).view;
  expect(await brandOf('oakhill.localhost:3000')).toEqual({
    name: 'Oakhill',
    logo: null,
    address: '1 Oak Street, Floor 2, Austin, TX 78701',
    phone: '512-555-0199',
    businessFooter: true,
    vendor: 'ShieldHub',
    year: portal.clock.now().getUTCFullYear(),
    stylesheet: expect.stringMatching(/^\/brand\.css\?v=/),
  });
  expect(await brandOf('bare.localhost:3000')).toMatchObject({
    address: null,
    phone: null,
    businessFooter: false,
    vendor: null,
    stylesheet: null,
  });
  expect(await brandOf('localhost:3000')).toMatchObject({ name: 'ShieldHub', vendor: null });
  const host = await newBrandedHost(portal, { label: 'pictured', color: '#0B3D2E' });
  expect(await brandOf(host)).toMatchObject({ logo: expect.stringMatching(/^\/images\/logos\//) });
});
