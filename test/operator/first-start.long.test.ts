import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ask } from '../app/server/ask.ts';
import { shield, startShield } from '../cli/terminal.ts';
import { PlainBrowser } from './plain-browser.ts';
import { codeFor, password, register } from './registering.ts';
import { openPayments, openSite, origin } from './site.ts';

it('an operator starts an empty production, signs in, makes a company and sells a check', async () => {
  const { folder, pool, mailbox, port, paymentPort, environment, owning, ownerUrl } = await openSite();
  expect(await shield(['build'], environment)).toMatchObject({ code: 0 });
  // Only the migration gets the owner's address. No other process starts with it.
  expect(await shield(['db', 'migrate'], environment)).toMatchObject({
    code: 78,
    err: expect.stringContaining('DATABASE_OWNER_URL: is required'),
  });
  expect(await shield(['db', 'migrate'], owning)).toMatchObject({ code: 0, err: '' });
  for (const command of ['web', 'worker', 'setup'])
    expect(await shield([command], { ...environment, DATABASE_URL: ownerUrl }), command).toMatchObject({
      code: 78,
      err: expect.stringContaining('DATABASE_URL: the role "shieldhub" may change the tables'),
    });

  // Before the setup: /healthz answers, each page says that the portal is being set up, and the terminal shows the
  // command.
  const web = startShield(['web'], environment);
  await expect
    .poll(() =>
      ask(port, '/healthz').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  await expect.poll(web.err).toContain('npm run shield -- setup');
  const visitor = new PlainBrowser(port, origin, '203.0.113.7');
  for (const path of ['/', '/login', '/user/network']) expect(await visitor.open(path), path).toBe(503);
  expect(visitor.text).toContain('This portal is being set up.');
  expect(await visitor.call('/login', {})).toMatchObject({ success: false, error_code: 'unavailable' });

  // The setup, with the example that it prints.
  const file = join(folder, 'setup.json');
  const example = JSON.parse((await shield(['setup', '--example'], environment)).out);
  example.brand.company_name = 'Northgate';
  example.brand.support_email = 'help@northgate.example';
  example.brand.sender_address = 'no-reply@northgate.example';
  writeFileSync(file, JSON.stringify(example));
  expect(await shield(['setup', '--from', file], environment)).toMatchObject({
    code: 65,
    err: expect.stringContaining('\n  brand.legal_name\n'),
  });
  const set = await shield(['setup', '--from', file, '--accept-example'], environment);
  expect(set).toMatchObject({ code: 0, err: '' });
  await expect.poll(() => visitor.open('/login')).toBe(200);
  expect(visitor.page.body).toContain('<title>Log in - Northgate</title>');
  const worker = startShield(['worker'], owning);
  await expect.poll(worker.err).toContain('DATABASE_OWNER_URL is for db migrate alone');

  // The first admin: the mailed link is the same as the printed one and sets the password once. The sign-in then has
  // two steps.
  const admin = new PlainBrowser(port, origin, '203.0.113.8');
  const link = await mailbox.find(
    'admin@example.com',
    /(https:\/\/portal\.example\.test\/forgotpassword\/\S+)/,
  );
  expect(set.out).toContain(link);
  expect(mailbox.mails[0]).toMatchObject({ from: 'no-reply@northgate.example' });
  expect(await admin.open(link)).toBe(200);
  await admin.press('Continue');
  await admin.press('Update Password', { password, confirmpassword: password });
  const again = new PlainBrowser(port, origin, '203.0.113.9');
  await again.open(link);
  expect(again.text).toContain('This link was already used');
  await admin.open('/login');
  await admin.press('Log in', { emailaddress: 'admin@example.com', password });
  expect(admin.path, 'the second step is due').toMatch(/^\/verify/);
  await admin.open('/admin');
  expect(admin.path, 'the console waits for it').toMatch(/^\/verify/);
  await admin.open(`/verify?code=${await codeFor(mailbox, 'admin@example.com')}`);
  await admin.press('Verify');
  expect(await admin.open('/admin/tools'), 'the terms come first').toBe(403);
  expect(admin.text).toContain('Read the terms');
  await admin.press('Continue', { accept_terms: 'on' });
  expect(admin.path).toBe('/admin/tools');
  expect(admin.text).toContain('User search');

  // The first company, with its owner.
  const owner = new PlainBrowser(port, origin, '203.0.113.10');
  await register(owner, mailbox, 'owner@acme.example');
  const company = [
    'company',
    'create',
    '--name',
    'Acme Builders',
    '--owner',
    'owner@acme.example',
    '--host',
    'acme',
  ];
  expect(await shield(company, environment)).toMatchObject({ code: 0, err: '' });
  expect(
    await new PlainBrowser(port, 'https://acme.portal.example.test', '203.0.113.11').open('/login'),
  ).toBe(200);

  // The first person buys a check on the provider's page.
  const payments = await openPayments(pool, paymentPort, port);
  const buyer = new PlainBrowser(port, origin, '203.0.113.12');
  await register(buyer, mailbox, 'nina@example.com');
  await buyer.open('/user/purchase/selectpackage?pkgfilter=US');
  await buyer.press('Continue');
  expect(buyer.path, buyer.text).toMatch(/^\/user\/purchase\/completepurchase/);
  expect(buyer.page.headers['content-security-policy']).toContain(payments);
  const checkout = await buyer.press('Pay $79', { accept_terms: 'on' });
  expect(checkout).toContain(`${payments}/c/pay/`);
  const card = { number: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Nina Brandt', zip: '78751' };
  const paid = await fetch(checkout ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(card),
  });
  expect(await buyer.open(paid.headers.get('location') ?? '')).toBe(200);
  expect(buyer.text).toContain('$79');
  const { rows } = await pool.query('select status, amount_cents from purchase');
  expect(rows).toEqual([{ status: 'paid', amount_cents: 7900 }]);
  await mailbox.find('nina@example.com', /Subject: (.*[Rr]eceipt.*)/);

  web.end();
  worker.end();
  expect(await Promise.all([web.ended, worker.ended])).toEqual([0, 0]);
});
