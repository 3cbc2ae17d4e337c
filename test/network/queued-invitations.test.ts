import { expect, test } from 'vitest';
import { inviteMember } from '#modules/enterprise/index.ts';
import { actOnSelection, getConnection, newInvite, resendInvite } from '#modules/network/index.ts';
import { DAY, MINUTE } from '#modules/platform/browser.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany, type TestCompany } from '#test/factories/network.ts';
import { signIn } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { showsCount } from '#test/shown.ts';

/** Invitations to one address, whoever sends them, and sending one again (D128). */

const portal = await testPortal();

async function invite({ owner }: TestCompany, touser: string): Promise<string> {
  return (await owner.visitor.perform(newInvite, { touser })).inviteid;
}

const mailsTo = async (to: string) => (await listOutbox(portal.db, { to })).length;

test('ten a day of all senders; the others wait, are shown as queued, and go out later', async () => {
  const to = 'wanted@example.com';
  const companies: TestCompany[] = [];
  for (let at = 0; at < 12; at += 1) companies.push(await newCompany(portal));
  const invitations: string[] = [];
  for (const company of companies) invitations.push(await invite(company, to));
  await portal.runJobs();
  const sent = await mailsTo(to);
  await showsCount('mails.invitations-count', async (n) => n <= sent);
  const states = await Promise.all(
    companies.map(async ({ owner }, at) => {
      const { connection } = await owner.visitor.perform(getConnection, {
        connectionid: invitations[at] ?? '',
      });
      return connection.emailstatus.invite_mail_state;
    }),
  );
  expect(states.toSorted()).toEqual([...Array(10).fill('sent'), 'waiting', 'waiting']);
  await invite(companies[0] as TestCompany, 'other@example.com');
  await portal.runJobs();
  expect(await mailsTo('other@example.com')).toBe(1);
  portal.clock.advance(2 * DAY);
  await portal.runJobs({ ahead: 2 * DAY });
  expect(await mailsTo(to)).toBe(12);
});

test('an invitation into a team counts as well', async () => {
  const to = 'team-and-network@example.com';
  const team = await newCompany(portal, { team_management_enabled: true });
  for (let at = 0; at < 10; at += 1) await invite(await newCompany(portal), to);
  await team.owner.visitor.perform(inviteMember, { emailaddress: to, role: 'viewer' });
  await portal.runJobs();
  expect(await mailsTo(to)).toBe(10);
});

test('one is sent again once in five minutes, alone, in a selection and at the same time', async () => {
  const company = await newCompany(portal);
  const { owner } = company;
  const inviteid = await invite(company, 'again@example.com');
  const again = (visitor = owner.visitor) => visitor.perform(resendInvite, { inviteid });
  const answers = await Promise.allSettled([again(), again(), again()]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await refusalOf(again())).code).toMatch(/network.not-in-this-state|throttled/);
  const selected = { action: 'resendinvite' as const, connectionids: [inviteid] };
  expect(await owner.visitor.perform(actOnSelection, selected)).toMatchObject({ done: 0 });
  portal.clock.advance(2 * DAY);
  const next = await signIn(portal, owner, portal.visitor());
  await again(next);
  portal.clock.advance(4 * MINUTE);
  expect((await refusalOf(again(next))).text).toContain('It was resent a few minutes ago');
  portal.clock.advance(MINUTE);
  await again(next);
});
