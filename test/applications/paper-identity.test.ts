import { describe, expect, test } from 'vitest';
import { reviewApplicationDetails } from '#modules/admin/index.ts';
import {
  checkMyVerification,
  getApplicationPdf,
  readApplicationReview,
  savePackage,
} from '#modules/applications/index.ts';
import { keepVerified } from '#sandboxes/idv/index.ts';
import {
  type Applicant,
  addressIn,
  answer,
  nameOf,
  newApplicant,
  payUnverified,
  removeSandboxDelays,
  steps,
} from '#test/factories/applicants.ts';
import { fileOf } from '#test/factories/documents.ts';
import { makePdf } from '#test/factories/paper.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { takeAll } from '#test/factories/verifications.ts';
import { pdfPages } from '#test/pdf-text.ts';
import { shows } from '#test/shown.ts';

/** Signing on paper keeps the ID verification: in the portal, or by a copy that staff compare (D118). */

const portal = await servedPortal();
await removeSandboxDelays(portal);
const staff = (await newStaff(portal, {})).visitor;

/** A person who chose paper, entered the details and has not verified the ID. */
async function atIdentity(): Promise<Applicant> {
  const registered = await newPerson(portal);
  const applicant = { ...registered, applicationId: await payUnverified(portal, registered.accountId) };
  await answer(applicant, { signature_choice: 'paper' });
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  await answer(applicant, nameOf('900-00-0001'));
  await answer(applicant, addressIn('TX'));
  return applicant;
}

async function enclosing(): Promise<Applicant> {
  const applicant = await atIdentity();
  await answer(applicant, { id_copy: 'YES' });
  return applicant;
}

const shown = async (applicant: Applicant) => {
  const { application, identity, manual_package: awaited, ...page } = await steps(applicant);
  const { step_key: step } = page.steps.find((each) => each.esign_step_number === page.workflowstep) ?? {};
  return { status: application.composite_status_code, step, identity, awaited: awaited !== null };
};

const check = ({ visitor, applicationId: applicationid }: Applicant) =>
  visitor.perform(checkMyVerification, { applicationid });

const upload = async ({ visitor, applicationId: applicationid }: Applicant) =>
  visitor.perform(savePackage, { applicationid, package: [await fileOf(makePdf())] });

const decide = ({ applicationId: applicationid }: Applicant, changes: object = {}) =>
  staff.perform(reviewApplicationDetails, {
    applicationid,
    approve: 'YES',
    resolvenote: 'The license matches.',
    ...changes,
  });

const proofOf = async ({ applicationId }: Applicant) =>
  (
    await portal.pool.query('select outcome, identity_proof from manual_package where application_id = $1', [
      applicationId,
    ])
  ).rows;

const formOf = async ({ visitor, applicationId: applicationid }: Applicant) =>
  (await pdfPages((await visitor.perform(getApplicationPdf, { applicationid })).application_body)).join(' ');

describe('after the details', () => {
  test('the ID is asked for, and no package is awaited before it', async () => {
    const applicant = await atIdentity();
    expect(await shown(applicant)).toEqual({
      status: 'waituser',
      step: 'idverification',
      identity: 'open',
      awaited: false,
    });
    expect(await check(applicant)).toMatchObject({ required: true, may_enclose: true });
    await expect(upload(applicant)).rejects.toMatchObject({ code: 'applications.moved-on' });
  });

  test('who encloses a copy is asked for it on the form, and waits for the package', async () => {
    const applicant = await enclosing();
    expect(await shown(applicant)).toEqual({
      status: 'waitmanual',
      step: 'manual',
      identity: 'copy',
      awaited: true,
    });
    expect(await check(applicant)).toMatchObject({ required: true, may_enclose: false });
    expect(await formOf(applicant)).toContain('Copy of your ID');
  });

  test('who verifies online goes on by hand, and encloses nothing', async () => {
    const applicant = await atIdentity();
    await keepVerified(portal, applicant.applicationId);
    expect(await shown(applicant)).toEqual({
      status: 'waituser',
      step: 'manual',
      identity: 'verified',
      awaited: false,
    });
    await answer(applicant, { signature_choice: 'paper' });
    expect(await shown(applicant)).toMatchObject({ status: 'waitmanual', step: 'manual', awaited: true });
    expect(await formOf(applicant)).not.toContain('Copy of your ID');
  });

  test('a copy is for paper alone: who signs electronically still verifies online', async () => {
    const applicant = await enclosing();
    await answer(applicant, { signature_choice: 'digital' });
    expect(
      (await steps(applicant)).steps.find(({ step_key }) => step_key === 'idverification'),
    ).toMatchObject({ completed: false });
    const digital = await newApplicant(portal);
    await expect(answer(digital, { id_copy: 'YES' })).rejects.toMatchObject({
      code: 'applications.not-complete',
    });
    const verified = await newApplicant(portal);
    for (const details of [{ id_copy: 'NO' }, { id_copy: 'YES', submit_application: 'NO' }])
      await expect(answer(verified, details)).rejects.toBeDefined();
  });
});

describe('the review', () => {
  test('approves an enclosed copy once it is compared, and keeps how the identity was proven', async () => {
    const applicant = await enclosing();
    await upload(applicant);
    const refusal = await refusalOf(decide(applicant));
    expect(refusal).toMatchObject({
      code: 'applications.id-not-compared',
      options: { field: 'id_compared' },
    });
    shows('application.id-not-compared', refusal.text);
    expect(await proofOf(applicant)).toEqual([{ outcome: null, identity_proof: null }]);
    const { details } = await decide(applicant, { id_compared: 'YES' });
    expect(details).toMatchObject({ identity: 'copy', composite_status_code: 'submitted' });
    expect(await proofOf(applicant)).toEqual([{ outcome: 'approved', identity_proof: 'copy' }]);
  });

  test('needs no copy of a person who verified online while the package was awaited', async () => {
    const applicant = await enclosing();
    await upload(applicant);
    await takeAll(portal, applicant);
    await portal.runJobs();
    const { applicationId: applicationid } = applicant;
    expect(await staff.perform(readApplicationReview, { applicationid })).toMatchObject({
      identity: 'verified',
    });
    await decide(applicant);
    expect(await proofOf(applicant)).toEqual([{ outcome: 'approved', identity_proof: 'verified' }]);
  });

  test('that rejects a package has the person choose again how to prove the identity', async () => {
    const applicant = await enclosing();
    await upload(applicant);
    await decide(applicant, { approve: 'NO' });
    await answer(applicant, { signature_choice: 'paper' });
    expect(await shown(applicant)).toMatchObject({ step: 'idverification', identity: 'open' });
  });

  test('of a package from before asks for the comparison, because nothing was chosen', async () => {
    const applicant = await enclosing();
    await upload(applicant);
    await portal.pool.query(
      `delete from application_step where application_id = $1 and step_key = 'idverification'`,
      [applicant.applicationId],
    );
    expect((await refusalOf(decide(applicant))).code).toBe('applications.id-not-compared');
  });
});
