import { expect, test } from 'vitest';
import { setAccountActive } from '#modules/identity/index.ts';
import {
  acceptInvite,
  cancelInvite,
  getConnection,
  getRemoved,
  ignoreInvite,
  newInvite,
  recordBounce,
  requestRemoval,
} from '#modules/network/index.ts';
import { DAY, MINUTE } from '#modules/platform/index.ts';
import { mailsOf, sendMailEvent } from '#test/factories/mail-events.ts';
import { newCompany, newScoredPerson, type ScoredPerson } from '#test/factories/network.ts';
import { signIn } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

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
