import { expect, test } from 'vitest';
import { admitCardForm } from '#app/routes/purchase/card-form.server.ts';
import { saveEnterpriseProfile } from '#modules/admin/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { askPage } from '../page.ts';

const portal = await testPortal();
const { visitor: staff } = await newStaff(portal);
const { companyId: companyid } = await newCompany(portal);
const save = (stripe_publishable_key: string) =>
  staff.perform(saveEnterpriseProfile, {
    companyid,
    custom_branding_enabled: 'YES',
    branding_hostname: 'payhere',
    stripe_publishable_key,
  });

const keyAt = async (host: string) => {
  const form = await askPage(portal, portal.visitor({ host }), admitCardForm, { path: '/' });
  return (form as Awaited<ReturnType<typeof admitCardForm>>).publishableKey;
};

test('D31: the card form on a company’s host is loaded with the company’s key, elsewhere with the portal’s', async () => {
  await save('pk_test_company4711');
  await expect.poll(() => keyAt('payhere.localhost:3000')).toBe('pk_test_company4711');
  expect(await keyAt('localhost:3000')).toBe('pk_test_sandbox');
  await save('');
  await expect.poll(() => keyAt('payhere.localhost:3000')).toBe('pk_test_sandbox');
});

test.each(['sk_test_company4711', 'pk_live_company4711', 'pk_test_', 'pk_test_<script>', 'company4711'])(
  'D31: %s is not taken: it goes to browsers, and has to belong with the portal’s own',
  async (key) => {
    await expect(save(key)).rejects.toMatchObject({
      code: 'invalid-input',
      options: {
        issues: { stripe_publishable_key: ['Enter a publishable key, which starts with pk_test_'] },
      },
    });
  },
);

test('D31: a page with the card form admits the provider’s script, frames and connections', async () => {
  const allowed: unknown[] = [];
  const visit = portal.visitor().visit();
  const csp = { allow: (sources: unknown) => allowed.push(sources) };
  await admitCardForm({ context: { portal, visit, csp } } as never);
  expect(allowed).toEqual([portal.payments.cardForm.sources]);
});
