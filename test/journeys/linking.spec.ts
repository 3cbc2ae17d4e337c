import { randomUUID } from 'node:crypto';
import { saveIdentityDetails } from '#modules/identity/index.ts';
import { sql } from '#modules/platform/index.ts';
import { newApplication, newScoredPerson, type ScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, expectShown, fill, press, test } from '../browser/fixtures.ts';
import { shows } from '../shown.ts';

/** Staff move a check to another account of the same person. */

const identify = (operations: VisitedPortal, accountId: string, ssn: string) =>
  operations.work('test.identify', (work) =>
    saveIdentityDetails(work, accountId, { dateofbirth: '1985-04-12', ssn }),
  );

/** Gives the person's only check a number of the agency. */
async function number(operations: VisitedPortal, { accountId }: ScoredPerson): Promise<string> {
  const profile = randomUUID();
  await operations.pool.query(
    `update cra_order set profile_number = $2, placed_at = created_at, state = 'completed'
     where application_id in (select id from application where account_id = $1)`,
    [accountId, profile],
  );
  return profile;
}

test('staff find a check under another account, see both people, and move it with a reason', async ({
  page,
  operations,
}) => {
  const from = await newScoredPerson(operations, { firstname: 'Nora', lastname: 'Twofold' });
  const profile = await number(operations, from);
  const to = await newPersonWithoutTwoStep(operations, { firstname: 'Nora', lastname: 'Onefold' });
  await enterAsStaff(page, operations);
  await page.goto(`/admin/user/${to.accountId}`);
  await page.getByRole('link', { name: 'Link a check' }).click();
  await expect(page.getByRole('heading', { name: 'Link a check' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Search background checks').fill('no');
  await press(page, 'Search');
  await expect(page.getByText('Type at least 3 characters to search.')).toBeVisible();
  await page.getByLabel('Search background checks').fill(`${profile}x`);
  await press(page, 'Search');
  await expect(page.getByRole('heading', { name: 'No check found' })).toBeVisible();
  await page.getByLabel('Search background checks').fill(profile);
  await press(page, 'Search');
  await page.getByRole('link', { name: `Choose the check of Nora Twofold, profile ${profile}` }).click();

  await expect(page.getByRole('heading', { name: 'Move this check to this account?' })).toBeVisible();
  await expect(page.getByText(from.emailaddress)).toBeVisible();
  await expect(page.getByText(to.emailaddress).last()).toBeVisible();
  await expect(page.getByText(`${from.shieldId} goes along`)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Move the check');
  await expect(page.getByText('Write why the check is moved').first()).toBeVisible();
  await fill(page, { Reason: 'Nora married and registered again' });
  await press(page, 'Move the check');
  await expectShown(page, 'transfer.name');
  await page.getByLabel('Both names belong to the same person').check();
  await press(page, 'Move the check');
  await expect(page.getByText('The check was moved to this account')).toBeVisible();

  const checks = page.locator('#checks');
  await expect(checks.getByText('came from Nora Twofold')).toBeVisible();
  await expect(checks.getByText('Nora married and registered again')).toBeVisible();
  await expect(checks.getByText('Active', { exact: true })).toHaveCount(1);
  await expectAccessible(page);
  await checks.getByRole('link', { name: 'Nora Twofold' }).click();
  await expect(page.getByRole('heading', { name: 'Nora Twofold', level: 1 })).toBeVisible();
  await expect(page.locator('#checks').getByText('went to Nora Onefold')).toBeVisible();
  await expect(page.locator('#checks').getByText('No background checks yet.')).toBeVisible();
});

test('the page says why a check cannot be moved, and a move over another change is refused', async ({
  page,
  operations,
}) => {
  const from = await newScoredPerson(operations, { firstname: 'Otto', lastname: 'Held' });
  const profile = await number(operations, from);
  const to = await newPersonWithoutTwoStep(operations, { firstname: 'Otto', lastname: 'Held' });
  const confirm = `/admin/user/${to.accountId}/link/confirm?profile=${profile}`;
  await enterAsStaff(page, operations);
  await page.goto(confirm);
  await expect(page.getByRole('button', { name: 'Move the check' })).toBeVisible();
  await fill(page, { Reason: 'The old address is gone' });
  await sql`update account set dateofbirth = '1980-01-01' where id = ${to.accountId}`.execute(operations.db);
  await sql`update account set dateofbirth = '1990-01-01' where id = ${from.accountId}`.execute(
    operations.db,
  );
  await press(page, 'Move the check');
  await expectShown(page, 'console.changed-meanwhile');
  await newApplication(operations, from.accountId, 'paid');
  await page.goto(confirm);
  await expect(page.getByText('This check can’t be moved')).toBeVisible();
  await expectShown(page, 'transfer.birth');
  await expectShown(page, 'transfer.renewal-open');
  await expect(page.getByRole('button', { name: 'Move the check' })).toBeHidden();
  await expectAccessible(page);
});

test('the page says what else keeps a check where it is', async ({ page, operations }) => {
  const from = await newScoredPerson(operations, { firstname: 'Ida', lastname: 'Kept', days: -3 });
  const profile = await number(operations, from);
  const to = await newPersonWithoutTwoStep(operations, { firstname: 'Ida', lastname: 'Kept' });
  const staff = await enterAsStaff(page, operations);
  const open = (userid: string) => page.goto(`/admin/user/${userid}/link/confirm?profile=${profile}`);
  await open(staff.accountId);
  await expectShown(page, 'transfer.person');

  const { body } = await staff.visitor.call('POST', '/admin/linkprofiles', {
    userid: to.accountId,
    newprofileids: [profile],
    active_profileid: profile,
    note: 'It is the same person',
  });
  expect(body.success).toBe(false);
  shows('transfer.expired', body.error_message);

  await identify(operations, from.accountId, '900-00-0002');
  await identify(operations, to.accountId, '900-00-0003');
  await open(to.accountId);
  await expectShown(page, 'transfer.ssn');

  await operations.pool.query(
    `insert into person_key (person_id, created_at, erased_at) values ($1, now(), now())
     on conflict (person_id) do update set wrapped = null, erased_at = now()`,
    [from.accountId],
  );
  await open(to.accountId);
  await expectShown(page, 'transfer.erased');
  await expectAccessible(page);
});

test('a check whose result waits for the person stays where it is', async ({ page, operations }) => {
  const from = await newPersonWithoutTwoStep(operations, { firstname: 'Una', lastname: 'Open' });
  const id = await newApplication(operations, from.accountId, 'newrequiresapproval');
  const profile = randomUUID();
  await operations.pool.query(
    `insert into cra_order (id, application_id, craid, attempt, idempotency_key, state, profile_number, created_at, placed_at)
     values (gen_random_uuid(), $1, '2', 1, $2, 'inprogress', $2, now(), now())`,
    [id, profile],
  );
  const to = await newPersonWithoutTwoStep(operations, { firstname: 'Una', lastname: 'Open' });
  await enterAsStaff(page, operations);
  await page.goto(`/admin/user/${to.accountId}/link/confirm?profile=${profile}`);
  await expectShown(page, 'transfer.check-open');
});
