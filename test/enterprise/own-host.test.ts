import { expect, test } from 'vitest';
import { BrandCache } from '#modules/enterprise/brand/cache.ts';
import { brandedHost, isHostLabelFree } from '#modules/enterprise/index.ts';
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

test('the host of a company has the port of the portal, if there is one', () => {
  const { config } = portal;
  const hostOf = (publicUrl: string) => brandedHost({ ...config, publicUrl }, 'acme');
  expect([hostOf(config.publicUrl), hostOf('https://portal.example')]).toEqual([
    'acme.localhost:3000',
    'acme.localhost',
  ]);
});

test('a brand is remembered beside others, until too many hosts were asked for', async () => {
  const cache = await BrandCache.of(portal);
  const read: string[] = [];
  const ask = (label: string) =>
    cache.find(label, async () => {
      read.push(label);
      return null;
    });
  for (const label of ['one', 'two', 'one', 'two']) await ask(label);
  expect(read).toEqual(['one', 'two']);
  for (let at = 0; at < BrandCache.LIMIT; at += 1) await ask(`invented-${at}`);
  await ask('one');
  expect(read.filter((label) => label === 'one')).toHaveLength(2);
});
