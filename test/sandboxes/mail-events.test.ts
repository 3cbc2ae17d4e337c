import { expect, test } from 'vitest';
import { action as follow, loader as open } from '#app/routes/dev/outbox-message.tsx';
import { getConnection, newInvite } from '#modules/network/index.ts';
import { MINUTE, SECOND } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { askPage, redirectOf } from '#test/app/page.ts';
import { newCompany } from '#test/factories/network.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const portal = await servedPortal();
const { owner } = await newCompany(portal);

async function invite(touser: string) {
  const { inviteid } = await owner.visitor.perform(newInvite, { touser });
  await portal.runJobs();
  return inviteid;
}

async function shown(inviteid: string) {
  const { connection } = await owner.visitor.perform(getConnection, { connectionid: inviteid });
  return connection.emailstatus;
}

test('what becomes of a mail follows from its address, told by signed events', async () => {
  const stories = [
    ['anybody@example.com', 'delivered', 'delivered'],
    ['bounce.one@example.com', 'bounced', 'bounced'],
    ['full.one@example.com', 'bounced', 'bounced'],
    ['delay.one@example.com', 'delayed', 'delivered'],
    ['complain.one@example.com', 'delivered', 'delivered'],
    ['fail.one@example.com', 'failed', 'failed'],
  ] as const;
  const ids = new Map<string, string>();
  for (const [to] of stories) ids.set(to, await invite(to));
  portal.clock.advance(10 * SECOND);
  await portal.runSchedule('sandbox.mail-events');
  for (const [to, soon] of stories) expect((await shown(ids.get(to) ?? '')).invite_mail_state).toBe(soon);
  portal.clock.advance(3 * MINUTE);
  await portal.runSchedule('sandbox.mail-events');
  for (const [to, , later] of stories) expect((await shown(ids.get(to) ?? '')).invite_mail_state).toBe(later);
  const { connection } = await owner.visitor.perform(getConnection, {
    connectionid: ids.get('bounce.one@example.com') ?? '',
  });
  expect(connection.connectionstatus).toBe('INVITEBOUNCE');
});

test('looking at a mail in the outbox opens it, and following its link from there counts', async () => {
  const inviteid = await invite('reader@example.com');
  const [message] = await listOutbox(portal.db, { to: 'reader@example.com' });
  const id = message?.id ?? '';
  const path = `/dev/outbox/${id}`;
  await askPage(portal, portal.visitor(), open, { path, params: { id } });
  expect(await shown(inviteid)).toMatchObject({ invite_open_count: 1, invite_mail_state: 'opened' });
  const done = await askPage(portal, portal.visitor(), follow, { path, params: { id }, form: { x: '' } });
  expect(redirectOf(done)).toBe(message?.links[0]);
  expect(await shown(inviteid)).toMatchObject({ invite_click_count: 1, invite_mail_state: 'clicked' });
});
