import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newCompany } from '#test/factories/network.ts';
import { expect, expectShown, press, test } from '../browser/fixtures.ts';

test('the owner adds an endpoint, sees its secret once, what was sent to it, and removes it', async ({
  page,
  operations,
  enter,
}) => {
  let status = 200;
  const receiver = createServer((_request, response) => void response.writeHead(status).end('Thanks'));
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  try {
    const { owner } = await newCompany(operations, { company_name: 'Harbor Hooks' });
    await enter(page, owner);
    const password = () => page.getByLabel('Current password', { exact: true }).fill(owner.password);
    await page.goto('/user/developers/webhooks');
    await page.getByRole('link', { name: 'Add endpoint' }).click();
    await page.getByLabel('Address').fill('http://hooks.example.com/in');
    await page.getByLabel('A bulk invitation is done').check();
    await password();
    await press(page, 'Add and test');
    await expectShown(page, 'webhooks.insecure');
    await page.getByLabel('Address').fill(address);
    await password();
    await press(page, 'Add and test');
    await expectShown(page, 'webhooks.secret');
    await expect(page.getByText('Test event accepted')).toBeVisible();
    const secret = await page.getByText(/^whsec_\S{44}$/).textContent();
    await page.getByRole('link', { name: 'I’ve stored it' }).click();
    await expect(page.getByRole('table', { name: 'Deliveries' })).toContainText('ping');
    await expect(page.getByText(secret ?? '')).toHaveCount(0);

    status = 500;
    await press(page, 'Test');
    await expect(page.getByText(/^Test event failed: 500/)).toBeVisible();
    await page.getByRole('link', { name: 'Failed 1' }).click();
    await expect(page.getByRole('link', { name: 'ping' })).toHaveCount(1);
    await page.getByRole('link', { name: 'ping' }).click();
    await expect(page.getByText('webhook-id: evt_')).toBeVisible();
    await expect(page.getByText('Thanks')).toBeVisible();
    status = 200;
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await expectShown(page, 'webhooks.replayed');

    await page.getByLabel(/^Actions for /).click();
    await page.getByRole('link', { name: 'Edit events' }).click();
    await page.getByLabel('Someone accepted an invitation').check();
    await password();
    await press(page, 'Save');
    await expectShown(page, 'webhooks.changed');
    await page.getByLabel(/^Actions for /).click();
    await page.getByRole('link', { name: 'Remove' }).click();
    await password();
    await press(page, 'Remove endpoint');
    await expectShown(page, 'webhooks.removed');
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});
