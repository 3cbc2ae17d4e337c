// Takes long: workers are started and killed.
import { expect, test } from 'vitest';
import { newInvite, recordBounce } from '#modules/network/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { workerProcesses } from '#test/factories/worker-processes.ts';

const portal = await servedPortal();
const workers = workerProcesses(portal);

test('a worker killed between gathering bounces and mailing them: the mail goes out once', async () => {
  const { owner } = await newCompany(portal);
  await portal.runJobs();
  const addresses = ['lost-1@example.com', 'lost-2@example.com', 'lost-3@example.com'];
  for (const touser of addresses) await owner.visitor.perform(newInvite, { touser });
  await portal.runJobs();
  for (const emailaddress of addresses) {
    await portal.work('test.bounce', (work) => recordBounce(work, { emailaddress }));
  }
  const jobsNamed = async (name: string) => {
    const { rows } = await portal.pool.query<{ running: boolean }>(
      'select locked_at is not null as running from graphile_worker.jobs where task_identifier = $1',
      [name],
    );
    return rows;
  };
  const mails = async () => {
    const all = await listOutbox(portal.db, { to: owner.emailaddress, limit: 50 });
    return all.filter(({ subject }) => subject?.includes('delivered'));
  };

  const holder = await portal.pool.connect();
  try {
    // Whoever sends the mail writes a row that refers to the account, and waits for this lock.
    await holder.query('begin');
    await holder.query('select id from account where id = $1 for update', [owner.accountId]);
    const victim = await workers.start();
    await workers.hurry();
    await expect.poll(() => jobsNamed('network.send-bounces')).toEqual([{ running: true }]);
    // The queue takes a job out shortly after its transaction.
    await expect.poll(() => jobsNamed('network.gather-bounces')).toEqual([]);
    await victim.kill();
    await holder.query('rollback');
  } finally {
    holder.release();
  }
  expect(await mails()).toEqual([]);

  await workers.start();
  await expect.poll(() => jobsNamed('network.send-bounces')).toEqual([]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('3 invitations couldn’t be delivered');
  for (const address of addresses) expect(mail?.text).toContain(address);
});
