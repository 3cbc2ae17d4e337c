import { expect, test } from 'vitest';
import { getPortalSettings } from '#modules/admin/index.ts';
import {
  askSupport,
  brandForHost,
  editPortalBrand,
  getBranding,
  getHostTerms,
  getLegalText,
  getSupport,
  mailBrandFor,
} from '#modules/enterprise/index.ts';
import { newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { runAsOwner } from '#test/sql.ts';

/** What a portal shows between its first start and its setup. */
const portal = await testPortal();
const staff = await newStaff(portal);
await runAsOwner(portal, 'delete from portal_brand');
// Made before the terms are removed, because staff can use the console only after accepting them.
const settings = await Promise.allSettled([staff.visitor.perform(getPortalSettings, {})]);
await runAsOwner(portal, 'update terms_version set is_current = false');
const visitor = portal.visitor();

test('it goes by the name of its host, without address, terms and texts', async () => {
  expect(await brandForHost(portal, null)).toMatchObject({
    companyId: null,
    company_name: 'localhost:3000',
    senderAddress: '',
    company_country: 'US',
    timeZone: 'UTC',
  });
  expect((await mailBrandFor(portal, null)).postalAddress).toBe('localhost:3000');
  const { branding } = await visitor.perform(getBranding, {});
  expect(branding).toMatchObject({
    company_name: 'localhost:3000',
    company_terms_conditions: '',
    credit_card_terms: '',
  });
  expect(await visitor.perform(getHostTerms, { terms: 'use' })).toEqual({ documents: [] });
  expect(await visitor.perform(getHostTerms, { terms: 'purchase' })).toEqual({ documents: [] });
  expect(await visitor.perform(getLegalText, { text: 'disclaimer' })).toMatchObject({ html: '' });
});

test('it has no support to ask', async () => {
  expect(await visitor.perform(getSupport, {})).toMatchObject({ emailaddress: '', phone: '' });
  const question = { name: 'Pat', emailaddress: 'pat@example.com', message: 'Is anybody there?' };
  await expect(visitor.perform(askSupport, question)).rejects.toMatchObject({ code: 'unavailable' });
});

test('its settings are not found, and nothing is saved', async () => {
  expect(settings).toMatchObject([{ status: 'rejected', reason: { code: 'not-found' } }]);
  const edited = portal.work('test.edit', (work) => editPortalBrand(work, { company_name: 'Early' }, ''));
  await expect(edited).rejects.toMatchObject({ code: 'not-found' });
  const { rows } = await portal.pool.query('select * from portal_brand');
  expect(rows).toEqual([]);
});
