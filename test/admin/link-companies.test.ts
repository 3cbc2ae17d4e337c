import { expect, test } from 'vitest';
import { changeAccountStatus } from '#modules/admin/index.ts';
import { updatePreferences } from '#modules/identity/index.ts';
import { acceptInvite, getConnection, listSharedWithMe, newInvite } from '#modules/network/index.ts';
import { removeSandboxDelays } from '#test/factories/applicants.ts';
import { connectionRow, newCompany } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { addAcceptedCheck, link, newCheckedPerson, newOtherAccount } from '#test/factories/transfers.ts';

/** What companies see after staff moved a check to another account of the same person. */
const portal = await servedPortal();
await removeSandboxDelays(portal);

test('companies of the former account no longer see the score, those of the receiving one see it at once', async () => {
  const from = await newCheckedPerson(portal, '900-00-0001');
  const to = await newOtherAccount(portal);
  const { visitor: company } = (await newCompany(portal)).owner;
  const invite = async (person: { emailaddress: string }) =>
    (await company.perform(newInvite, { touser: person.emailaddress })).inviteid;
  await to.visitor.perform(updatePreferences, { network_autoacceptinvite: 'YES' });
  const [former, receiving] = [await invite(from), await invite(to)];
  await from.visitor.perform(acceptInvite, { inviteid: former });
  expect(await connectionRow(portal, former)).toMatchObject({ status: 'CURRENT', score: 'IC01+' });
  await link(portal, to, [from], { active_profileid: from.profile });
  expect(await connectionRow(portal, former)).toMatchObject({
    status: 'EXPIRED',
    score: null,
    shieldid: null,
  });
  expect(await connectionRow(portal, receiving)).toMatchObject({ status: 'CURRENT', score: 'IC01+' });
});

test('the row of a company says that the check was moved, until something ends in that account later', async () => {
  const from = await newCheckedPerson(portal, '900-00-0001');
  const to = await newOtherAccount(portal);
  const { visitor: company } = (await newCompany(portal)).owner;
  const { inviteid } = await company.perform(newInvite, { touser: from.emailaddress });
  await from.visitor.perform(acceptInvite, { inviteid });
  const shown = async () => {
    const { rows } = await company.perform(listSharedWithMe, {});
    const { connection } = await company.perform(getConnection, { connectionid: inviteid });
    return [...rows, connection].map((row) => [row.connectionstatus, row.status_label, row.check_moved]);
  };
  const before = ['CURRENT', 'Active', false];
  expect(await shown()).toEqual([before, before]);
  await link(portal, to, [from], { active_profileid: from.profile });
  const moved = ['EXPIRED', 'Check moved', true];
  expect(await shown()).toEqual([moved, moved]);

  const later = await addAcceptedCheck(portal, from, '900-00-0001');
  expect(await shown()).toEqual([before, before]);
  await (await newStaff(portal)).visitor.perform(changeAccountStatus, {
    userid: from.accountId,
    active: 'NO',
  });
  await portal.runJobs();
  const ended = (await shown()).map(([status, label]) => [status, label]);
  expect(ended).toEqual([
    ['EXPIRED', 'Expired'],
    ['EXPIRED', 'Expired'],
  ]);
  expect(later.profile).not.toBe(from.profile);
});
