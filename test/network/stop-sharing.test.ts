import { expect, test } from 'vitest';
import { loader as open, action as press } from '#app/routes/network/stop-sharing.tsx';
import { updatePreferences } from '#modules/identity/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { DAY } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage } from '#test/app/page.ts';
import { connectionRow, newCompany, newScoredPerson } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';
import { showsTime } from '#test/shown.ts';

const portal = await testPortal();

async function acceptedAutomatically() {
  const company = await newCompany(portal, { company_name: 'Birch Works' });
  const person = await newScoredPerson(portal);
  await person.visitor.perform(updatePreferences, { network_autoacceptinvite: 'YES' });
  portal.clock.advance(1);
  const { inviteid } = await company.owner.visitor.perform(newInvite, { touser: person.shieldId });
  await portal.runJobs();
  const mails = await listOutbox(portal.db, { to: person.emailaddress, limit: 50 });
  const told = mails.filter(({ subject }) => subject === 'Birch Works can now see your ShieldScore');
  expect(told).toHaveLength(1);
  const token = /\/stopsharing\/(\S+)/.exec(told[0]?.text ?? '')?.[1] ?? '';
  const page = { path: `/stopsharing/${token}`, params: { token } };
  return { inviteid, page };
}

test('D144: a person is told of each automatic acceptance, and one press on the mailed page stops it', async () => {
  const { inviteid, page } = await acceptedAutomatically();
  const reader = portal.visitor();
  expect(await askPage(portal, reader, open, page)).toMatchObject({
    data: { network: 'Birch Works', active: true },
  });
  expect(await connectionRow(portal, inviteid)).toMatchObject({ sharing_active: true, status: 'CURRENT' });
  await askPage(portal, reader, press, { ...page, form: {} });
  expect(await connectionRow(portal, inviteid)).toMatchObject({
    sharing_active: false,
    status: 'DISABLED',
    score: null,
  });
  // A second press changes nothing.
  await askPage(portal, reader, press, { ...page, form: {} });
  expect(await askPage(portal, reader, open, page)).toMatchObject({ data: { active: false } });
});

test('a link that is forged, has expired, or whose share has ended stops nothing', async () => {
  const { inviteid, page } = await acceptedAutomatically();
  const dead = { data: null, init: { status: 404 } };
  const forged = { path: '/stopsharing/x', params: { token: `${page.params.token.slice(0, -1)}_` } };
  for (const handler of [open, press]) {
    expect(await askPage(portal, portal.visitor(), handler, { ...forged, form: {} })).toMatchObject(dead);
  }
  const works = networkTimings['shares.stop-link'];
  portal.clock.advance(works - DAY);
  expect(await askPage(portal, portal.visitor(), open, page)).toMatchObject({ data: { active: true } });
  portal.clock.advance(DAY);
  showsTime('shares.stop-link', { held: works - DAY, ended: works });
  expect(await askPage(portal, portal.visitor(), press, { ...page, form: {} })).toMatchObject(dead);
  expect(await connectionRow(portal, inviteid)).toMatchObject({ sharing_active: true });

  const removed = await acceptedAutomatically();
  await portal.pool.query('update connection set removed_at = accepted_at where id = $1', [removed.inviteid]);
  expect(await askPage(portal, portal.visitor(), open, removed.page)).toMatchObject(dead);
});
