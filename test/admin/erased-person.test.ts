import { expect, test } from 'vitest';
import {
  activateMonitorProfile,
  adjustExpirationDate,
  changeAccountStatus,
  correctIdentity,
  createUserCompany,
  deleteSuppression,
  getReportDownloadLink,
  getUser,
  linkProfiles,
  openUserRecord,
  removeMonitoringIds,
  resetTwoFactor,
  revealSsn,
  saveAdminNote,
  saveUser,
  searchUsers,
  sendForgotPassword,
  startUserSession,
  submitRefund,
  toggleProfileLock,
  updateBackgroundChecks,
  updateShieldIds,
} from '#modules/admin/index.ts';
import { askDeletion } from '#modules/identity/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { acceptResult, removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { newPerson, newStaff, PASSWORD, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { shows } from '#test/shown.ts';
import { changedTables, fingerprintDatabase } from '../checks/database-fingerprint.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);
portal.clock.stop();

test('the record of an erased person says so, can be read, and refuses whatever staff do to it', async () => {
  const person = await withResult(portal, '900-00-0001');
  await acceptResult(person);
  const { accountId: userid, applicationId: applicationid } = person;
  await person.visitor.perform(askDeletion, { currentpassword: PASSWORD });
  portal.clock.advance(30 * DAY);
  await portal.runSchedule('identity.sweep');
  await portal.runJobs();
  const other = await newPerson(portal);
  const visitor = await signIn(portal, await newStaff(portal));

  const record = await visitor.perform(openUserRecord, { userid });
  expect(record.profile).toMatchObject({
    erased_dts: portal.clock.now(),
    active: false,
    firstname: 'Erased',
  });
  expect(record.applications).toMatchObject([{ id: applicationid }]);
  expect((await visitor.perform(getUser, { userid })).profile.erased_dts).not.toBeNull();
  await visitor.perform(getReportDownloadLink, {
    userid,
    appid: applicationid,
    reason: 'An auditor asked for it',
  });
  expect((await visitor.perform(searchUsers, { searchterm: 'Erased' })).results).toMatchObject([{ userid }]);

  const reason = 'As the person asked on the phone';
  const shieldId = record.shield_ids[0]?.candidateid ?? '';
  const acts: Record<string, () => Promise<unknown>> = {
    saveUser: () => visitor.perform(saveUser, { userid, city: 'Marfa' }),
    saveAddress: () => visitor.perform(saveUser, { userid, emailaddress: 'again@example.com' }),
    correctIdentity: () =>
      visitor.perform(correctIdentity, {
        userid,
        firstname: 'Ann',
        lastname: 'Again',
        dateofbirth: '01/02/1980',
        reason,
      }),
    lock: () => visitor.perform(toggleProfileLock, { userid, lockstatus: 'YES' }),
    password: () => visitor.perform(sendForgotPassword, { userid }),
    twoStep: () => visitor.perform(resetTwoFactor, { userid }),
    suppression: () => visitor.perform(deleteSuppression, { userid }),
    restore: () => visitor.perform(changeAccountStatus, { userid, active: 'YES' }),
    disable: () => visitor.perform(changeAccountStatus, { userid, active: 'NO' }),
    session: () => visitor.perform(startUserSession, { userid, reason }),
    ssn: () => visitor.perform(revealSsn, { userid, reason }),
    note: () => visitor.perform(saveAdminNote, { userid, note: reason }),
    company: () => visitor.perform(createUserCompany, { userid, company_name: 'Ghosts Inc.' }),
    refund: () => visitor.perform(submitRefund, { applicationid, refundamount: '5', note: reason }),
    activeCheck: () =>
      visitor.perform(updateBackgroundChecks, { userid, active_cra_id: applicationid, note: reason }),
    expiration: () =>
      visitor.perform(adjustExpirationDate, {
        userid,
        new_expiration: new Date(portal.clock.now().getTime() + 60 * DAY).toISOString().slice(0, 10),
        adminnote: reason,
      }),
  };
  const before = await fingerprintDatabase(portal);
  for (const [name, act] of Object.entries(acts)) {
    const refused = await refusalOf(act());
    expect(refused.code, name).toBe('person-erased');
    shows('edge.person-erased', refused.text);
  }
  // These find nothing to act on, or say more exactly why.
  const others: Record<string, () => Promise<unknown>> = {
    shieldId: () => visitor.perform(updateShieldIds, { userid, active_candidateid: shieldId }),
    monitoring: () => visitor.perform(removeMonitoringIds, { userid, monitoringids: ['none'] }),
    update: () => visitor.perform(activateMonitorProfile, { userid, profileid: 'none' }),
    link: () =>
      visitor.perform(linkProfiles, {
        userid: other.accountId,
        newprofileids: [applicationid],
        note: reason,
      }),
  };
  for (const act of Object.values(others)) await refusalOf(act());
  expect(changedTables(before, await fingerprintDatabase(portal))).toEqual([]);
});
