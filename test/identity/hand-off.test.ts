import { beforeAll, describe, expect, it } from 'vitest';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  checkHandOff,
  forgetOneBrowser,
  listSessions,
  login,
  redeemHandOff,
  twoStepVerify,
} from '#modules/identity/index.ts';
import { MINUTE } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany, newTeamMember, type TestCompany } from '#test/factories/network.ts';
import {
  lastLoginOf,
  newestCode,
  newPerson,
  newPersonWithoutTwoStep,
  newStaff,
  PASSWORD,
  type Registered,
} from '#test/factories/people.ts';
import { type TestPortal, testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';

const host = 'oakhill.localhost:3000';
const other = 'elsewhere.localhost:3000';

let portal: TestPortal;
let company: TestCompany;
let member: Registered;
beforeAll(async () => {
  portal = await testPortal();
  company = await newCompany(portal, { company_name: 'Oakhill', branding_hostname: 'oakhill' });
  await newCompany(portal, { company_name: 'Elsewhere', branding_hostname: 'elsewhere' });
  member = await newTeamMember(portal, company, 'viewer');
  for (const served of [host, other]) {
    await eventually(async () => expect((await brandForHost(portal, served)).companyId).not.toBeNull());
  }
});

let visitors = 0;
function from(at: string, address?: string): Visitor {
  visitors += 1;
  return portal.visitor({ host: at, address: address ?? `203.0.113.${visitors}` });
}
const signIn = ({ emailaddress }: { emailaddress: string }, visitor: Visitor) =>
  visitor.perform(login, { emailaddress, password: PASSWORD });
const tokenOf = (address: string | null) => new URL(address ?? '').pathname.replace('/handoff/', '');

describe('F28: sign-in leads to the host where a person belongs', () => {
  it('for a team member to the company’s, for others to the branded host on which they registered', async () => {
    const { redirect_to_branded_domain: forMember } = await signIn(member, from('localhost:3000'));
    expect(forMember).toMatch(/^http:\/\/oakhill\.localhost:3000\/handoff\/[\w-]{20,}$/);
    const guest = await newPerson(portal, {}, { host });
    const { redirect_to_branded_domain: forGuest } = await signIn(guest, from(other));
    expect(forGuest).toMatch(/^http:\/\/oakhill\.localhost:3000\/handoff\//);
  });

  it('nowhere for anybody else, for staff, and for who is there already', async () => {
    const plain = await newPersonWithoutTwoStep(portal);
    const staff = await newStaff(portal);
    for (const [who, at] of [
      [plain, 'localhost:3000'],
      [plain, host],
      [staff, 'localhost:3000'],
      [member, host],
    ] as const) {
      expect((await signIn(who, from(at))).redirect_to_branded_domain).toBeNull();
    }
  });

  it('takes the session along once; the one that was opened first ends', async () => {
    const base = from('localhost:3000', '203.0.113.200');
    const token = tokenOf((await signIn(member, base)).redirect_to_branded_domain);
    const branded = from(host, '203.0.113.200');
    for (let opened = 0; opened < 3; opened += 1) {
      expect(await branded.perform(checkHandOff, { token })).toEqual({ open: true });
    }
    expect(await branded.caller()).toBeNull();
    await branded.perform(redeemHandOff, { token });
    expect(await branded.caller()).toMatchObject({ accountId: member.accountId, twoStepDone: true });
    expect(await base.caller()).toBeNull();
    expect(await branded.perform(checkHandOff, { token })).toEqual({ open: false });
    await expect(from(host, '203.0.113.200').perform(redeemHandOff, { token })).rejects.toMatchObject({
      code: 'identity.hand-off-over',
    });
  });

  it('is no new browser: the owner was told where it signed in', async () => {
    const told = async () =>
      (await listOutbox(portal.db, { to: member.emailaddress })).filter(({ subject }) =>
        subject?.includes('new browser'),
      ).length;
    const base = from('localhost:3000', '203.0.113.210');
    // Sends the mails of earlier sign-ins that are still in the queue, in whatever order the tests run.
    await portal.runJobs();
    const before = await told();
    const token = tokenOf((await signIn(member, base)).redirect_to_branded_domain);
    const branded = from(host, '203.0.113.210');
    await branded.perform(redeemHandOff, { token });
    await portal.runJobs();
    expect(await told()).toBe(before + 1);
    // The browser is now also known on the company's host, so a sign-in there sends no mail.
    await signIn(member, branded);
    await portal.runJobs();
    expect(await told()).toBe(before + 1);
  });

  it('leads to a session that ends with the remembered browser that opened it', async () => {
    const guest = await newPerson(portal, {}, { host });
    const base = from('localhost:3000', '203.0.113.211');
    await signIn(guest, base);
    await base.perform(twoStepVerify, { method: 'EMAIL' });
    await base.perform(twoStepVerify, {
      code: await newestCode(portal, guest.emailaddress),
      rememberbrowser: true,
    });
    const token = tokenOf((await signIn(guest, base)).redirect_to_branded_domain);
    const branded = from(host, '203.0.113.211');
    await branded.perform(redeemHandOff, { token });
    expect(await branded.caller()).toMatchObject({ twoStepDone: true });
    const [remembered] = (await guest.visitor.perform(listSessions, {})).browsers;
    await guest.visitor.perform(forgetOneBrowser, { id: remembered?.id ?? '' });
    expect(await branded.caller()).toBeNull();
  });

  it('knows the browser that is remembered on the host it leads to, for its owner alone', async () => {
    const guest = await newPerson(portal, {}, { host });
    const branded = from(host, '203.0.113.212');
    const cross = async (who: Registered) => {
      branded.cookies.delete('session');
      const base = from('localhost:3000', '203.0.113.212');
      const token = tokenOf((await signIn(who, base)).redirect_to_branded_domain);
      await branded.perform(redeemHandOff, { token });
      return branded.caller();
    };
    expect(await cross(guest)).toMatchObject({ accountId: guest.accountId, twoStepDone: false });
    await branded.perform(twoStepVerify, { method: 'EMAIL' });
    await branded.perform(twoStepVerify, {
      code: await newestCode(portal, guest.emailaddress),
      rememberbrowser: true,
    });
    const before = await lastLoginOf(portal, guest.accountId);
    portal.clock.advance(10 * MINUTE);
    expect(await cross(guest)).toMatchObject({ accountId: guest.accountId, twoStepDone: true });
    const { at } = await lastLoginOf(portal, guest.accountId);
    expect(at.getTime()).toBeGreaterThanOrEqual(before.at.getTime() + 10 * MINUTE);
    const [remembered] = (await branded.perform(listSessions, {})).browsers;
    expect(remembered?.last_used_at).toEqual(at);
    const stranger = await newPerson(portal, {}, { host });
    expect(await cross(stranger)).toMatchObject({ accountId: stranger.accountId, twoStepDone: false });
    expect(await cross(guest)).toMatchObject({ twoStepDone: true });
    await guest.visitor.perform(forgetOneBrowser, { id: remembered?.id ?? '' });
    expect(await branded.caller()).toBeNull();
  });

  it('spares nobody the second step, before which it is no sign-in and the browser is not known', async () => {
    const guest = await newPerson(portal, {}, { host });
    const before = await lastLoginOf(portal, guest.accountId);
    const base = from('localhost:3000', '203.0.113.201');
    const token = tokenOf((await signIn(guest, base)).redirect_to_branded_domain);
    const branded = from(host, '203.0.113.201');
    await branded.perform(redeemHandOff, { token });
    expect(await branded.caller()).toMatchObject({ accountId: guest.accountId, twoStepDone: false });
    expect(await lastLoginOf(portal, guest.accountId)).toEqual(before);
    expect(branded.cookies.has('known')).toBe(false);
  });

  it('works on no other host, from no other address, and not after a minute', async () => {
    const begin = async (address: string) =>
      tokenOf((await signIn(member, from('localhost:3000', address))).redirect_to_branded_domain);
    const refused = { code: 'identity.hand-off-over' };
    const token = await begin('203.0.113.202');
    await expect(from(other, '203.0.113.202').perform(redeemHandOff, { token })).rejects.toMatchObject(
      refused,
    );
    await expect(from(host, '203.0.113.99').perform(redeemHandOff, { token })).rejects.toMatchObject(refused);
    await expect(from(host, '203.0.113.202').perform(redeemHandOff, { token: 'x' })).rejects.toMatchObject(
      refused,
    );
    const late = await begin('203.0.113.203');
    portal.clock.advance(MINUTE);
    await expect(from(host, '203.0.113.203').perform(redeemHandOff, { token: late })).rejects.toMatchObject(
      refused,
    );
  });
});
