import { expect, test } from 'vitest';
import { action as invite } from '#app/routes/network/invite.tsx';
import { setAccountActive, updatePreferences } from '#modules/identity/index.ts';
import {
  acceptInvite,
  cancelInvite,
  getConnection,
  getRemoved,
  ignoreInvite,
  newInvite,
  recordBounce,
  requestRemoval,
  resendInvite,
} from '#modules/network/index.ts';
import { DAY, MINUTE } from '#modules/platform/index.ts';
import { askPage } from '#test/app/page.ts';
import { mailsOf, sendMailEvent } from '#test/factories/mail-events.ts';
import { newCompany, newScoredPerson, type ScoredPerson } from '#test/factories/network.ts';
import { signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();
const { owner } = await newCompany(portal);

/** What happens between an invitation and its mail. */
const meanwhile: Record<string, (person: ScoredPerson, inviteid: string) => Promise<unknown>> = {
  'is accepted': ({ visitor }, inviteid) => visitor.perform(acceptInvite, { inviteid }),
  'is ignored': ({ visitor }, inviteid) => visitor.perform(ignoreInvite, { inviteid }),
  'is withdrawn': (_, inviteid) => owner.visitor.perform(cancelInvite, { inviteid }),
  'bounces elsewhere': ({ emailaddress }) =>
    portal.work('test.bounce', (work) => recordBounce(work, { emailaddress })),
  expires: (_, inviteid) =>
    portal.pool.query('update connection set invited_at = $2, invite_expires_at = $3 where id = $1', [
      inviteid,
      new Date(portal.clock.now().getTime() - 30 * DAY),
      portal.clock.now(),
    ]),
  'loses its account': ({ accountId }) =>
    portal.work('test.close', (work) => setAccountActive(work, accountId, false)),
};

test.each(Object.entries(meanwhile))(
  'an invitation that %s before it is mailed is not mailed',
  async (_what, change) => {
    const person = await newScoredPerson(portal);
    const { inviteid } = await owner.visitor.perform(newInvite, { touser: person.emailaddress });
    expect(await mailsOf(portal, inviteid)).toHaveLength(1);
    await change(person, inviteid);
    await portal.runJobs();
    expect(await mailsOf(portal, inviteid)).toEqual([]);
  },
);

test('what the provider tells of a mail after the removal is not shown', async () => {
  const person = await newScoredPerson(portal);
  const { inviteid: connectionid } = await owner.visitor.perform(newInvite, { touser: person.emailaddress });
  await portal.runJobs();
  const [mail = ''] = await mailsOf(portal, connectionid);
  await sendMailEvent(portal, 'opened', { mail });
  await person.visitor.perform(acceptInvite, { inviteid: connectionid });
  const kinds = (records: readonly { kind: string }[]) => records.map(({ kind }) => kind);
  const { historyrecords } = await owner.visitor.perform(getConnection, { connectionid });
  expect(kinds(historyrecords)).toContain('mail-opened');
  portal.clock.advance(MINUTE);
  await owner.visitor.perform(requestRemoval, { connectionid });
  portal.clock.advance(MINUTE);
  await sendMailEvent(portal, 'clicked', { mail });
  const removed = await (await signIn(portal, owner)).perform(getRemoved, { connectionid });
  expect(kinds(removed.historyrecords)).toEqual(
    expect.arrayContaining(['invited', 'mail-sent', 'mail-opened', 'accepted', 'removed']),
  );
  expect(kinds(removed.historyrecords)).not.toContain('mail-clicked');
});

test('the inviter of somebody who switched these mails off is told that none went out, with an account or without', async () => {
  const member = await newScoredPerson(portal);
  await member.visitor.perform(updatePreferences, { email_preference_invites: 'NO' });
  const address = 'no.invitations@example.com';
  await portal.pool.query(
    'insert into mail_preference (emailaddress, email_preference_invites, updated_at) values ($1, false, $2)',
    [address, portal.clock.now()],
  );
  const visitor = await signIn(portal, owner);
  for (const touser of [member.emailaddress, address]) {
    visitor.cookies.delete('toast');
    await askPage(portal, visitor, invite, { path: '/user/network/invite', form: { touser } });
    shows('invitations.withheld', decodeURIComponent(visitor.cookies.get('toast') ?? ''));
    await portal.runJobs();
    const { rows } = await portal.pool.query<{ id: string }>(
      'select id from connection where to_email = $1',
      [touser],
    );
    const connectionid = rows[0]?.id ?? '';
    const { connection, historyrecords } = await visitor.perform(getConnection, { connectionid });
    expect(connection.emailstatus).toMatchObject({ invite_sent: 0, invite_mail_state: 'withheld' });
    expect(historyrecords.map(({ kind }) => kind)).toContain('mail-withheld');
    portal.clock.advance(MINUTE);
    expect(await visitor.perform(resendInvite, { inviteid: connectionid })).toMatchObject({
      mail_sent: false,
      mail_withheld: true,
    });
  }
});
