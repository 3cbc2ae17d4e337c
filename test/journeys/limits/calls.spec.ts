import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { saveEnterpriseProfile } from '#modules/admin/index.ts';
import { listOffers } from '#modules/purchasing/index.ts';
import type { TextKey } from '#modules/words.ts';
import { ask } from '#test/app/server/ask.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { enterCode, expect, fill, press, test } from '../../browser/fixtures.ts';
import { shows } from '../../shown.ts';
import { makePerson } from '../acts/person.ts';
import { acceptTerms, sendJoinForm } from '../acts/registration.ts';

/** Pages redirect to a missing step; calls name it in their answer. */
async function expectMissingStep(page: Page, step: RegExp, status: number, key: TextKey): Promise<void> {
  await page.goto('/user/profile');
  await expect(page).toHaveURL(step);
  const answer = await page.request.get('/hub/api/myprofile');
  expect(answer.status()).toBe(status);
  expect(await answer.json()).toMatchObject({ success: false, error_code: key.replace('edge.', '') });
  shows(key, (await answer.json()).error_message);
}

test('F23: nobody gets past a step: not before signing in, the terms, the address, the code', async ({
  page,
  outbox,
}) => {
  const person = makePerson('900-00-0002');
  await expectMissingStep(page, /\/login\?next=/, 401, 'edge.no-session');

  await page.goto('/register');
  await sendJoinForm(page, person);
  await expect(page).toHaveURL(/\/register\/terms$/);
  await expectMissingStep(page, /\/register\/terms\?next=%2Fuser%2Fprofile$/, 403, 'edge.terms-needed');

  await acceptTerms(page);
  await expect(page).toHaveURL(/\/register\/verification\?next=%2Fuser%2Fprofile$/);
  await expectMissingStep(
    page,
    /\/register\/verification\?next=%2Fuser%2Fprofile$/,
    403,
    'edge.verification-needed',
  );

  const { code } = await outbox.wait(person.emailaddress, /verif/i);
  await enterCode(page, code ?? '');
  await press(page, 'Continue');
  // The step continues to the requested page.
  await expect(page).toHaveURL(/\/user\/profile$/);
  await page.goto('/logout');
  await fill(page, { Email: person.emailaddress, Password: person.password });
  await press(page, 'Log in');
  await expect(page).toHaveURL(/\/verify$/);
  await expectMissingStep(page, /\/verify\?next=%2Fuser%2Fprofile$/, 403, 'edge.two-step-needed');
});

test('a call that is none, or brings no JSON, or too much of it', async ({ page, baseURL }) => {
  const headers = { Origin: baseURL ?? '' };
  const unknown = await page.request.get('/hub/api/nothing');
  expect(unknown.status()).toBe(404);
  shows('edge.not-found', (await unknown.json()).error_message);

  const form = await page.request.post('/hub/api/login', {
    form: { emailaddress: 'a@example.com' },
    headers,
  });
  expect(form.status()).toBe(415);
  shows('edge.not-json', (await form.json()).error_message);

  const emailaddress = (size: number) => ({ data: { emailaddress: 'a'.repeat(size) }, headers });
  const within = await page.request.post('/hub/api/user/checkemail', emailaddress(99_000));
  expect(within.status()).toBe(400);
  const beyond = await page.request.post('/hub/api/user/checkemail', emailaddress(101_000));
  expect(beyond.status()).toBe(413);
  shows('edge.too-large', (await beyond.json()).error_message);
});

test('D97: a purchase by call on the host of a company with a store of its own', async ({ operations }) => {
  const { port } = new URL(operations.config.publicUrl);
  const label = `s-${randomUUID()}`;
  const host = `${label}.localhost:${port}`;
  const { companyId } = await newCompany(operations, { branding_hostname: label, company_name: 'Oakhill' });
  const { visitor } = await newPerson(operations, {}, { host });
  const { packages } = await visitor.perform(listOffers, { pkgfilter: 'US' });
  const staff = await newStaff(operations, {});
  await staff.visitor.perform(saveEnterpriseProfile, {
    companyid: companyId,
    custom_branding_enabled: 'YES',
    custom_store_url: 'https://shop.example.com/checks',
  });
  const start = () =>
    ask(Number(port), '/hub/api/application/startpurchase', {
      method: 'POST',
      headers: {
        host,
        origin: `http://${host}`,
        'content-type': 'application/json',
        cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ packageid: packages[0]?.id }),
    });
  // The portal's process is notified that the company has changed, which may take a moment.
  await expect.poll(async () => (await start()).status).toBe(409);
  const { error_message: words } = JSON.parse((await start()).body) as { error_message: string };
  shows('store.elsewhere', words);
  expect(words).toContain('https://shop.example.com/checks');
});
