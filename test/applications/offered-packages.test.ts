import { expect, test } from 'vitest';
import {
  exportCatalogue,
  findOfferedPackage,
  getPackage,
  importCatalogue,
  listPackages,
} from '#modules/applications/index.ts';
import { type PackageChoice, savePackageChoices } from '#modules/enterprise/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

test('a host offers the packages that its company enabled, its own first one first, and by default all', async () => {
  const start = await portal.work('test', exportCatalogue);
  const [national, york] = start.packages;
  const [provider] = start.providers;
  if (!national || !york || !provider) throw new Error('no packages');
  const documents = start.consent_documents
    .filter(({ craid }) => craid === national.craid)
    .map((each) => ({ ...each, craid: 'other' }));
  await portal.work('test', (work) =>
    importCatalogue(work, {
      ...start,
      providers: [...start.providers, { ...provider, craid: 'other', name: 'Other Agency' }],
      packages: [national, york, { ...national, craid: 'other', default_package: false }],
      consent_documents: [...start.consent_documents, ...documents],
    }),
  );
  const { companyId } = await newCompany(portal);
  const [first, second, third] = ['2/NATIONAL', `2/${york.crapackageid}`, 'other/NATIONAL'];
  const codeOf = ({ craid, crapackageid }: { craid: string; crapackageid: string }) =>
    `${craid}/${crapackageid}`;
  const offered = async (choices: readonly Partial<PackageChoice>[], host: string | null = companyId) => {
    await portal.work('test', (work) =>
      savePackageChoices(
        work,
        companyId,
        choices.map((choice) => ({
          craid: '2',
          crapackageid: 'NATIONAL',
          enabled: true,
          default_package: false,
          ...choice,
        })),
      ),
    );
    return (await listPackages(portal, host)).map(codeOf);
  };
  const { crapackageid } = york;
  expect(await offered([])).toEqual([first, second, third]);
  expect(await offered([{ enabled: false }])).toEqual([first, second, third]);
  expect(await offered([{}])).toEqual([first]);
  expect(await offered([{}], null)).toEqual([first, second, third]);
  expect(await offered([{ craid: 'other' }])).toEqual([third]);
  expect(await offered([{}, { crapackageid, default_package: true }])).toEqual([second, first]);
  expect(
    await offered([{ enabled: false }, { crapackageid }, { craid: 'other', default_package: true }]),
  ).toEqual([third, second]);

  // Each of them is found by any of its versions.
  const [former] = await listPackages(portal);
  if (!former) throw new Error('no package');
  const now = await portal.work('test', exportCatalogue);
  await portal.work('test', (work) =>
    importCatalogue(work, {
      ...now,
      packages: now.packages.map((each) =>
        codeOf(each) === first ? { ...each, base_price_cents: each.base_price_cents + 100 } : each,
      ),
    }),
  );
  await offered([{ craid: 'other' }, { crapackageid }]);
  expect(await findOfferedPackage(portal, companyId, former.id)).toBeUndefined();
  await offered([{ craid: 'other' }, {}]);
  expect(await findOfferedPackage(portal, companyId, former.id)).toMatchObject({
    craid: '2',
    base_price_cents: former.base_price_cents + 100,
  });
  await expect(getPackage(portal, former.id)).rejects.toMatchObject({ code: 'not-found' });
  expect(await getPackage(portal, former.id, { withdrawn: true })).toMatchObject({ craid: '2' });
});
