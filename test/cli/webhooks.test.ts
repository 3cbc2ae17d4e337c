import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { deliverEvents } from '#modules/enterprise/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { connectReceiver, deliveriesOf, newReceiver, newWebhook } from '#test/factories/webhooks.ts';
import { testPortal } from '#test/portal.ts';
import { shield } from './terminal.ts';

const KEY_RING = `first:${randomBytes(32).toString('base64')}`;
const portal = await testPortal({ environment: { KEY_RING } });
const receiver = await newReceiver();
connectReceiver(portal, receiver);
const environment = {
  DATABASE_URL: portal.databaseUrl,
  DATA_FOLDER: portal.config.dataFolder,
  KEY_RING,
};
const replay = (...words: string[]) => shield(['webhooks', 'replay', ...words], environment);

it('sends again what failed for good at an endpoint, and says what is wrong with an argument', async () => {
  const company = await newCompany(portal);
  const { webhookid } = await newWebhook(company, { events: ['bulk.finished'] });
  await portal.work('test.happen', (work) =>
    deliverEvents(work, [{ companyId: company.companyId, type: 'bulk.finished', data: { bulkid: 'b1' } }]),
  );
  await portal.pool.query(
    `update webhook_delivery set state = 'failed', next_try_at = null, failure = 'status' where event_type <> 'ping'`,
  );
  expect(await replay(webhookid)).toEqual({ code: 0, out: 'Sending 1 event again.', err: '' });
  await portal.runJobs();
  expect((await deliveriesOf(portal, company)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  expect(await replay(webhookid)).toMatchObject({ code: 0, out: 'Sending 0 events again.' });
  expect(await replay(company.companyId)).toMatchObject({
    code: 66,
    err: `There is no webhook endpoint ${company.companyId}.`,
  });
  await portal.pool.query(
    `update webhook_endpoint set off_since = now(), off_because = 'gone' where id = '${webhookid}'`,
  );
  expect(await replay(webhookid)).toMatchObject({ code: 1, err: expect.stringContaining('turned off') });
  for (const words of [[], ['hooks.example.com'], [webhookid, 'more']])
    expect((await replay(...words)).code, words.join(' ')).toBe(64);
});
