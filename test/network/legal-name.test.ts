import { beforeAll, describe, expect, it } from 'vitest';
import { loader as exportNetwork } from '#app/routes/network/export.ts';
import { openUserRecord, searchUsers } from '#modules/admin/index.ts';
import { getMyApplication, saveAccept } from '#modules/applications/index.ts';
import { saveIdentityDetails } from '#modules/identity/index.ts';
import {
  acceptInvite,
  connectionGrid,
  listSharedWithMe,
  newInvite,
  search,
  setConnectionActive,
} from '#modules/network/index.ts';
import { sql } from '#modules/platform/index.ts';
import {
  type Applicant,
  addressIn,
  agree,
  answer,
  nameOf,
  newApplicant,
  removeSandboxDelays,
} from '#test/factories/applicants.ts';
import { newCompany, type TestCompany } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { rowsOf } from '#test/sql.ts';
import { askPage } from '../app/page.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

/** Submits with one name, is renamed while the agency works, and accepts the score. */
async function renamedBeforeAcceptance(): Promise<Applicant> {
  const applicant = await newApplicant(portal, { firstname: 'Nickname', lastname: 'Before' });
  for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(
    applicant,
    nameOf('900-00-0002', { firstname: 'Mary', middlename: 'Ann', lastname: 'Quill', namesuffix: 'Jr' }),
  );
  await answer(applicant, addressIn('TX'));
  await answer(applicant, { submit_application: 'YES' });
  await portal.runJobs();
  expect((await rename(applicant)).status).toBe(200);
  const { applicationId: applicationid } = applicant;
  const { pendingapproval } = await applicant.visitor.perform(getMyApplication, { applicationid });
  expect(pendingapproval?.holder).toBe('Mary Ann Quill Jr');
  await applicant.visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await applicant.visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
  const update_sharing = {
    network_autoacceptinvite: 'NO' as const,
    network_searchresults: 'YES' as const,
    pendingInvites: [],
  };
  await applicant.visitor.perform(saveAccept, { applicationid, details: { update_sharing } });
  // Accepting has locked the name that was checked, although the profile was renamed before.
  expect(await readName(applicant)).toEqual({
    firstname: 'Mary',
    middlename: 'Ann',
    lastname: 'Quill',
    namesuffix: 'Jr',
    dateofbirth: '1985-04-12',
    locked_name_dob: true,
  });
  // A name may differ from the legal name if staff have corrected it.
  await portal.db
    .updateTable('account')
    .set({ firstname: 'Zed', middlename: '', lastname: 'Zorro', namesuffix: '' })
    .where('id', '=', applicant.accountId)
    .execute();
  return applicant;
}

const readName = ({ accountId }: Applicant) =>
  portal.db
    .selectFrom('account')
    .select(['firstname', 'middlename', 'lastname', 'namesuffix', 'dateofbirth', 'locked_name_dob'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();

const update = ({ visitor }: Applicant, profileobject: object) =>
  visitor.call('POST', '/profile/update', { profileobject });
const rename = (applicant: Applicant) =>
  update(applicant, {
    firstname: 'Zed',
    middlename: '',
    lastname: 'Zorro',
    namesuffix: '',
    dateofbirth: '1991-09-09',
  });

describe('a score keeps the name that it was made for', () => {
  let applicant: Applicant;
  let company: TestCompany;
  let inviteid: string;
  beforeAll(async () => {
    applicant = await renamedBeforeAcceptance();
    company = await newCompany(portal);
    const { searchresults } = await company.owner.visitor.perform(search, {
      searchterm: applicant.emailaddress,
    });
    expect(searchresults).toMatchObject([{ firstname: 'Mary', lastname: 'Quill', shieldscore: 'IC01' }]);
    ({ inviteid } = await company.owner.visitor.perform(newInvite, { touser: applicant.accountId }));
  });

  const network = async (input: object = {}) =>
    (await company.owner.visitor.perform(listSharedWithMe, connectionGrid.input.parse(input))).rows;

  it('on the score and in the header, the profile keeps its own', async () => {
    const stored = await portal.work('test.read', (work) =>
      rowsOf(
        work,
        sql`
        select score.legal_firstname, score.legal_middlename, score.legal_lastname, score.legal_namesuffix,
          account.firstname, account.locked_name_dob
        from shield_score score join account on account.id = score.account_id where score.account_id = ${applicant.accountId}`,
      ),
    );
    expect(stored).toEqual([
      {
        legal_firstname: 'Mary',
        legal_middlename: 'Ann',
        legal_lastname: 'Quill',
        legal_namesuffix: 'Jr',
        firstname: 'Zed',
        locked_name_dob: true,
      },
    ]);
    expect((await applicant.visitor.caller())?.facts.certification_name).toBe('Mary Ann Quill Jr');
  });

  it('in an invitation, and in a network, its search and its export while it is shared', async () => {
    expect(await network()).toMatchObject([{ fullname: 'Mary Quill', currenticstatus: null }]);
    await applicant.visitor.perform(acceptInvite, { inviteid });
    const shared = { firstname: 'Mary', lastname: 'Quill', fullname: 'Mary Quill', currenticstatus: 'IC01' };
    expect(await network()).toMatchObject([shared]);
    expect(await network({ q: 'quill' })).toMatchObject([shared]);
    expect(await network({ q: 'zorro' })).toEqual([]);
    const file = await askPage(portal, company.owner.visitor, exportNetwork, { path: '/user/network.csv' });
    if (!(file instanceof Response)) throw new Error('no file');
    expect(await file.text()).toMatch(/\r\nMary Quill,.*IC01/);
    await applicant.visitor.perform(setConnectionActive, { connectionid: inviteid, active: 'NO' });
    expect(await network()).toMatchObject([{ fullname: 'Zed Zorro', currenticstatus: null }]);
  });

  it("in the staff's record and search, beside the profile's", async () => {
    const staff = await newStaff(portal);
    const { scores, profile } = await staff.visitor.perform(openUserRecord, { userid: applicant.accountId });
    expect(scores).toMatchObject([{ legalname: 'Mary Ann Quill Jr', currenticstatus: 'IC01' }]);
    expect(profile).toMatchObject({
      firstname: 'Zed',
      legalname: 'Mary Ann Quill Jr',
      legalfirstname: 'Mary',
      legallastname: 'Quill',
    });
    const { results } = await staff.visitor.perform(searchUsers, { searchterm: applicant.emailaddress });
    expect(results).toMatchObject([{ lastname: 'Zorro', legalname: 'Mary Ann Quill Jr' }]);
  });

  it('and locks name and date of birth, of which only staff can change one', async () => {
    for (const change of [
      { firstname: 'Other' },
      { middlename: 'Other' },
      { lastname: 'Other' },
      { namesuffix: 'Sr' },
      { dateofbirth: '1990-01-01' },
    ]) {
      const refused = await update(applicant, change);
      expect(refused.status, JSON.stringify(change)).toBe(400);
      expect(refused.body).toMatchObject({ error_code: 'identity.profile-locked' });
      expect(refused.body.error_message).toContain('contact support');
    }
    expect((await update(applicant, { city: 'Waco' })).status).toBe(200);
    await portal.work('test.step', (work) =>
      saveIdentityDetails(work, applicant.accountId, { lastname: 'Other', dateofbirth: '1990-01-01' }),
    );
    const { body } = await applicant.visitor.call('GET', '/myprofile');
    expect(body.profile).toMatchObject({
      firstname: 'Zed',
      lastname: 'Zorro',
      dateofbirth: '1985-04-12',
      city: 'Waco',
      locked_name_dob: true,
    });
  });
});
