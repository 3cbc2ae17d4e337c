// Takes long: an application is submitted.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AddressSearchFailed, addressSearch, craPort } from '#modules/applications/index.ts';
import { probeProvider } from '#modules/platform/index.ts';
import { newApplicant, removeSandboxDelays, submit } from '#test/factories/applicants.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { production } from '#test/platform/production.ts';
import { testSecrets } from '#test/secrets.ts';
import { shield } from './terminal.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);
writeFileSync(join(portal.config.dataFolder, 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 });
const environment = { DATABASE_URL: portal.databaseUrl, DATA_FOLDER: portal.config.dataFolder };
const run = (...words: string[]) => shield(['sandbox', ...words], environment);
const orders = async () =>
  JSON.parse((await run('list', '--json')).out) as {
    profile_number: string;
    state: string;
    undelivered: number;
  }[];

it('lists orders at the agency, delivers the next callback, or loses it', async () => {
  const person = await newApplicant(portal);
  await submit(person, '900-00-0012');
  await portal.runJobs({ failures: [] });
  const [order] = await orders();
  expect(order?.profile_number).toMatch(/^\d{4}-\d{5}$/);
  const profile = order?.profile_number ?? '';
  expect((await run('list')).out).toContain(profile);
  expect((await run('deliver', profile)).out).toMatch(/^Delivered \d callbacks?\.$/);
  await portal.db.updateTable('sandbox.screening_callback').set({ delivered_at: null }).execute();
  expect((await orders())[0]?.undelivered).toBeGreaterThan(0);
  expect((await run('lose', profile)).out).toMatch(/^Lost \d callbacks?\.$/);
  expect((await orders())[0]?.undelivered).toBe(0);
});

it('has the next calls of the agency fail, as often as asked', async () => {
  expect((await run('fail', 'agency', '--times', '4')).out).toBe('The next 4 calls of agency will fail.');
  const status = () => craPort.of(portal).status('2', '0000-00000');
  // Each call that reads is tried once more.
  await expect(status()).rejects.toThrow('asked to fail');
  await expect(status()).rejects.toThrow('asked to fail');
  await expect(status()).rejects.not.toThrow('asked to fail');
});

it('has the next calls of each sandbox fail, which a probe sees and then sees the end of', async () => {
  for (const service of ['mail', 'texts', 'agency', 'verification', 'addresses'] as const) {
    expect((await run('fail', service)).out).toBe(`The next 1 call of ${service} will fail.`);
    await expect(probeProvider(portal, service), service).rejects.toThrow('asked to fail');
    await probeProvider(portal, service);
  }
  expect((await run('fail', 'mail', '--times', '9999')).out).toBe('The next 9,999 calls of mail will fail.');
  await run('fail', 'mail', '--times', '1');
  await expect(probeProvider(portal, 'mail')).rejects.toThrow('asked to fail');
  await probeProvider(portal, 'mail');
  await run('fail', 'mail', '--times', '3');
  expect((await run('fail', 'mail', '--times', '0')).out).toBe('No call of mail will fail.');
  await probeProvider(portal, 'mail');
  // A call of somebody uses up the fault as well.
  await run('fail', 'texts');
  await expect(portal.sms.send({ to: '5125550100', body: 'Hello' })).rejects.toThrow('asked to fail');
  await run('fail', 'addresses');
  await expect(addressSearch.of(portal)?.suggest('12 Oak')).rejects.toBeInstanceOf(AddressSearchFailed);
});

it('is refused in production, and where the service is a live one, before it opens anything', async () => {
  const asked = [['list'], ['deliver', '1-2'], ['lose', '1-2'], ['fail', 'payments'], ['fail', 'mail']];
  for (const words of asked) {
    expect(await shield(['sandbox', ...words], production), words[0]).toMatchObject({
      code: 78,
      err: 'Production has no sandboxes.',
    });
  }
  const live = {
    ...environment,
    CRA: 'https',
    CRA_URL: 'https://agency.example',
    CRA_API_KEY: 'key-of-the-agency',
  };
  expect(await shield(['sandbox', 'fail', 'agency'], live)).toMatchObject({
    code: 78,
    err: 'A live agency is configured, and no sandbox.',
  });
});

it('refuses what it does not know', async () => {
  expect(await run('deliver', '0000-00000')).toMatchObject({
    code: 66,
    err: 'There is no order 0000-00000.',
  });
  expect(await run('lose')).toMatchObject({ code: 64 });
  expect(await run('fail', 'weather')).toMatchObject({ code: 64 });
  expect(await run('fail', 'agency', '--times', 'x')).toMatchObject({ code: 64 });
  const nowhere = { ...environment, STRIPE_SANDBOX_PORT: '1' };
  expect(await shield(['sandbox', 'fail', 'payments'], nowhere)).toMatchObject({
    code: 69,
    err: 'The payment sandbox does not run. It runs with: shield up',
  });
});
