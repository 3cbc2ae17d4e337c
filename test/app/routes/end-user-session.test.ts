import { expect, test } from 'vitest';
import { action } from '#app/routes/identity/end-user-session.tsx';
import { startUserSession } from '#modules/admin/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import { redeemHandOff } from '#modules/identity/index.ts';
import { eventually } from '#test/eventually.ts';
import { newCompany } from '#test/factories/network.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { askPage, redirectOf } from '../page.ts';

const portal = await testPortal();

test('D16: the end of an admin session leads to the person’s record on the host on which it began, whichever that is', async () => {
  const theirs = 'theirs.localhost:3000';
  const ours = 'ours.localhost:3000';
  const { owner } = await newCompany(portal, { branding_hostname: 'theirs' });
  await newCompany(portal, { branding_hostname: 'ours' });
  for (const served of [theirs, ours]) {
    await eventually(async () => expect((await brandForHost(portal, served)).companyId).not.toBeNull());
  }
  const staff = await newStaff(portal);
  const record = `/admin/user/${owner.accountId}`;
  for (const [began, back] of [
    [ours, `http://${ours}${record}`],
    [portal.config.baseHost, `http://${portal.config.baseHost}${record}`],
    [theirs, record],
  ] as const) {
    portal.clock.advance(60_000);
    const own = await signIn(portal, staff, portal.visitor({ host: began }));
    const { redirect_to_branded_domain: to } = await own.perform(startUserSession, {
      userid: owner.accountId,
      reason: 'Ticket 20872: the grid is empty',
    });
    const acting = to ? portal.visitor({ host: theirs }) : own;
    if (to) await acting.perform(redeemHandOff, { token: new URL(to).pathname.replace('/handoff/', '') });
    const ended = await askPage(portal, acting, action, { path: '/endusersession', form: { intent: 'end' } });
    expect(redirectOf(ended)).toBe(back);
    expect(await own.caller()).toMatchObject({ accountId: staff.accountId, adminAccountId: null });
  }
});
