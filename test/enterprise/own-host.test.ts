import { expect, test } from 'vitest';
import { isHostLabelFree } from '#modules/enterprise/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { testPortal } from '#test/portal.ts';

/** A portal whose own host ends with the suffix of the companies' hosts. */
const portal = await testPortal({ environment: { PUBLIC_URL: 'http://portal.localhost:3000' } });

test('no company can have the host of the portal itself', async () => {
  expect(portal.config.baseHost).toBe('portal.localhost:3000');
  const isFree = (label: string) => portal.work('test.check', (work) => isHostLabelFree(work, label));
  expect(await isFree('portal')).toBe(false);
  expect(await isFree('portals')).toBe(true);
  await expect(newCompany(portal, { branding_hostname: 'portal' })).rejects.toMatchObject({
    code: 'enterprise.host-taken',
  });
});
