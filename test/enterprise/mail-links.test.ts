import { expect, test } from 'vitest';
import { deliverApplicationSubmitted } from '#modules/applications/index.ts';
import { deliverSecurityNotice, deliverWelcome, updatePassword } from '#modules/identity/index.ts';
import { sql } from '#modules/platform/index.ts';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newApplicant } from '#test/factories/applicants.ts';
import { newCompany } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
await newCompany(portal, { branding_hostname: 'acme' });
const person = await newApplicant(portal);

await person.visitor.perform(updatePassword, { newpassword: 'velvet-Harbour-4711' });
const { rows } = await portal.pool.query('select id from security_change where account_id = $1', [
  person.accountId,
]);
const changeId: string = rows[0].id;

async function linksOf(deliver: () => Promise<void>): Promise<(string | undefined)[]> {
  await deliver();
  const [message] = await listOutbox(portal.db, { to: person.emailaddress, limit: 1 });
  return (message?.links ?? []).map((link) => new URL(link).origin);
}

const mails = {
  welcome: () => deliverWelcome(portal, person.accountId, 'w'),
  'password changed': () => deliverSecurityNotice(portal, changeId, 'p'),
  'application submitted': () => deliverApplicationSubmitted(portal, person.applicationId, 's'),
};
const hosts = [
  ['acme.localhost:3000', 'http://acme.localhost:3000'],
  ['gone.localhost:3000', 'http://localhost:3000'],
  ['evil.example', 'http://localhost:3000'],
  ['', 'http://localhost:3000'],
];

test.each(hosts)('who came by %j gets links to %s', async (host, origin) => {
  await sql`update account set registered_host = ${host} where id = ${person.accountId}`.execute(portal.db);
  for (const [name, deliver] of Object.entries(mails)) {
    expect(await linksOf(deliver), name).toEqual([origin, origin]);
  }
});
