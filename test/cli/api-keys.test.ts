import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { listOutbox } from '#sandboxes/outbox/index.ts';
import { newApiKey } from '#test/factories/api-keys.ts';
import { newCompany } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';
import { shield } from './terminal.ts';

const KEY_RING = `first:${randomBytes(32).toString('base64')}`;
const portal = await testPortal({ environment: { KEY_RING } });
const environment = {
  DATABASE_URL: portal.databaseUrl,
  DATA_FOLDER: portal.config.dataFolder,
  KEY_RING,
};
const keys = (...words: string[]) => shield(['api-keys', ...words], environment);

it('lists the keys of all companies or of one, without secrets, and revokes one with a mail to the owner', async () => {
  const company = await newCompany(portal, { company_name: 'Harbor' });
  const other = await newCompany(portal, { company_name: 'Pine' });
  const { key, id } = await newApiKey(company, { name: 'Yard', scopes: ['people:read'] });
  await newApiKey(other);
  const all = await keys();
  expect(all.err).toBe('');
  expect(all.out).toMatch(
    new RegExp(`${id}\\s+Harbor\\s+Yard\\s+shk_\\S{4}…\\S{4}\\s+people:read\\s+active\\s+never used`),
  );
  expect(all.out).toContain('Pine');
  expect(all.out).not.toContain(key);
  expect((await keys('list', '--company', company.companyId)).out).not.toContain('Pine');
  expect(await keys('revoke', id, '--yes')).toEqual({ code: 0, out: `Revoked ${id}.`, err: '' });
  expect(JSON.parse((await keys('list', '--company', company.companyId, '--json')).out)).toMatchObject([
    { id, state: 'revoked', revoked_by: null },
  ]);
  await portal.runJobs();
  const [mail] = await listOutbox(portal.db, { to: company.owner.emailaddress, limit: 1 });
  expect(mail?.text).toContain('Our support team');
  expect(await keys('revoke', id, '--yes')).toMatchObject({ code: 1, err: 'This key was already revoked.' });
  expect(await keys('revoke', company.companyId, '--yes')).toMatchObject({
    code: 66,
    err: `There is no API key ${company.companyId}.`,
  });
  expect((await keys('revoke', id)).err).toContain('To confirm, add --yes.');
  expect((await keys('revoke', 'shk_1')).code).toBe(64);
});
