import type { Page } from '@playwright/test';
import { listRefunds, submitRefund } from '#modules/admin/index.ts';
import { adminTimings } from '#modules/admin/limits.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { setRefundLimit } from '#test/factories/refunds.ts';
import { buyByCard, payForScore } from '#test/factories/shop.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { expect, expectAccessible, expectShown, fill, press } from '../browser/fixtures.ts';
import { test } from '../browser/own-portal.ts';
import { Stopwatch, stopPageClock, untilScripted } from '../browser/stopwatch.ts';
import { tooWide } from '../browser/too-wide.ts';
import { windows } from '../browser/windows.ts';
import { showsTime } from '../shown.ts';
import { unfold } from './acts/staff.ts';

/** Gives the browser the session of a new member of staff. */
async function enterAsStaff(page: Page, operations: VisitedPortal): Promise<void> {
  const staff = await newStaff(operations, {});
  const url = operations.config.publicUrl;
  await page.context().clearCookies();
  await page.context().addCookies([...staff.visitor.cookies].map(([name, value]) => ({ name, value, url })));
}

// The limit is one for the whole portal, and each journey here begins with the usual one and a second admin.
test.beforeEach(async ({ operations }) => {
  await newStaff(operations, {});
  await setRefundLimit(operations, 500);
});

/** Writes the note in the dialog, because the record under it has its own form for notes. */
async function writeWhy(page: Page, note: string): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill(note);
}

/** Opens the refund dialog from the person's record. */
async function openRefund(page: Page, accountId: string): Promise<void> {
  await page.goto(`/admin/user/${accountId}`);
  await page.locator('a[aria-label^="Actions for National"]').click();
  await page.getByRole('link', { name: 'Issue refund' }).click();
  await expect(page.getByRole('heading', { name: 'Issue refund' })).toBeVisible();
  await expectAccessible(page);
}

/** The dialog says that it is done, and closes: by itself with script, by its link without script. */
async function expectIssued(page: Page, script: boolean, key: 'refund.sent' | 'refund.waits'): Promise<void> {
  await expectShown(page, key);
  await expectAccessible(page);
  if (!script) await page.getByRole('link', { name: 'Close' }).last().click();
  await expect(page).toHaveURL(/\/admin\/user\/[0-9a-f-]{36}$/);
}

/** Presses the button. The dialog then says that it is done, and closes by itself. */
async function issueByScript(page: Page): Promise<void> {
  const done = page.getByRole('dialog').getByText('Refund issued');
  const clock = await stopPageClock(page);
  const open = await Stopwatch.start(clock, async () => {
    await press(page, 'Issue refund');
    await expectShown(page, 'refund.sent');
  });
  const stays = adminTimings['refund.dialog-closes'];
  const held = await open.holdsAt(stays - SECOND, () => expect(done).toBeVisible());
  const ended = await open.endsAt(stays, () => expect(done).toHaveCount(0));
  showsTime('refund.dialog-closes', { held, ended });
  await page.clock.resume();
  await expect(page).toHaveURL(/\/admin\/user\/[0-9a-f-]{36}$/);
}

/** The record shows the refunded amount after the job has run. */
async function expectRefunded(page: Page, accountId: string, amount: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/admin/user/${accountId}`);
    await expect(page.getByText(`${amount} refunded`)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test('D33: staff refund a check in part; what is above the set sum needs another admin', {
  tag: '@keyboard',
}, async ({ page, enter, operations, script, outbox }) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Ruth', lastname: 'Iris' });
  const { accountId, emailaddress } = await buyByCard(operations, person);
  await enterAsStaff(page, operations);
  await openRefund(page, accountId);
  await expect(page.getByText('$79.00 was paid')).toBeVisible();
  await expect(page.getByText('A full refund closes this application.')).toBeVisible();
  // With script, what a full refund always does is checked.
  const cancel = page.getByRole('checkbox', { name: 'Cancel Application' });
  await expect(cancel).toBeChecked({ checked: script });
  await expect(page.getByText('A partial refund ends nothing: the check keeps its status.')).toBeVisible();
  await page.getByRole('radio', { name: 'Other amount' }).check();
  await expect(cancel).not.toBeChecked();
  await page.getByRole('textbox', { name: /^Amount/ }).fill('25.50');
  await writeWhy(page, 'Ticket 4711: half the work');
  await press(page, 'Issue refund');
  await expectIssued(page, script, 'refund.sent');
  await expectRefunded(page, accountId, '$25.50');
  await outbox.wait(emailaddress, /^Your refund/);
  await enter(page, person);
  await page.goto('/user');
  await expect(page.getByText('Paid, $25.50 refunded. Ordered')).toBeVisible();
  await enterAsStaff(page, operations);

  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Open the controls' }).click();
  await expectAccessible(page);
  const ask = page.locator('#ask-refund-limit');
  await ask.getByRole('textbox', { name: 'New value' }).fill('30');
  await ask.getByRole('textbox', { name: 'Reason' }).fill('Smaller refunds are checked, too');
  await ask.getByRole('button', { name: 'Ask for this change' }).click();
  await expect(page.getByText('Another admin has to approve it.')).toBeVisible();
  await expectAccessible(page);
  await enterAsStaff(page, operations);
  await page.goto('/admin/settings/controls');
  await expect(page.getByText('Smaller refunds are checked, too')).toBeVisible();
  const decide = page.locator('#decide-refund-limit');
  await decide.getByRole('textbox', { name: 'Note' }).fill('Agreed in the team');
  await decide.getByRole('button', { name: 'Approve change' }).click();
  await expect(page.getByText('Approved. It is in effect now.')).toBeVisible();
  await openRefund(page, accountId);
  await page.getByRole('textbox', { name: /^Amount/ }).fill('53.51');
  await writeWhy(page, 'Ticket 4711: the other half');
  await press(page, 'Issue refund');
  await expectShown(page, 'refund.too-high');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: /^Amount/ }).fill('50');
  await press(page, 'Issue refund');
  await expectIssued(page, script, 'refund.waits');

  await page.goto('/admin/refunds');
  await expectAccessible(page);
  await page
    .getByRole('row')
    .filter({ hasText: emailaddress })
    .getByRole('link', { name: 'Ruth Iris' })
    .first()
    .click();
  await fill(page, { Note: 'Looks right to me' });
  await press(page, 'Approve refund');
  await expectShown(page, 'refund.own');
  await expectAccessible(page);
  const refund = page.url();
  await enterAsStaff(page, operations);
  await page.goto(refund);
  await fill(page, { Note: 'Checked with the bank' });
  await press(page, 'Approve refund');
  await expect(page.getByText('Refunded money can’t be taken back')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Refund $50.00');
  await expect(page.getByText('Refund approved')).toBeVisible();
  await expectAccessible(page);
  await expectRefunded(page, accountId, '$75.50');
  await expect(page.getByText('Checked with the bank')).toBeVisible();
});

test('D33: another admin rejects a refund, and its page says who and why', async ({ page, operations }) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Rosa', lastname: 'Iris' });
  const { accountId, applicationId } = await buyByCard(operations, person);
  await setRefundLimit(operations, 10);
  const issuer = await newStaff(operations, {});
  await issuer.visitor.perform(submitRefund, {
    applicationid: applicationId,
    refundamount: '20.00',
    cancel_application: 'NO',
    note: 'Ticket 4712: asked by phone',
  });
  await enterAsStaff(page, operations);
  await page.goto('/admin/refunds');
  await page.getByRole('link', { name: 'Rosa Iris' }).first().click();
  await fill(page, { Note: 'The report was already delivered' });
  await press(page, 'Reject refund');
  await expect(page.getByText('This refund can’t be approved anymore.')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Reject for good');
  await expect(page.getByText('Refund rejected')).toBeVisible();
  await expect(page.getByText('Why it was rejected')).toBeVisible();
  await expect(page.getByText('The report was already delivered')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve refund' })).toHaveCount(0);
  await expectAccessible(page);
  const charges = await operations.db
    .selectFrom('ledger_entry')
    .select('kind')
    .where('account_id', '=', accountId)
    .execute();
  expect(charges.map(({ kind }) => kind)).not.toContain('refund');
});

test('a part that was refunded makes no table of the record wider than its card', {
  tag: ['@script', '@browser'],
}, async ({ page, operations }) => {
  await page.setViewportSize(windows.wide);
  const { accountId } = await newScoredPerson(operations, { lastname: 'Juniper', score: 'IC01+' });
  await payForScore(operations, accountId);
  const { rows } = await operations.pool.query<{ id: string }>(
    'select id from application where account_id = $1',
    [accountId],
  );
  const { visitor } = await newStaff(operations);
  await visitor.perform(submitRefund, {
    applicationid: rows[0]?.id ?? '',
    refundamount: '10',
    note: 'Ticket 4716: half the work',
  });
  await enterAsStaff(page, operations);
  await expectRefunded(page, accountId, '$10.00');
  await untilScripted(page);
  expect(await page.evaluate(tooWide)).toEqual([]);
});

test('D33: refunding the active check expires its score, and staff are warned', {
  tag: '@keyboard',
}, async ({ page, operations, script }) => {
  const person = await newScoredPerson(operations, { firstname: 'Ruth', lastname: 'Jasmine', score: 'IC01' });
  await payForScore(operations, person.accountId);
  await enterAsStaff(page, operations);
  await openRefund(page, person.accountId);
  await expectShown(page, 'refund.expires-score');
  await page.getByRole('radio', { name: /^Full amount/ }).check();
  await writeWhy(page, 'Ticket 4712: a mistake');
  if (script) {
    await issueByScript(page);
  } else {
    await press(page, 'Issue refund');
    await expectIssued(page, script, 'refund.sent');
  }
  await expectRefunded(page, person.accountId, '$79.00');
  await unfold(page, 'Audit');
  await expect(page.getByText('Score expired early')).toBeVisible();
});

test('D33: a refund that the payment service refused is sent again', async ({ page, operations }) => {
  const person = await newPersonWithoutTwoStep(operations, { firstname: 'Ruth', lastname: 'Clover' });
  const { accountId, applicationId, transactionId } = await buyByCard(operations, person);
  const refuse = (refused: boolean) =>
    operations.pool.query(
      `update sandbox.stripe_object set data = jsonb_set(data, '{captured}', to_jsonb(not $2::boolean))
       where kind = 'charge' and data ->> 'payment_intent' = $1`,
      [transactionId, refused],
    );
  await refuse(true);
  const { visitor } = await newStaff(operations, {});
  await visitor.perform(submitRefund, {
    applicationid: applicationId,
    refundamount: '20',
    cancel_application: 'NO',
    note: 'Ticket 4715: a mistake',
  });
  let refundid = '';
  await expect(async () => {
    const { refunds } = await visitor.perform(listRefunds, { state: 'failed' });
    refundid = refunds.find(({ userid }) => userid === accountId)?.id ?? '';
    expect(refundid).not.toBe('');
  }).toPass();
  await refuse(false);
  await enterAsStaff(page, operations);
  const stale = await page.context().newPage();
  for (const each of [stale, page]) {
    await each.goto(`/admin/refunds/${refundid}`);
    await expect(each.getByText(/has not been captured/)).toBeVisible();
    await fill(each, { Note: 'The payment service can do it now' });
  }
  await expectAccessible(page);
  await press(page, 'Send refund again');
  await press(page, 'Send it again');
  await expect(page.getByText('Refund sent again')).toBeVisible();
  await press(stale, 'Send refund again');
  await expectShown(stale, 'edge.conflict');
  await expectAccessible(page);
  await expectRefunded(page, accountId, '$20.00');
  await page.goto(`/admin/refunds/${refundid}`);
  await expect(page.getByRole('button', { name: 'Send refund again' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Open the later refund' }).click();
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
});
