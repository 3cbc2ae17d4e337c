import { expect, test } from 'vitest';
import {
  adminDashboardAddress,
  enterpriseDashboardAddress,
  readDashboardAddresses,
  saveDashboardAddresses,
} from '#modules/enterprise/index.ts';
import { newId } from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const companyId = newId();

const shown = () =>
  portal.work('test.dashboards', async (work) => [
    await enterpriseDashboardAddress(work, companyId),
    await adminDashboardAddress(work),
  ]);
const save = (enterprise: string | null, admin: string | null, seen?: string) =>
  portal.work('test.save', (work) => saveDashboardAddresses(work, { enterprise, admin }, seen));

test('D62: the frames show the portal’s own charts until an address takes their place, and again afterwards', async () => {
  const own = ['/user/dashboard/charts', '/admin/charts'];
  const moved = async () => {
    const { rows } = await portal.pool.query<{ dashboard: string }>(
      `select detail ->> 'dashboard' as dashboard from audit_entry where action = 'enterprise.dashboard-moved'
       order by at, id`,
    );
    return rows.map(({ dashboard }) => dashboard);
  };
  const before = (await moved()).length;
  const tool = 'https://charts.example.com';
  expect(await shown()).toEqual(own);
  const { seen } = await portal.work('test.read', readDashboardAddresses);
  await save(`${tool}/{companyid}?for={companyid}`, null, seen);
  expect(await shown()).toEqual([`${tool}/${companyId}?for=${companyId}`, own[1]]);
  await expect(save(null, null, seen)).rejects.toMatchObject({ code: 'enterprise.changed-meanwhile' });
  await save(null, tool);
  expect(await shown()).toEqual([own[0], tool]);
  await save(null, tool);
  await save(null, null);
  expect(await shown()).toEqual(own);
  expect((await moved()).slice(before)).toEqual(['enterprise', 'enterprise', 'admin', 'admin']);
});

test.each([
  ['http://charts.example.com', false],
  ['javascript:alert(1)', false],
  [`https://charts.example.com/${'a'.repeat(500 - 27)}`, true],
  [`https://charts.example.com/${'a'.repeat(501 - 27)}`, false],
])('the address of a dashboard is one of https of 500 characters at most: %s', async (address, taken) => {
  const outcome = await save(address, null).then(
    () => true,
    () => false,
  );
  expect(outcome).toBe(taken);
  await save(null, null);
});
