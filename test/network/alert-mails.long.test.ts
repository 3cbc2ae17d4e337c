// Takes long: workers are started and killed.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { alertMailsTo, newAlertedCompany, subscribeTo } from '#test/factories/alert-mails.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { workerProcesses } from '#test/factories/worker-processes.ts';

const portal = await servedPortal();
const workers = workerProcesses(portal);
const kills = Number(process.env.KILLS ?? 10);

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
  await workers.start();
  for (let round = 0; round < kills; round += 1) {
    const victim = await workers.start();
    for (const { accountId } of people)
      await giveScore(portal, accountId, { score: round % 2 === 0 ? 'IC03' : 'IC02' });
    await workers.hurry();
    await pause(Math.random() * 400);
    await victim.kill();
  }
  const open = async () => {
    await workers.hurry();
    const { rows } = await portal.pool.query<{ waiting: number }>(
      `select (select count(*)::int from alert_delivery where company_id = $1 and at_once and mail_id is null)
         + (select count(*)::int from alert_mail where company_id = $1 and sent_at is null and withheld_at is null) as waiting`,
      [companyId],
    );
    return rows[0]?.waiting;
  };
  await expect.poll(open, { timeout: 60_000, interval: 500 }).toBe(0);
  await workers.killAll();
  const { rows } = await portal.pool.query<{ account_id: string; alerts: number; mails: number }>(
    `select d.account_id, count(distinct d.cause_id)::int as alerts,
       count(distinct d.mail_id) filter (where mail.sent_at is not null)::int as mails
     from alert_delivery d join alert_mail mail on mail.id = d.mail_id
     where d.company_id = $1 and d.subscription_type = 'scorechange' group by d.account_id`,
    [companyId],
  );
  const alerts = people.length * kills;
  expect(rows.map((row) => row.alerts)).toEqual([alerts, alerts]);
  for (const member of [owner, admin]) {
    const ids = (await alertMailsTo(portal, member)).map(({ messageId }) => messageId);
    const sent = rows.find((row) => row.account_id === member.accountId)?.mails;
    expect(new Set(ids).size).toBe(sent);
    console.log(`${sent} mails, ${ids.length - new Set(ids).size} of them repeated with their id`);
  }
});
