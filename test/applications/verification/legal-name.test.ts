import { expect, test } from 'vitest';
import { correctIdentity, listUserAudit, openUserRecord } from '#modules/admin/index.ts';
import { getApplicationSteps, saveAccept } from '#modules/applications/index.ts';
import { aliasesOf } from '#modules/applications/score/legal-names.ts';
import { myProfile } from '#modules/identity/index.ts';
import { SandboxCra } from '#sandboxes/cra/index.ts';
import {
  type Applicant,
  answer,
  fillIn,
  newApplicant,
  payUnverified,
  removeSandboxDelays,
  submit,
} from '#test/factories/applicants.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { atVerification, pollRun, takeAll } from '#test/factories/verifications.ts';

/** What happens to the name that an ID shows (D98). */

const portal = await servedPortal();
await removeSandboxDelays(portal);
const staff = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const asStaff = () => signIn(portal, staff);

const profileOf = async ({ visitor }: Applicant) => (await visitor.perform(myProfile, {})).profile;

const scoreOf = async ({ accountId }: Applicant) =>
  (
    await portal.pool.query(
      `select legal_firstname, legal_middlename, legal_lastname, legal_source, legal_at is not null as dated,
        certification_name
      from shield_score join session_facts using (account_id) where account_id = $1 and ended_at is null`,
      [accountId],
    )
  ).rows[0];

const actionsOf = async ({ accountId }: Applicant) => {
  const { entries } = await (await asStaff()).perform(listUserAudit, { userid: accountId });
  return entries.map(({ action, detail }) => ({ action, detail }));
};

async function accept({ visitor, applicationId: applicationid }: Applicant): Promise<void> {
  await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  await visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
}

test('an approved ID gives the legal name to the person, the order, the score and the ShieldID', async () => {
  const applicant = await atVerification(portal, 'Typo');
  await takeAll(portal, applicant);
  await portal.runJobs();
  const profile = await profileOf(applicant);
  // The name in the profile stays the person's own.
  expect(profile).toMatchObject({ firstname: 'Pat', lastname: 'Typo', locked_name_dob: true });
  expect(profile.legal_name).toEqual({
    name: 'Pat Marie Tyson',
    source: 'id-verification',
    proven_dts: expect.any(Date),
  });
  expect(await actionsOf(applicant)).toContainEqual({
    action: 'identity.legal-name-kept',
    detail: { source: 'id-verification', corrected: ['middlename', 'lastname'] },
  });
  const { profile: shown } = await applicant.visitor.perform(getApplicationSteps, {
    applicationid: applicant.applicationId,
  });
  expect(shown?.legal_name?.name).toBe('Pat Marie Tyson');
  await answer(applicant, { submit_application: 'YES' });
  await portal.runJobs();
  const cra = new SandboxCra(portal);
  const { rows } = await portal.pool.query(
    'select id, subject from sandbox.screening order by created_at desc limit 1',
  );
  expect(cra.readSubject(rows[0])).toMatchObject({ name: 'Pat Marie Tyson' });
  await accept(applicant);
  expect(await scoreOf(applicant)).toEqual({
    legal_firstname: 'Pat',
    legal_middlename: 'Marie',
    legal_lastname: 'Tyson',
    legal_source: 'id-verification',
    dated: true,
    certification_name: 'Pat Marie Tyson',
  });
});

test('a name in capitals stays as the person spells it, with its source and time', async () => {
  const applicant = await atVerification(portal, 'Núñez-Großmann');
  await takeAll(portal, applicant);
  await portal.runJobs();
  expect((await profileOf(applicant)).legal_name).toMatchObject({
    name: 'Pat Núñez-Großmann',
    source: 'id-verification',
  });
  expect(await actionsOf(applicant)).toContainEqual({
    action: 'identity.legal-name-kept',
    detail: { source: 'id-verification', corrected: [] },
  });
});

test('the score that a person has already is corrected as well', async () => {
  const first = await newApplicant(portal);
  await submit(first, '900-00-0001');
  await portal.runJobs();
  await accept(first);
  expect(await scoreOf(first)).toMatchObject({
    legal_lastname: 'Person',
    legal_source: 'application',
    dated: false,
  });
  await portal.pool.query(`update account set lastname = 'Typo' where id = $1`, [first.accountId]);
  await portal.pool.query('delete from id_verification where account_id = $1', [first.accountId]);
  const later = { ...first, applicationId: await payUnverified(portal, first.accountId) };
  await fillIn(later, '900-00-0001');
  await takeAll(portal, later);
  await portal.runJobs();
  expect(await scoreOf(later)).toEqual({
    legal_firstname: 'Pat',
    legal_middlename: 'Marie',
    legal_lastname: 'Tyson',
    legal_source: 'id-verification',
    dated: true,
    certification_name: 'Pat Marie Tyson',
  });
  expect(await actionsOf(later)).toContainEqual({
    action: 'applications.score-names-proven',
    detail: { source: 'id-verification', changed: ['legal_middlename', 'legal_lastname'] },
  });
});

test('the ID of somebody else waits for staff, and corrects nothing', async () => {
  const applicant = await atVerification(portal, 'Other');
  await takeAll(portal, applicant);
  await portal.runJobs();
  expect((await pollRun(applicant)).verification_status).toBe('review');
  expect(await profileOf(applicant)).toMatchObject({ legal_name: null, locked_name_dob: false });
});

test('what staff correct afterwards is the legal name from then on', async () => {
  const applicant = await atVerification(portal, 'Typo');
  await takeAll(portal, applicant);
  await portal.runJobs();
  const userid = applicant.accountId;
  portal.clock.advance(1000);
  const right = {
    firstname: 'Pat',
    middlename: '',
    lastname: 'Tison',
    namesuffix: '',
    dateofbirth: '1985-04-12',
  };
  await (await asStaff()).perform(correctIdentity, { userid, ...right, reason: 'Passport seen' });
  expect((await profileOf(applicant)).legal_name).toMatchObject({ name: 'Pat Tison', source: 'staff' });
  const { profile } = await (await asStaff()).perform(openUserRecord, { userid });
  expect(profile).toMatchObject({ legalname: 'Pat Tison', legal_source: 'staff' });
});

test('the submitted name is searched too where the legal name is another', () => {
  const names = { firstname: 'Pat', middlename: '', lastname: 'Typo', namesuffix: '' };
  const maiden = { firstname: 'Pat', middlename: '', lastname: 'Maiden' };
  const submitted = { ...names, aliases: [maiden] };
  const entered = { firstname: 'Pat', middlename: '', lastname: 'Typo' };
  expect(aliasesOf(submitted, { ...names, middlename: 'Marie' })).toEqual([maiden]);
  expect(aliasesOf(submitted, { ...names, lastname: 'Tyson' })).toEqual([maiden, entered]);
  expect(aliasesOf({ ...names, aliases: [entered] }, { ...names, lastname: 'Tyson' })).toEqual([entered]);
});
