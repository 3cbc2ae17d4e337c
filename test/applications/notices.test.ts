import { afterEach, describe, expect, test } from 'vitest';
import { saveConsentDraft } from '#modules/applications/catalogue/index.ts';
import {
  type CatalogueFile,
  exportCatalogue,
  importCatalogue,
  publishConsentDraft,
} from '#modules/applications/index.ts';
import { sql } from '#modules/platform/index.ts';
import { addressIn, agree, answer, fillIn, newApplicant, steps } from '#test/factories/applicants.ts';
import { newStaff } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

const portal = await servedPortal();
const start = await portal.work('test', exportCatalogue);

const bring = (file: unknown) => portal.work('test', (work) => importCatalogue(work, file));
afterEach(() => bring(start));

const keysOf = async (applicant: Parameters<typeof steps>[0]) =>
  (await steps(applicant)).steps.map(({ step_key }) => step_key);

describe('F85: the steps that jurisdictions decide', () => {
  test('a notice is asked for by a chosen jurisdiction, and no longer once it is taken back', async () => {
    const applicant = await newApplicant(portal);
    await fillIn(applicant, '900-00-0001');
    expect(await keysOf(applicant)).not.toContain('notice-CA');
    await answer(applicant, { selected_jurisdictions: ['CA'], none: 'NO' });
    const shown = await steps(applicant);
    expect(shown).toMatchObject({
      workflowstep: 7,
      consent: { consent_title: 'Notice for applicants in California', requires_signature: false },
    });
    expect(shown.steps.map(({ esign_step_number }) => esign_step_number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    await answer(applicant, { selected_jurisdictions: ['ME'], none: 'NO' });
    expect(await steps(applicant)).toMatchObject({ workflowstep: 8, consent: null });
    expect(await keysOf(applicant)).not.toContain('notice-CA');
  });

  test('an address of today or of before asks for it as well, and nothing is submitted without it', async () => {
    const applicant = await newApplicant(portal);
    await fillIn(applicant, '900-00-0001');
    const before = { address1: '1 A St', address2: '', city: 'Albany', state: 'WA', postalcode: '98101' };
    await answer(applicant, addressIn('MN', { na_previous_addresses: false, previous_addresses: [before] }));
    expect(await keysOf(applicant)).toEqual(expect.arrayContaining(['notice-MN', 'notice-WA']));
    await expect(answer(applicant, { submit_application: 'YES' })).rejects.toMatchObject({
      code: 'applications.not-complete',
    });
    await agree(applicant);
    await expect(answer(applicant, { submit_application: 'YES' })).rejects.toMatchObject({
      code: 'applications.not-complete',
    });
    await agree(applicant);
    await answer(applicant, { submit_application: 'YES' });
    await portal.runJobs();
    const { rows } = await sql<{ state: string }>`
      select document.state from signing_record join consent_document document on document.id = consent_document_id
      where application_id = ${applicant.applicationId} and document.kind = 'notice' order by 1`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ state: 'MN' }, { state: 'WA' }]);
  });

  test('a notice of another state than the applicant’s is not one of their steps', async () => {
    const applicant = await newApplicant(portal);
    await fillIn(applicant, '900-00-0001');
    const { rows } = await sql<{ id: string }>`
      select id from consent_document where kind = 'notice' and state = 'NY' and craid = '2'`.execute(
      portal.db,
    );
    await expect(
      answer(applicant, { step_consent_id: rows[0]?.id, consent_acknowledged: 'YES' }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  test('what was sold keeps its steps when a notice is added later', async () => {
    const applicant = await newApplicant(portal);
    const [national, ...others] = start.packages;
    if (!national) throw new Error('no package');
    const without = national.steps.filter(({ step_key }) => step_key !== 'notice-CA');
    await bring({ ...start, packages: [{ ...national, steps: without }, ...others] });
    await fillIn(applicant, '900-00-0001');
    await answer(applicant, { selected_jurisdictions: ['CA'], none: 'NO' });
    expect(await keysOf(applicant)).toContain('notice-CA');
    const later = await newApplicant(portal);
    await fillIn(later, '900-00-0001');
    await answer(later, { selected_jurisdictions: ['CA'], none: 'NO' });
    expect(await keysOf(later)).not.toContain('notice-CA');
  });
});

describe('notices in the catalogue', () => {
  const [national, ...others] = start.packages;
  if (!national) throw new Error('no package');
  type Step = CatalogueFile['packages'][number]['steps'][number];
  const withSteps = (change: (step: Step) => object) => ({
    ...start,
    packages: [{ ...national, steps: national.steps.map(change) }, ...others],
  });
  test.each([
    [
      'a notice without its state',
      {
        ...start,
        consent_documents: start.consent_documents.map((row) =>
          row.kind === 'notice' ? { ...row, state: '' } : row,
        ),
      },
      'A notice, and nothing else, is for a state',
    ],
    [
      'a step that everyone has to pass',
      withSteps((step) => (step.step_key === 'disclosure' ? { ...step, states: ['CA'] } : step)),
      'The step disclosure is for all states',
    ],
    [
      'a notice for everyone',
      withSteps((step) => (step.step_key === 'notice-CA' ? { ...step, states: [] } : step)),
      'The step notice-CA needs the states',
    ],
    [
      'a step without its notice',
      {
        ...start,
        consent_documents: start.consent_documents.filter(({ state }) => state !== 'CA'),
      },
      'has no document for the step notice-CA',
    ],
    [
      'a state that is none',
      withSteps((step) => (step.step_key === 'notice-CA' ? { ...step, states: ['XX'] } : step)),
      'states',
    ],
  ])('are refused with %s', async (_fault, file, says) => {
    const before = await portal.work('test', exportCatalogue);
    await expect(bring(file)).rejects.toThrow(says);
    expect(await portal.work('test', exportCatalogue)).toEqual(before);
  });

  test('a notice for another state begins with a draft and becomes version 1', async () => {
    const { accountId } = await newStaff(portal, {});
    const name = { craid: '2', kind: 'notice', state: 'OK' } as const;
    const text = {
      title: 'Oklahoma',
      body: '<p>Ask us.</p>',
      acknowledgement_text: '',
      requires_signature: false,
    };
    await portal.work('test', async (work) => {
      await saveConsentDraft(work, name, text, { seen: '', authorId: accountId });
      await publishConsentDraft(work, name, '');
    });
    const { consent_documents } = await portal.work('test', exportCatalogue);
    expect(consent_documents).toContainEqual(expect.objectContaining({ ...name, title: 'Oklahoma' }));
    const { rows } = await sql`select from consent_draft`.execute(portal.db);
    expect(rows).toEqual([]);
  });
});
