import { deliverEvents } from '#modules/enterprise/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { newSharing, startAdverse } from '#test/factories/adverse.ts';
import { newAlertedCompany, subscribeTo } from '#test/factories/alert-mails.ts';
import { apiClient } from '#test/factories/api-client.ts';
import { newApiKey } from '#test/factories/api-keys.ts';
import { giveScore, newScoredPerson } from '#test/factories/network.ts';
import type { ServedPortal } from '#test/factories/served-portal.ts';
import { joinNetwork } from '#test/factories/shieldlink.ts';
import { connectReceiver, newReceiver } from '#test/factories/webhooks.ts';
import type { Keep } from './examples.ts';

/** Sends each call with a key, after what it needs, and keeps what it answers. */
export async function showKeyCalls(portal: ServedPortal, keep: Keep): Promise<void> {
  connectReceiver(portal, await newReceiver());
  const company = await newAlertedCompany(portal);
  await portal.pool.query('update company set company_name = $1 where id = $2', [
    'Acme Builders',
    company.companyId,
  ]);
  const client = apiClient(portal, (await newApiKey(company)).key);

  /** `params` are the values of the path, `sent` goes into the query of a GET and into the body of a POST. */
  async function show(
    route: string,
    params: Record<string, string> = {},
    sent: Record<string, unknown> = {},
  ) {
    const filled = route.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    const query = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
    const given = route.startsWith('GET') ? { query } : { body: sent };
    const answer = await client(filled as Parameters<typeof client>[0], given);
    const id = route.toLowerCase().replace(' ', '-v1').replaceAll(/[/:]+/g, '-');
    keep(id, { ...params, ...sent }, answer);
    return answer.body;
  }

  await subscribeTo(company.owner, { maxscore: 1 });
  const person = await newScoredPerson(portal, {
    firstname: 'Marcus',
    lastname: 'Bell',
    businessname: 'Bell Security Doors',
    emailaddress: 'marcus.bell@example.com',
    score: 'IC01',
  });
  const connectionid = await joinNetwork(company, person);
  // Before the change, whose two alerts have the same time and no order that an example could show.
  await show('GET /alerts', {}, { limit: 10 });
  await giveScore(portal, person.accountId, { score: 'IC03' });
  await show('GET /me');
  await show('GET /connections', {}, { limit: 10 });
  await show('GET /connections/:connectionid', { connectionid });
  await show('GET /people/:shieldid', { shieldid: person.shieldId });
  await show('GET /compliance');
  await show('GET /compliance/connections', {}, { limit: 10 });

  const { id: inviteid } = await show('POST /invitations', {}, { to: 'sam.okafor@example.com' });
  await show('GET /invitations', {}, { limit: 10 });
  await show('GET /invitations/:inviteid', { inviteid });
  await portal.runJobs();
  await show('POST /invitations/:inviteid/resend', { inviteid });
  await show('POST /invitations/:inviteid/cancel', { inviteid });
  const lines = [
    { emailaddress: 'ana.lima@example.com', fullname: 'Ana Lima' },
    { shieldid: person.shieldId },
  ];
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  const bulk = { body, contentType: 'application/x-ndjson', query: { dry_run: 'true' } };
  keep('post-v1-invitations-bulk', { lines, dry_run: 'true' }, await client('POST /invitations/bulk', bulk));

  const wanted = {
    address: 'https://hooks.example.com/in',
    events: ['connection.accepted', 'bulk.finished'],
  };
  const { id: webhookid } = await show('POST /webhooks', {}, wanted);
  await show('GET /webhooks');
  await show('GET /webhooks/:webhookid', { webhookid });
  await show('POST /webhooks/:webhookid/ping', { webhookid });
  const { inviteid: bulkid } = await company.owner.visitor.perform(newInvite, { touser: 'lee@example.com' });
  await portal.work('test.tell', (work) =>
    deliverEvents(work, [
      { companyId: company.companyId, type: 'bulk.finished', data: { bulkid, status: 'done' } },
    ]),
  );
  await portal.runJobs();
  const { data } = await show('GET /webhook-deliveries', {}, { limit: 1 });
  const deliveryid = data[0].id;
  await show('GET /webhook-deliveries/:deliveryid', { deliveryid });
  await show('POST /webhook-deliveries/:deliveryid/replay', { deliveryid });
  await show('POST /webhooks/:webhookid/remove', { webhookid });

  const sharing = await newSharing(portal);
  const adverseid = await startAdverse(portal, sharing);
  const { key } = await newApiKey(sharing.company);
  for (const route of ['/adverse-actions', `/adverse-actions/${adverseid}`] as const) {
    const one = route.endsWith(adverseid);
    keep(
      `get-v1-adverse-actions${one ? '-adverseid' : ''}`,
      one ? { adverseid } : {},
      await apiClient(portal, key)(`GET ${route}`),
    );
  }
}
