// Takes long: workers are started and killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { alertMailsTo, newAlertedCompany, subscribeTo } from '#test/factories/alert-mails.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';

const portal = await servedPortal();
const running = new Set<ChildProcess>();

async function startWorkerProcess(): Promise<ChildProcess> {
  const file = join(import.meta.dirname, '../factories/worker-child.ts');
  const child = spawn(process.execPath, [file, portal.databaseUrl, portal.config.dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  await once(child.stdout ?? child, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (!running.delete(child)) return;
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

afterAll(async () => {
  for (const child of [...running]) await kill(child);
});

/** What waits for its moment becomes due at once. */
const hurry = () =>
  portal.pool.query(`select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs where locked_at is null and run_at > now()), run_at => now())`);

test('two workers, one killed at random moments: each alert is in one mail, and a mail that repeats has its id', async () => {
  const company = await newAlertedCompany(portal);
  const { owner, admin, companyId } = company;
  for (const member of [owner, admin]) await subscribeTo(member, { scorechange: 'YES' });
  const people = [];
  for (let at = 0; at < 4; at += 1) {
    const person = await newScoredPerson(portal);
    await joinNetwork(company, person);
    people.push(person);
  }
  await startWorkerProcess();
  for (let round = 0; round < 10; round += 1) {
    const victim = await startWorkerProcess();
    for (const { accountId } of people)
      await giveScore(portal, accountId, { score: round % 2 === 0 ? 'IC03' : 'IC02' });
    await hurry();
    await pause(Math.random() * 400);
    await kill(victim);
  }
  const open = async () => {
    await hurry();
    const { rows } = await portal.pool.query<{ waiting: number }>(
      `select (select count(*)::int from alert_delivery where company_id = $1 and at_once and mail_id is null)
         + (select count(*)::int from alert_mail where company_id = $1 and sent_at is null and withheld_at is null) as waiting`,
      [companyId],
    );
    return rows[0]?.waiting;
  };
  await expect.poll(open, { timeout: 60_000, interval: 500 }).toBe(0);
  for (const child of [...running]) await kill(child);
  const { rows } = await portal.pool.query<{ account_id: string; alerts: number; mails: number }>(
    `select d.account_id, count(distinct d.cause_id)::int as alerts,
       count(distinct d.mail_id) filter (where mail.sent_at is not null)::int as mails
     from alert_delivery d join alert_mail mail on mail.id = d.mail_id
     where d.company_id = $1 and d.subscription_type = 'scorechange' group by d.account_id`,
    [companyId],
  );
  expect(rows.map(({ alerts }) => alerts)).toEqual([40, 40]);
  for (const member of [owner, admin]) {
    const ids = (await alertMailsTo(portal, member)).map(({ messageId }) => messageId);
    const sent = rows.find((row) => row.account_id === member.accountId)?.mails;
    expect(new Set(ids).size).toBe(sent);
    console.log(`${sent} mails, ${ids.length - new Set(ids).size} of them repeated with their id`);
  }
}, 240_000);
