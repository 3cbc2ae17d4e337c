import { randomUUID } from 'node:crypto';
import { liftLegalHold } from '#modules/admin/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { enterAsStaff } from '../browser/enter-as-staff.ts';
import { expect, expectAccessible, fill, press, test } from '../browser/fixtures.ts';

test('staff set a legal hold on a person, read it in the record and under Retention, and lift it', async ({
  page,
  operations,
}) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Holly', lastname: 'Keeper' });
  await enterAsStaff(page, operations);
  await page.goto(`/admin/user/${person.accountId}/hold`);
  await expectAccessible(page);
  await press(page, 'Set legal hold');
  await expect(page.getByText('Write the reason').first()).toBeVisible();
  await fill(page, { Reason: 'A subpoena of the county court' });
  await press(page, 'Set legal hold');
  await expect(page.getByText('Legal hold set')).toBeVisible();
  await expect(page.getByText('Legal hold', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Reason: A subpoena of the county court')).toBeVisible();

  await page.goto('/admin/retention');
  await expect(page.locator(`a[href^="/admin/user/${person.accountId}"]`)).toHaveText('Holly Keeper');
  await expect(page.getByText('The audit log: who did what')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/admin/user/${person.accountId}/hold`);
  await fill(page, { Reason: 'The case was dismissed' });
  await press(page, 'Lift legal hold');
  await expect(page.getByText('Legal hold lifted')).toBeVisible();
});

test('a legal hold on a company is on its page', async ({ page, operations }) => {
  const { companyId, owner } = await newCompany(operations);
  const staff = await enterAsStaff(page, operations);
  await page.goto(`/admin/user/${owner.accountId}/enterprise/hold`);
  await expectAccessible(page);
  await fill(page, { Reason: 'A letter of preservation' });
  await press(page, 'Set legal hold');
  await expect(page.getByText('Reason: A letter of preservation')).toBeVisible();
  const hold = await operations.db
    .selectFrom('legal_hold')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  await staff.visitor.perform(liftLegalHold, { holdid: hold.id, reason: 'No longer needed' });
});

test('staff see what failed, try it again, and cancel it with a reason', async ({ page, operations }) => {
  await enterAsStaff(page, operations);
  const job = async (name: string) => {
    const { rows } = await operations.pool.query<{ id: string }>(
      `with added as (select id from graphile_worker.add_job($1, '{}'::json, run_at => now() + interval '1 day', max_attempts => 3))
       select id::text from added`,
      [name],
    );
    const id = rows[0]?.id ?? '';
    await operations.pool.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = '550 mailbox full' where id = $1`,
      [id],
    );
    return id;
  };
  const called = `x${randomUUID().slice(0, 8)}`;
  const id = await job(`test.${called}`);
  await page.goto('/admin/queues');
  await expectAccessible(page);
  const row = () =>
    page.getByRole('row').filter({ hasText: called.toUpperCase().slice(0, 1) + called.slice(1) });
  await expect(row().getByText('550 mailbox full')).toBeVisible();
  await expect(page.getByText('Background check agencies').first()).toBeVisible();
  await row().getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The job will be tried now')).toBeVisible();

  await press(page, 'Try all waiting retries now');
  await expect(page.getByText(/will be tried now|No jobs are waiting for a retry/)).toBeVisible();

  await page.getByRole('button', { name: 'Test Mail' }).click();
  await expect(page.getByText(/^Test started/)).toBeVisible();

  await page.goto(`/admin/queues/${id}/cancel`);
  await expectAccessible(page);
  await press(page, 'Cancel job');
  await expect(page.getByText('Write the reason').first()).toBeVisible();
  await fill(page, { Reason: 'The mailbox is full, told by phone' });
  await press(page, 'Cancel job');
  await expect(page.getByText('Job canceled')).toBeVisible();
  await expect(row()).toHaveCount(0);

  // From a page that was opened before: the job is gone meanwhile.
  await page.goto(`/admin/queues/${id}/cancel`);
  await fill(page, { Reason: 'Told by phone once more' });
  await press(page, 'Cancel job');
  await expect(page.getByText('That job is running or has ended already')).toBeVisible();
});
