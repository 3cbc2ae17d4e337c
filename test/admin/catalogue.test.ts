import { afterEach, describe, expect, it } from 'vitest';
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
  searchPackages,
} from '#modules/admin/index.ts';
import { exportCatalogue, getApplicationSteps, importCatalogue } from '#modules/applications/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import { listOffers, startPurchase } from '#modules/purchasing/index.ts';
import { eventually } from '#test/eventually.ts';
import { newApplication, newCompany } from '#test/factories/network.ts';
import { newPerson, newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

const portal = await testPortal();
const { visitor: staff } = await newStaff(portal, {});
const start = await portal.work('test', exportCatalogue);
afterEach(() => portal.work('test', (work) => importCatalogue(work, start)));

const read = () => staff.perform(getCatalogue, {});

async function national() {
  const { packages } = await read();
  const found = packages.find(({ crapackageid }) => crapackageid === 'NATIONAL');
  if (!found) throw new Error('no national package');
  return found;
}

/** The form of a package, as its page sends it. */
async function savePackage(changes: object) {
  const row = await national();
  return staff.perform(saveCataloguePackage, {
    craid: row.craid,
    crapackageid: row.crapackageid,
    package_descrip: row.package_descrip,
    full_package_descrip: row.full_package_descrip,
    price: '79.00',
    renewal_price: '79.00',
    renewal_years: '1',
    region: 'not-new-york',
    enabled: 'YES',
    seen: row.seen,
    ...changes,
  });
}

describe('D89: staff change the catalogue', () => {
  it('makes a new version of a package whose price changes, for new purchases alone', async () => {
    const before = await national();
    const person = await newPerson(portal);
    const [offer] = (await person.visitor.perform(listOffers, { pkgfilter: 'US' })).packages;
    await person.visitor.perform(startPurchase, { packageid: offer?.id ?? '' });
    await savePackage({ price: '89.50' });
    const after = await national();
    expect(after).toMatchObject({ base_price_cents: 8950, version: before.version + 1, enabled: true });
    expect(after.id).not.toBe(before.id);
    const { packages, chosen } = await person.visitor.perform(listOffers, { pkgfilter: 'US' });
    expect(packages).toMatchObject([{ base_price: 8950 }]);
    expect(chosen).toBe(before.id);
  });

  it('takes a package from sale and puts it back without a new version', async () => {
    const before = await national();
    await savePackage({ enabled: 'NO' });
    expect(await national()).toMatchObject({ id: before.id, enabled: false });
    const person = await newPerson(portal);
    expect((await person.visitor.perform(listOffers, { pkgfilter: 'US' })).packages).toEqual([]);
    await savePackage({ enabled: 'YES', default_package: 'YES' });
    expect(await national()).toMatchObject({ id: before.id, enabled: true, default_package: true });
  });

  it('offers one package first', async () => {
    await savePackage({ default_package: 'YES' });
    const { packages } = await read();
    const newYork = packages.find(({ crapackageid }) => crapackageid === 'NEWYORK');
    await savePackage({
      crapackageid: 'NEWYORK',
      region: 'new-york',
      default_package: 'YES',
      seen: newYork?.seen,
    });
    const after = await read();
    expect(after.packages.filter((row) => row.default_package)).toMatchObject([{ crapackageid: 'NEWYORK' }]);
    const person = await newPerson(portal);
    const offers = await person.visitor.perform(listOffers, { pkgfilter: null });
    expect(offers.packages[0]).toMatchObject({ crapackageid: 'NEWYORK' });
  });

  it('refuses what a colleague changed meanwhile, a code that is taken and an unknown provider', async () => {
    const { seen } = await national();
    await savePackage({ price: '81' });
    await expect(savePackage({ price: '82', seen })).rejects.toMatchObject({
      code: 'applications.catalogue-changed',
      status: 409,
    });
    const taken = await savePackage({ seen: '' }).catch((refusal) => refusal);
    expect(taken).toMatchObject({ code: 'admin.package-exists' });
    shows('catalogue.package-exists', taken.text);
    await expect(savePackage({ craid: 'none', crapackageid: 'X', seen: '' })).rejects.toMatchObject({
      code: 'applications.catalogue-invalid',
    });
    const tooLow = await savePackage({ price: '0.49' }).catch((refusal) => refusal);
    expect(tooLow).toMatchObject({ code: 'applications.catalogue-invalid' });
    expect(tooLow.text).toContain('A price is at least $0.50.');
    expect((await national()).base_price_cents).toBe(8100);
  });

  it('changes the step order for new purchases alone, and refuses one that does not hold together', async () => {
    const { accountId, visitor } = await newPersonWithoutTwoStep(portal);
    await newApplication(portal, accountId, 'waituser');
    const row = await national();
    const save = (steps: typeof row.steps, seen = row.seen) =>
      staff.perform(saveCatalogueSteps, {
        craid: row.craid,
        crapackageid: row.crapackageid,
        seen,
        steps: steps.map((step, at) => ({
          ...step,
          states: step.states.join(', '),
          position: String(at + 1),
        })),
      });
    await expect(save([...row.steps].reverse())).rejects.toMatchObject({
      code: 'applications.catalogue-invalid',
    });
    const onlyTwo = row.steps.map((step) =>
      step.step_key === 'notice-CA' ? { ...step, states: ['CA' as const, 'ME' as const] } : step,
    );
    await save(onlyTwo.filter(({ step_key }) => step_key !== 'jurisdictions'));
    expect((await national()).steps).toContainEqual(
      expect.objectContaining({ step_key: 'notice-CA', states: ['CA', 'ME'] }),
    );
    expect((await national()).steps.map(({ step_key }) => step_key)).not.toContain('jurisdictions');
    const begun = await visitor.perform(getApplicationSteps, {});
    expect(begun.steps.map(({ step_key }) => step_key)).toContain('jurisdictions');
  });

  it('adds a provider with documents to begin with, and changes its phone', async () => {
    const provider = {
      craid: 'NEW',
      name: 'New Agency, Inc.',
      support_phone: '(800) 555-0100',
      support_email: 'desk@agency.example',
      mail_address: '1 Main Street, Austin, TX 78701',
    };
    await staff.perform(saveCatalogueProvider, provider);
    const added = await read();
    expect(added.providers.find(({ craid }) => craid === 'NEW')).toMatchObject({
      support_phone: '8005550100',
    });
    expect(added.documents.filter(({ craid }) => craid === 'NEW')).toHaveLength(7);
    const again = await staff.perform(saveCatalogueProvider, provider).catch((refusal) => refusal);
    expect(again).toMatchObject({ code: 'admin.provider-exists' });
    shows('catalogue.provider-exists', again.text);
    const seen = added.providers.find(({ craid }) => craid === 'NEW')?.seen ?? '';
    await staff.perform(saveCatalogueProvider, { ...provider, support_phone: '8005550101', seen });
    expect((await read()).providers.find(({ craid }) => craid === 'NEW')).toMatchObject({
      support_phone: '8005550101',
    });
  });

  it('drafts, and publishes as a version that never changes, without scripts', async () => {
    const name = { craid: '2', kind: 'esign' as const };
    const before = await staff.perform(getConsentDocument, name);
    const text = { title: 'E-sign consent', body: '<p>New words.</p><script>steal()</script>' };
    await staff.perform(saveConsentDocument, { ...name, ...text, seen: before.seen });
    const drafted = await staff.perform(getConsentDocument, name);
    expect(drafted).toMatchObject({
      draft: { title: 'E-sign consent', body: '<p>New words.</p>' },
      versions: before.versions,
    });
    await expect(staff.perform(publishConsentDocument, { ...name, seen: before.seen })).rejects.toMatchObject(
      { code: 'applications.catalogue-changed' },
    );
    await staff.perform(publishConsentDocument, { ...name, seen: drafted.seen });
    const after = await staff.perform(getConsentDocument, name);
    expect(after.draft).toBeNull();
    expect(after.versions.map(({ version }) => version)).toEqual([
      (before.versions[0]?.version ?? 0) + 1,
      ...before.versions.map(({ version }) => version),
    ]);
    expect(after.versions[1]).toEqual(before.versions[0]);
  });

  it('keeps the drafts of two providers apart, also when one of them is published', async () => {
    await staff.perform(saveCatalogueProvider, {
      craid: 'APART',
      name: 'Apart, Inc.',
      support_phone: '(800) 555-0100',
      support_email: 'desk@apart.example',
      mail_address: '1 Main Street, Austin, TX 78701',
    });
    const [ours, theirs] = [
      { craid: '2', kind: 'esign' as const },
      { craid: 'APART', kind: 'esign' as const },
    ];
    const read = (of: typeof ours) => staff.perform(getConsentDocument, of);
    const draft = async (of: typeof ours, title: string) =>
      staff.perform(saveConsentDocument, {
        ...of,
        title,
        body: `<p>${title}</p>`,
        seen: (await read(of)).seen,
      });
    await draft(theirs, 'Theirs');
    expect((await read(ours)).draft).toBeNull();
    await draft(ours, 'Ours');
    expect((await read(theirs)).draft).toMatchObject({ title: 'Theirs' });
    const publish = async (of: typeof ours) =>
      staff.perform(publishConsentDocument, { ...of, seen: (await read(of)).seen });
    await publish(theirs);
    expect([(await read(theirs)).draft, (await read(ours)).draft]).toMatchObject([null, { title: 'Ours' }]);
    await publish(ours);
  });

  it('keeps the drafts of two states and of two kinds apart, and publishes none that was not written', async () => {
    const names = [
      { craid: '2', kind: 'notice' as const, state: 'CA' as const },
      { craid: '2', kind: 'notice' as const, state: 'WA' as const },
      { craid: '2', kind: 'authorization' as const },
    ];
    const read = (of: (typeof names)[number]) => staff.perform(getConsentDocument, of);
    const publish = async (of: (typeof names)[number]) =>
      staff.perform(publishConsentDocument, { ...of, seen: (await read(of)).seen });
    const titles = async () =>
      Promise.all(
        names.map(async (of) => {
          const { draft, versions } = await read(of);
          return [draft?.title ?? null, versions[0]?.title];
        }),
      );
    const before = (await titles()).map(([, title]) => title);
    const [california, , authorization] = names as [(typeof names)[0], (typeof names)[0], (typeof names)[0]];
    await expect(publish(california)).rejects.toMatchObject({ code: 'not-found' });
    for (const [at, of] of names.entries())
      await staff.perform(saveConsentDocument, {
        ...of,
        title: `Title ${at}`,
        body: `<p>Text ${at}</p>`,
        acknowledgement_text: 'I have read it',
        requires_signature: 'YES',
        seen: (await read(of)).seen,
      });
    expect(await titles()).toEqual(before.map((title, at) => [`Title ${at}`, title]));
    await publish(california);
    expect(await titles()).toEqual([
      [null, 'Title 0'],
      ['Title 1', before[1]],
      ['Title 2', before[2]],
    ]);
    expect((await read(california)).versions[0]).toMatchObject({
      body: '<p>Text 0</p>',
      acknowledgement_text: 'I have read it',
      requires_signature: true,
    });
    await publish(authorization);
    expect(await titles()).toEqual([
      [null, 'Title 0'],
      ['Title 1', before[1]],
      [null, 'Title 2'],
    ]);
    const drafted = (await staff.perform(getCatalogue, {})).documents.filter((row) => row.hasDraft);
    expect(drafted).toMatchObject([{ craid: '2', kind: 'notice', state: 'WA' }]);
    await publish(names[1] ?? california);
  });

  it('asks about a further jurisdiction, and no longer about it', async () => {
    await staff.perform(saveJurisdiction, { abbr: 'TX', description: 'Texas' });
    expect((await read()).jurisdictions).toContainEqual({ abbr: 'TX', description: 'Texas' });
    expect(await staff.perform(removeJurisdiction, { abbr: 'TX' })).toEqual({ removed: true });
    expect((await read()).jurisdictions).not.toContainEqual({ abbr: 'TX', description: 'Texas' });
  });
});

describe('F72: a company chooses what its host offers', () => {
  it('offers the chosen packages there, and the whole catalogue elsewhere', async () => {
    const host = 'choosy.localhost:3000';
    const { companyId: companyid } = await newCompany(portal, {
      branding_hostname: 'choosy',
    });
    await eventually(async () => expect((await brandForHost(portal, host)).companyId).toBe(companyid));
    const person = await newPerson(portal, {}, { host });
    const offered = async (at?: string) =>
      (await person.visitor.perform(listOffers, { pkgfilter: null }, at ? { host: at } : {})).packages.map(
        ({ crapackageid }) => crapackageid,
      );
    expect(await offered()).toEqual(['NATIONAL', 'NEWYORK']);
    const found = await staff.call('POST', '/admin/packagesearch', { companyid, searchterm: 'new y' });
    expect(found.body.packagelist).toMatchObject([{ crapackageid: 'NEWYORK', enabled: 'NO' }]);
    await expect(staff.perform(searchPackages, { companyid, searchterm: 'ne' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    const [choice] = found.body.packagelist;
    const choose = (changes: object) =>
      staff.call('POST', '/admin/saveenterprisepackageselections', {
        companyid,
        packages: [{ craid: choice.craid, crapackageid: choice.crapackageid, enabled: 'YES', ...changes }],
      });
    expect((await choose({})).status).toBe(200);
    expect(await offered()).toEqual(['NEWYORK']);
    const national = (await read()).packages.find(({ crapackageid }) => crapackageid === 'NATIONAL');
    await expect(
      person.visitor.perform(startPurchase, { packageid: national?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'not-found' });
    expect((await choose({ crapackageid: 'NONE' })).status).toBe(404);
    expect(await offered()).toEqual(['NEWYORK']);
    expect((await choose({ delete_flag: 'YES' })).status).toBe(200);
    expect(await offered()).toEqual(['NATIONAL', 'NEWYORK']);
  });
});
