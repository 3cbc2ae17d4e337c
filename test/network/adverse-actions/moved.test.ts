// Takes long: the agency makes the check, and staff move it to another account.
import { expect, test } from 'vitest';
import { getAction } from '#modules/network/adverse-actions/actions.ts';
import { readCase } from '#modules/network/adverse-actions/showing.ts';
import { listMyNotices, openMyNotice, verifyAdverseAction } from '#modules/network/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { disputeReport, newCheckedSharing, startAdverse } from '#test/factories/adverse.ts';
import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { link, newOtherAccount, profileOf } from '#test/factories/transfers.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';

/** An adverse action about a check that staff move to another account of the person. */

const portal = await servedPortal();
await removeSandboxDelays(portal);

const caseOf = (adverseid: string) =>
  portal.work('test.read-case', async (work) => readCase(work, await getAction(work, adverseid, 'anybody')));

test('it moves too: the other account gets a new notice, the wait begins anew, and a dispute there pauses it', async () => {
  const sharing = await newCheckedSharing(portal);
  const adverseid = await startAdverse(portal, sharing);
  portal.clock.advance(3 * DAY);
  const other = await newOtherAccount(portal);
  const profile = await profileOf(portal, sharing.applicationId);
  await link(portal, other, [{ profile }], { active_profileid: profile, confirm_name: 'YES' });
  await portal.runJobs();

  const moved = await caseOf(adverseid);
  expect(moved).toMatchObject({ state: 'waiting', round: 2, clock: { passed: 0 } });
  expect(JSON.stringify(moved.notices[1]?.content)).toContain('is in this account now');
  const mails = await listOutbox(portal.db, { to: other.emailaddress });
  expect(mails.map(({ subject }) => subject)).toContain('A notice from Test Builders about your report');
  const former = await signIn(portal, sharing);
  expect((await former.perform(listMyNotices, {})).notices).toEqual([]);
  expect((await refusalOf(former.perform(openMyNotice, { adverseid }))).code).toBe('not-found');

  const receiving = await signIn(portal, other);
  await receiving.perform(openMyNotice, { adverseid });
  await disputeReport({ ...sharing, ...other, visitor: receiving });
  const { state, evidence } = await caseOf(adverseid);
  expect(state).toBe('paused');
  expect(evidence.map(({ kind }) => kind).reverse()).toEqual([
    'purpose',
    'started',
    'delivered',
    'moved',
    'delivered',
    'opened',
    'paused',
  ]);
  const checked = await verifyAdverseAction(portal, adverseid);
  expect(checked.filter(({ differs }) => differs !== null)).toEqual([]);
});
