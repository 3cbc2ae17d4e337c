import { expect, it } from 'vitest';
import { getUserCompany, saveEnterpriseProfile } from '#modules/admin/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { whileLocked } from '#test/while-locked.ts';

const portal = await testPortal();

it('lets one of two saves of a company through that were begun at the same time', async () => {
  const staff = await newStaff(portal, {});
  const { companyId: companyid, owner } = await newCompany(portal, { company_name: 'Birch' });
  const read = async () => (await staff.visitor.perform(getUserCompany, { userid: owner.accountId })).company;
  const seen = (await read())?.seen ?? '';
  const save = (company_name: string) =>
    staff.visitor.perform(saveEnterpriseProfile, { companyid, seen, company_name });
  const lock = { sql: 'select from company where id = $1 for update', values: [companyid] };
  const saves = await whileLocked(
    portal,
    lock,
    () => Promise.allSettled([save('Birch & Oak'), save('Birch & Elm')]),
    { waiting: 2 },
  );
  expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(saves.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'enterprise.changed-meanwhile' },
  });
});
