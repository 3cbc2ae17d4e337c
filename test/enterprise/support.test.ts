import { expect, it } from 'vitest';
import { askSupport, deliverSupportRequest, getSupport } from '#modules/enterprise/index.ts';
import { login } from '#modules/identity/index.ts';
import { DAY, newId, sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPerson, newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { someSealed } from '#test/factories/placeholders.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const question = {
  name: 'Pat Person',
  emailaddress: 'pat@example.com',
  message: 'Where do I find\nmy receipt?',
};

async function mailsTo(to: string) {
  return listOutbox(portal.db, { to });
}

it('reaches the brand’s support by mail, with the answer going to who asked', async () => {
  await portal.visitor({ address: '192.0.2.1' }).perform(askSupport, question);
  const { rows } = await sql<{ content: string }>`select content from support_request`.execute(portal.db);
  expect(rows[0]?.content).not.toContain('receipt');
  await portal.runJobs();
  const [mail] = await mailsTo('support@shieldhub.test');
  expect(mail?.text).toContain('Where do I find\nmy receipt?');
  expect(mail?.text).toContain('Not logged in');
  const { rows: left } = await sql`select 1 from support_request`.execute(portal.db);
  expect(left).toEqual([]);
});

it('is mailed once, however often the job runs', async () => {
  await portal
    .visitor({ address: '192.0.2.2' })
    .perform(askSupport, { ...question, message: 'Only one, please' });
  const { rows } = await sql<{ id: string }>`
    select id from support_request order by id desc limit 1`.execute(portal.db);
  const id = rows[0]?.id ?? '';
  await deliverSupportRequest(portal, id, 'once');
  await deliverSupportRequest(portal, id, 'once');
  const mails = await mailsTo('support@shieldhub.test');
  expect(mails.filter(({ text }) => text.includes('Only one, please'))).toHaveLength(1);
});

it('is mailed and deleted alone, although an earlier one still waits', async () => {
  const ask = async (message: string) => {
    await portal.visitor({ address: '192.0.2.4' }).perform(askSupport, { ...question, message });
    const { rows } = await sql<{ id: string }>`
      select id from support_request order by id desc limit 1`.execute(portal.db);
    return rows[0]?.id ?? '';
  };
  const [earlier, later] = [await ask('The earlier question'), await ask('The later question')];
  const mailed = async (words: string) =>
    (await mailsTo('support@shieldhub.test')).filter(({ text }) => text.includes(words)).length;
  await deliverSupportRequest(portal, later, 'later');
  expect([await mailed('The earlier question'), await mailed('The later question')]).toEqual([0, 1]);
  await deliverSupportRequest(portal, earlier, 'earlier');
  expect([await mailed('The earlier question'), await mailed('The later question')]).toEqual([1, 1]);
});

it('is the company’s on its host, and knows who is signed in', async () => {
  await newCompany(portal, {
    company_name: 'Acme',
    branding_hostname: 'acme',
    support_email: 'help@acme.example',
  });
  const host = 'acme.localhost:3000';
  const person = await newPersonWithoutTwoStep(portal, { firstname: 'Dana', lastname: 'Whitfield' });
  expect(await portal.visitor({ host }).perform(getSupport, {})).toMatchObject({
    company_name: 'Acme',
    emailaddress: 'help@acme.example',
    caller: null,
  });
  expect(await person.visitor.perform(getSupport, {})).toMatchObject({
    company_name: 'ShieldHub',
    phone: '5125550142',
    caller: { name: 'Dana Whitfield', emailaddress: person.emailaddress },
  });
  await portal.visitor({ host, address: '192.0.2.3' }).perform(askSupport, question);
  await person.visitor.perform(askSupport, { ...question, message: 'As Dana, signed in' });
  await portal.runJobs();
  expect(await mailsTo('help@acme.example')).toHaveLength(1);
  const own = (await mailsTo('support@shieldhub.test')).find(({ text }) => text.includes('As Dana'));
  expect(own?.text).toContain(person.emailaddress);
});

it('shows nothing of an account before the second step', async () => {
  const { emailaddress, password } = await newPerson(portal);
  const visitor = portal.visitor({ address: '192.0.2.11' });
  await visitor.perform(login, { emailaddress, password });
  const { caller } = await visitor.perform(getSupport, {});
  expect(caller).toBeNull();
});

it('takes five messages an hour from one network address', async () => {
  const visitor = portal.visitor({ address: '192.0.2.9' });
  for (let at = 0; at < 5; at += 1) await visitor.perform(askSupport, question);
  await expect(visitor.perform(askSupport, question)).rejects.toMatchObject({ code: 'throttled' });
});

it('refuses a message that is too short and an invalid address', async () => {
  const visitor = portal.visitor({ address: '192.0.2.10' });
  await expect(visitor.perform(askSupport, { ...question, message: 'Help' })).rejects.toMatchObject({
    code: 'invalid-input',
  });
  await expect(visitor.perform(askSupport, { ...question, emailaddress: 'pat' })).rejects.toMatchObject({
    code: 'invalid-input',
  });
});

it('is kept for 30 days where it could not be mailed', async () => {
  portal.clock.stop();
  const now = portal.clock.now();
  const ask = (age: number) =>
    portal.db
      .insertInto('support_request')
      .values({
        id: newId(),
        host: 'localhost:3000',
        content: someSealed,
        requested_at: new Date(now.getTime() - age),
      })
      .execute();
  await ask(30 * DAY);
  await ask(30 * DAY - 1);
  await portal.runSchedule('enterprise.sweep');
  const left = await portal.db
    .selectFrom('support_request')
    .select('requested_at')
    .where('content', '=', someSealed)
    .execute();
  expect(left).toEqual([{ requested_at: new Date(now.getTime() - 30 * DAY + 1) }]);
  portal.clock.run();
  await portal.db.deleteFrom('support_request').where('content', '=', someSealed).execute();
});
