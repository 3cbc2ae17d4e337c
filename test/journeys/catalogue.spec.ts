import { randomUUID } from 'node:crypto';
import { saveCatalogueProvider, saveCompanyPackages } from '#modules/admin/index.ts';
import { newApplication, newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';

/** Each journey creates its own provider, because other journeys use those of the shared portal. */
function makeProvider() {
  const craid = `J${randomUUID().slice(0, 8)}`;
  return {
    craid,
    name: `Juniper Screening ${craid}`,
    support_phone: '8005550123',
    support_email: 'desk@juniper.example',
    mail_address: '1 Main Street, Austin, TX 78701',
  };
}

test('D89: staff add a provider and a package, and what is there already or does not fit is refused', async ({
  page,
  enter,
  operations,
}) => {
  const { craid, name } = makeProvider();
  await enter(page, await newStaff(operations, {}));
  await page.goto('/admin/catalogue');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New provider' }).click();
  await expectAccessible(page);
  await fill(page, {
    'Provider ID': '2',
    Name: name,
    Phone: '8005550123',
    Email: 'desk@juniper.example',
    'Postal address': '1 Main Street, Austin, TX 78701',
  });
  await press(page, 'Save provider');
  await expectShown(page, 'catalogue.provider-exists');
  await expectAccessible(page);
  await fill(page, { 'Provider ID': craid });
  await press(page, 'Save provider');
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await page.getByRole('link', { name: `New package of ${name}` }).click();
  await expect(page.getByLabel('Provider', { exact: true })).toHaveValue(craid);
  await expectAccessible(page);
  await fill(page, {
    Provider: '2',
    'Product code': 'NATIONAL',
    Name: `County check ${craid}`,
    'What is searched': 'The records of the county',
    Price: '49.50',
    'Renewal price': '45',
  });
  await page.getByRole('switch', { name: /^On sale/ }).uncheck();
  await press(page, 'Save package');
  await expectShown(page, 'catalogue.package-exists');
  await expectAccessible(page);
  await fill(page, { Provider: craid });
  await press(page, 'Save package');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`County check ${craid}`);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Step order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Step order');
  await expectAccessible(page);
  const numberOf = (step: string) => page.getByRole('group', { name: step }).getByLabel('Number');
  await numberOf('E-sign consent').fill('');
  await press(page, 'Save order');
  await expectShown(page, 'catalogue.invalid');
  await expect(page.getByText(/The e-sign consent \(esign\) is needed/)).toBeVisible();
  await expectAccessible(page);
  await numberOf('E-sign consent').fill('1');
  await numberOf('Jurisdictions').fill('');
  await press(page, 'Save order');
  await expect(page.getByText(/^Version 2\./)).toBeVisible();
  await page.goto('/admin/catalogue');
  const sold = page.getByRole('list', { name: `${name}, All states`, exact: true });
  await expect(sold.getByRole('listitem').filter({ hasText: `County check ${craid}, $49.50` })).toContainText(
    /Not on sale/,
  );
  await expectAccessible(page);
});

test('D89: a consent document is written, looked at and published as the next version', async ({
  page,
  enter,
  operations,
}) => {
  const staff = await newStaff(operations, {});
  const provider = makeProvider();
  await staff.visitor.perform(saveCatalogueProvider, provider);
  await enter(page, staff);
  await page.goto('/admin/catalogue');
  await page.getByRole('link', { name: `Write and publish E-sign consent, ${provider.name}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('E-sign consent');
  await expectAccessible(page);
  await fill(page, { Title: 'Signing on screens', Text: '<h3>Paper</h3><p>You can ask us for paper.</p>' });
  await press(page, 'Preview');
  const shown = page.getByRole('article', { name: 'Signing on screens' });
  await expect(shown).toContainText('You can ask us for paper.');
  await expectAccessible(page);
  await press(page, 'Save draft');
  await expect(page.getByText(/^Saved by Ada/)).toBeVisible();
  await expect(shown).toContainText('You can ask us for paper.');
  const changes = page.getByRole('region', { name: 'Changes from version 1' });
  await expect(
    changes.getByRole('listitem').filter({ hasText: 'Added: You can ask us for paper.' }),
  ).toBeVisible();
  await expect(changes.getByText(/^\d+ lines? added, \d+ lines? removed$/)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Publish draft');
  await press(page, 'Publish version 2');
  await expect(page.getByText('Document published')).toBeVisible();
  const published = page
    .getByRole('list', { name: `${provider.name}, All states`, exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'E-sign consent, v2.' });
  await expect(published).toContainText('Signing on screens');
  await published.locator('a[href*="/documents/"]').click();
  await expect(page.getByText(/^Version 2, /)).toContainText('In force');
  await expectAccessible(page);
});

test('D89: applicants are asked about another jurisdiction, which stays while an application refers to it', async ({
  page,
  script,
  enter,
  operations,
}) => {
  // Both projects use one portal at the same time.
  const [abbr, name] = script ? ['TX', 'Texas'] : ['FL', 'Florida'];
  await enter(page, await newStaff(operations, {}));
  await page.goto('/admin/catalogue');
  await press(page, 'Add jurisdiction');
  await expect(page.getByText('Choose the state').first()).toBeVisible();
  await expectAccessible(page);
  await fill(page, { State: abbr, Name: name });
  await press(page, 'Add jurisdiction');
  await expect(page.getByRole('list', { name: 'Jurisdictions' })).toContainText(name);

  const { accountId } = await newPersonWithoutTwoStep(operations);
  const applicationId = await newApplication(operations, accountId, 'waituser');
  await operations.pool.query('insert into application_jurisdiction (application_id, abbr) values ($1, $2)', [
    applicationId,
    abbr,
  ]);
  const remove = async () => {
    await page.getByRole('link', { name: `Remove ${name}` }).click();
    await expect(page.getByRole('heading', { name: `Remove ${name}?` })).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Remove jurisdiction');
  };
  await remove();
  await expectShown(page, 'catalogue.jurisdiction-kept');
  await expectAccessible(page);
  await operations.pool.query('delete from application_jurisdiction where application_id = $1', [
    applicationId,
  ]);
  await remove();
  await expect(page.getByText('Jurisdiction removed')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Jurisdictions' })).not.toContainText(name);
});

test('F72: staff choose which packages the host of a company offers', async ({ page, enter, operations }) => {
  const { owner, companyId } = await newCompany(operations);
  await enter(page, await newStaff(operations, {}));
  await page.goto(`/admin/user/${owner.accountId}/enterprise`);
  await expect(page.getByText('The host offers the whole catalog.')).toBeVisible();
  await page.getByRole('link', { name: 'Choose packages' }).click();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: /^New York Background Check/ }).check();
  await page.getByRole('radio', { name: 'National Background Check' }).check();
  await press(page, 'Save packages');
  await expect(page.getByText('Choose a package that is offered').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'New York Background Check' }).check();
  await press(page, 'Save packages');
  await expect(page.getByText('The host offers New York Background Check.')).toBeVisible();

  // A search narrows the list, but what is offered stays in it, so that saving takes nothing away.
  await page.getByRole('link', { name: 'Choose packages' }).click();
  await page.getByLabel('Search packages').fill('no');
  await press(page, 'Search');
  await expect(page.getByText('Type at least 3 characters to search.')).toBeVisible();
  await page.getByLabel('Search packages').fill('national');
  await press(page, 'Search');
  await expect(page.getByText('“national”. Those that are offered are shown too.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^New York Background Check/ })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: /^National Background Check/ }).check();
  await press(page, 'Save packages');
  await expect(page.getByText(/The host offers .*National Background Check/)).toBeVisible();
  await expect(page.getByText(/The host offers .*New York Background Check/)).toBeVisible();

  // Somebody else saves meanwhile. What they saved is shown, and a second press replaces it.
  await page.getByRole('link', { name: 'Choose packages' }).click();
  await page.getByRole('checkbox', { name: /^National Background Check/ }).uncheck();
  const colleague = await newStaff(operations, {});
  await colleague.visitor.perform(saveCompanyPackages, { companyid: companyId, packages: [] });
  await press(page, 'Save packages');
  await expectShown(page, 'console.changed-meanwhile');
  const saved = page.getByRole('region', { name: 'Saved by someone else' });
  await expect(saved.getByText('The whole catalog')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Save packages');
  await expect(page.getByText('The host offers New York Background Check.')).toBeVisible();
});
