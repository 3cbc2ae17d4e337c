import { afterEach, expect, test } from 'vitest';
import {
  getCatalogue,
  getConsentDocument,
  publishConsentDocument,
  removeJurisdiction,
  saveCataloguePackage,
  saveCatalogueProvider,
  saveCatalogueSteps,
  saveConsentDocument,
  saveJurisdiction,
} from '#modules/admin/index.ts';
import { exportCatalogue, importCatalogue } from '#modules/applications/index.ts';
import { sql } from '#modules/platform/index.ts';
import { newApplication } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { rowsOf } from '#test/sql.ts';

/** What an edit makes of the entries, and that the others stay as they were. */
const portal = await testPortal();
const { visitor: staff } = await newStaff(portal, { firstname: 'Ada', lastname: 'Minton' });
const start = await portal.work('test', exportCatalogue);
afterEach(() => portal.work('test', (work) => importCatalogue(work, start)));

const read = () => staff.perform(getCatalogue, {});
const packageOf = async (code: string) =>
  (await read()).packages.find(({ crapackageid }) => crapackageid === code);

const newPackage = {
  craid: '2',
  crapackageid: 'FRESH',
  package_descrip: 'Fresh',
  full_package_descrip: 'A fresh search',
  price: '12.50',
  renewal_price: '10.00',
  renewal_years: '3',
  region: 'everybody',
  enabled: 'NO',
} as const;

test.each([
  ['everybody', null, null],
  ['not-new-york', null, 'state=NY'],
  ['new-york', 'state=NY', null],
] as const)(
  'a new package for %s has these criteria, and the steps of the first',
  async (region, takes, leaves) => {
    const before = await read();
    const crapackageid = region.toUpperCase();
    await staff.perform(saveCataloguePackage, { ...newPackage, crapackageid, region });
    const after = await read();
    expect(after.packages.find((row) => row.crapackageid === crapackageid)).toMatchObject({
      base_price_cents: 1250,
      renewal_price_cents: 1000,
      renewal_years: 3,
      selection_criteria: takes,
      exclusion_criteria: leaves,
      default_package: false,
      enabled: false,
      steps: before.packages[0]?.steps,
    });
    expect(after.packages.filter((row) => row.crapackageid !== crapackageid)).toEqual(before.packages);
  },
);

test('an entry that is no longer there is not found, and not made anew', async () => {
  const seen = 'of an entry that was removed';
  const gone = [
    () => staff.perform(saveCataloguePackage, { ...newPackage, seen }),
    () => staff.perform(saveCatalogueSteps, { craid: '2', crapackageid: 'FRESH', steps: [], seen: '' }),
    () =>
      staff.perform(saveCatalogueProvider, {
        craid: 'GONE',
        name: 'Gone, Inc.',
        support_phone: '(800) 555-0100',
        support_email: 'desk@gone.example',
        mail_address: '1 Main Street, Austin, TX 78701',
        seen,
      }),
  ];
  for (const save of gone) expect((await refusalOf(save())).code).toBe('not-found');
  const { packages, providers } = await read();
  expect(packages.map(({ crapackageid }) => crapackageid)).not.toContain('FRESH');
  expect(providers.map(({ craid }) => craid)).not.toContain('GONE');
});

test('steps are ordered by their numbers, left out without one, and limited to the named states', async () => {
  const national = await packageOf('NATIONAL');
  const other = await packageOf('NEWYORK');
  if (!national) throw new Error('no national package');
  const sorted = national.steps.filter(({ step_key }) => step_key !== 'jurisdictions');
  const positions = sorted.map(({ step_key, title, states }, at) => ({
    step_key,
    title,
    // Compared as texts, 10 would come before 2.
    position: String(at + 2),
    states: step_key === 'notice-CA' ? 'ca,  me' : states.join(' ').toLowerCase(),
  }));
  await staff.perform(saveCatalogueSteps, {
    craid: national.craid,
    crapackageid: national.crapackageid,
    seen: national.seen,
    steps: [
      { step_key: 'jurisdictions', title: 'Left out', position: '', states: '' },
      ...positions.toReversed(),
    ],
  });
  const saved = (await packageOf('NATIONAL'))?.steps ?? [];
  expect(saved.map(({ step_key }) => step_key)).toEqual(sorted.map(({ step_key }) => step_key));
  expect(saved.find(({ step_key }) => step_key === 'notice-CA')?.states).toEqual(['CA', 'ME']);
  expect(saved.find(({ step_key }) => step_key === 'submit')?.states).toEqual([]);
  expect(await packageOf('NEWYORK')).toEqual(other);
});

test('a new provider begins with the documents of the first, and a changed one leaves the others as they were', async () => {
  const before = await read();
  const provider = {
    craid: 'NEW',
    name: 'New Agency, Inc.',
    support_phone: '(800) 555-0100',
    support_email: 'desk@agency.example',
    mail_address: '1 Main Street, Austin, TX 78701',
  };
  await staff.perform(saveCatalogueProvider, provider);
  await staff.perform(saveCatalogueProvider, { ...provider, craid: 'NEWER', name: 'Newer Agency, Inc.' });
  const after = await read();
  const documentsOf = (craid: string) =>
    after.documents
      .filter((row) => row.craid === craid)
      .map(({ kind, state, title }) => [kind, state, title]);
  const [first] = before.providers;
  expect(documentsOf('NEWER')).toEqual(documentsOf(first?.craid ?? ''));
  const seen = after.providers.find(({ craid }) => craid === 'NEW')?.seen ?? '';
  await staff.perform(saveCatalogueProvider, { ...provider, name: 'Renamed, Inc.', seen });
  const renamed = (await read()).providers;
  expect(renamed.find(({ craid }) => craid === 'NEW')?.name).toBe('Renamed, Inc.');
  expect(renamed.filter(({ craid }) => craid !== 'NEW')).toEqual(
    after.providers.filter(({ craid }) => craid !== 'NEW'),
  );
});

test('jurisdictions are in the order of their names, each once, and stay while an application refers to them', async () => {
  const before = (await read()).jurisdictions;
  await staff.perform(saveJurisdiction, { abbr: 'WY', description: 'Aardvark County' });
  await staff.perform(saveJurisdiction, { abbr: 'TX', description: 'Zebra County' });
  await staff.perform(saveJurisdiction, { abbr: 'TX', description: 'Yonder County' });
  const { jurisdictions } = await read();
  const names = jurisdictions.map(({ description }) => description);
  expect(names).toEqual([...names].sort());
  expect(jurisdictions).toHaveLength(before.filter(({ abbr }) => !['WY', 'TX'].includes(abbr)).length + 2);
  expect(jurisdictions).toContainEqual({ abbr: 'TX', description: 'Yonder County' });

  const { accountId } = await newPersonWithoutTwoStep(portal);
  const application = await newApplication(portal, accountId, 'inprogress');
  await rowsOf(
    portal,
    sql`insert into application_jurisdiction (application_id, abbr) values (${application}, 'TX')`,
  );
  expect(await staff.perform(removeJurisdiction, { abbr: 'TX' })).toEqual({ removed: false });
  expect((await read()).jurisdictions).toContainEqual({ abbr: 'TX', description: 'Yonder County' });
  await rowsOf(portal, sql`delete from application_jurisdiction where application_id = ${application}`);
  expect(await staff.perform(removeJurisdiction, { abbr: 'TX' })).toEqual({ removed: true });
  expect(await staff.perform(removeJurisdiction, { abbr: 'WY' })).toEqual({ removed: true });
});

test('a draft tells its author and how it differs from the version in force, once both are there', async () => {
  const name = { craid: '2', kind: 'esign' as const };
  const get = () => staff.perform(getConsentDocument, name);
  const before = await get();
  expect(before).toMatchObject({ draft: null, changes: null });
  const [current] = before.versions;
  const draft = async (text: object) =>
    staff.perform(saveConsentDocument, {
      ...name,
      title: current?.title ?? '',
      body: current?.body ?? '',
      acknowledgement_text: current?.acknowledgement_text ?? '',
      requires_signature: current?.requires_signature ? 'YES' : 'NO',
      ...text,
      seen: (await get()).seen,
    });
  await draft({});
  expect(await get()).toMatchObject({ draft: { author: 'Ada Minton' }, changes: [] });
  const changed = async () =>
    (await get()).changes?.flatMap((line) =>
      line && line.kind !== 'kept' ? [`${line.kind}: ${line.text}`] : [],
    );
  await draft({ title: 'Another title', acknowledgement_text: 'I agree', requires_signature: 'YES' });
  expect(await changed()).toEqual(
    expect.arrayContaining([
      `removed: ${current?.title}`,
      'added: Another title',
      'added: Checkbox: I agree',
      ...(current?.requires_signature ? [] : ['added: Asks for a signature']),
    ]),
  );
  await draft({ acknowledgement_text: '', requires_signature: 'NO' });
  const lines = await changed();
  for (const [is, line] of [
    [current?.acknowledgement_text, 'added: No checkbox'],
    [current?.requires_signature, 'added: Asks for no signature'],
  ] as const)
    expect(lines?.includes(line)).toBe(Boolean(is));
  await staff.perform(publishConsentDocument, { ...name, seen: (await get()).seen });
  expect(await get()).toMatchObject({ draft: null, changes: null });
  const notice = { craid: '2', kind: 'notice' as const, state: 'WY' as const };
  const begun = await staff.perform(getConsentDocument, notice);
  expect(begun).toMatchObject({ draft: null, versions: [], changes: null });
  await staff.perform(saveConsentDocument, {
    ...notice,
    title: 'Wyoming',
    body: '<p>First</p>',
    seen: begun.seen,
  });
  expect(await staff.perform(getConsentDocument, notice)).toMatchObject({
    draft: { title: 'Wyoming' },
    changes: null,
  });
});

test('a draft is saved neither over a newer one nor for a provider without such a document', async () => {
  const name = { craid: '2', kind: 'disclosure' as const };
  const text = { title: 'Disclosure', body: '<p>First</p>' };
  const { seen } = await staff.perform(getConsentDocument, name);
  await staff.perform(saveConsentDocument, { ...name, ...text, seen });
  const late = staff.perform(saveConsentDocument, { ...name, ...text, body: '<p>Late</p>', seen });
  expect((await refusalOf(late)).code).toBe('applications.catalogue-changed');
  expect((await staff.perform(getConsentDocument, name)).draft).toMatchObject({ body: '<p>First</p>' });
  const unknown = { craid: 'NONE', kind: 'esign' as const };
  for (const act of [
    () => staff.perform(getConsentDocument, unknown),
    () => staff.perform(saveConsentDocument, { ...unknown, ...text, seen: '' }),
  ])
    expect((await refusalOf(act())).code).toBe('not-found');
});
