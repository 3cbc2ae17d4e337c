import { expect, test } from 'vitest';
import { getQueues, testProvider } from '#modules/admin/index.ts';
import { listAudit, providerNames } from '#modules/platform/index.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { openShop } from '#test/factories/shop.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';

const { portal } = await openShop();
const staff = await newStaff(portal);

const look = async (name: string) => {
  const { providers } = await staff.visitor.perform(getQueues, {});
  return providers.find(({ provider }) => provider === name);
};

test.each(providerNames)('%s is asked by itself, and its status shows it', async (provider) => {
  // What others left to do calls services as well.
  await portal.runJobs();
  await portal.providers.of(provider).close();
  const before = (await look(provider))?.calls ?? 0;
  await staff.visitor.perform(testProvider, { provider });
  await portal.runJobs();
  await portal.providers.of(provider).close();
  const after = await look(provider);
  expect(after?.calls).toBe(before + 1);
  expect(after).toMatchObject({ state: 'up', last_answer_at: expect.any(Date) });
  const { entries } = await listAudit(portal.db, portal.keys, { action: 'admin.provider-tested' });
  expect(entries[0]?.detail).toEqual({ provider });
});

test('a service that does not answer shows it, and no job fails', async () => {
  const storage: { check?: () => Promise<void> } = portal.storage;
  // Below the guard, which counts the call.
  storage.check = () => Promise.reject(new Error('connection refused'));
  await staff.visitor.perform(testProvider, { provider: 'storage' });
  await portal.runJobs();
  delete storage.check;
  expect(await look('storage')).toMatchObject({ state: 'failing', last_failure: 'connection refused' });
});

test('is for staff alone', async () => {
  const { visitor } = await newPerson(portal);
  expect((await refusalOf(visitor.perform(testProvider, { provider: 'mail' }))).code).toBe('not-found');
});
