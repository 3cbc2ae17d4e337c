import { expect, test } from 'vitest';
import type { ReadActionArgs } from '#app/action.server.ts';
import { saveCompany, saveCompanyField } from '#app/routes/user/save-company.server.ts';
import { saveField } from '#app/routes/user/save-field.server.ts';
import { myProfile } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { newCompany, newTeamMember } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, type Registered } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { askPage, redirectOf } from '../page.ts';

/** Fields that are saved one by one while the page stays open. */

const portal = await testPortal();

type Save = (args: ReadActionArgs) => unknown;

const send = ({ visitor }: Registered, save: Save, fields: Record<string, string>) => {
  const formData = new FormData();
  for (const [name, value] of Object.entries(fields)) formData.set(name, value);
  return askPage(portal, visitor, (args) => save({ ...args, formData }), { path: '/user/profile' });
};
const statusOf = (answer: unknown) => (answer as Response).status;

test('a field of the profile is saved alone, and a wrong one says why beside it', async () => {
  const person = await newPersonWithoutTwoStep(portal, { lastname: 'Okafor' });
  const { profile: before } = await person.visitor.perform(myProfile, {});
  const saved = await send(person, saveField, { field: 'city', value: 'Austin', seen: '' });
  expect(saved).toMatchObject({ data: { field: 'city', error: null } });
  const { profile } = await person.visitor.perform(myProfile, {});
  expect(profile).toEqual({ ...before, city: 'Austin' });
  expect(await send(person, saveField, { field: 'postalcode', value: '1', seen: '' })).toMatchObject({
    data: { field: 'postalcode', error: expect.stringMatching(/\d|digit|ZIP|postal/i) },
    init: { status: 400 },
  });
  expect(await send(person, saveField, { field: 'city', value: 'Waco', seen: 'Dallas' })).toMatchObject({
    data: { field: 'city', error: identityTexts['profile.changed-elsewhere'] },
    init: { status: 409 },
  });
  expect((await person.visitor.perform(myProfile, {})).profile.city).toBe('Austin');
  expect(statusOf(await send(person, saveField, { field: 'role', value: 'ADMIN', seen: 'USER' }))).toBe(400);
  const stranger = { ...person, visitor: portal.visitor() };
  expect(redirectOf(await send(stranger, saveField, { field: 'city', value: 'Waco', seen: '' }))).toMatch(
    /^\/login/,
  );
});

test('a setting of the company is saved alone by its owner, and the tax number is never shown back', async () => {
  const company = await newCompany(portal, { company_city: 'Austin' });
  const { owner } = company;
  const city = async () => {
    const { rows } = await portal.pool.query('select company_city from company where id = $1', [
      company.companyId,
    ]);
    return rows[0].company_city;
  };
  const wanted = { field: 'company_city', value: 'Waco', seen: 'Austin' };
  expect(await send(owner, saveCompanyField, wanted)).toMatchObject({
    data: { field: 'company_city', error: null },
  });
  expect(await city()).toBe('Waco');
  expect(await send(owner, saveCompanyField, { ...wanted, value: 'Dallas' })).toMatchObject({
    data: { field: 'company_city', error: identityTexts['profile.changed-elsewhere'] },
    init: { status: 409 },
  });
  expect(await city()).toBe('Waco');
  expect(statusOf(await send(owner, saveCompanyField, { field: 'is_admin', value: '1', seen: '' }))).toBe(
    400,
  );
  const viewer = await newTeamMember(portal, company, 'viewer');
  expect(statusOf(await send(viewer, saveCompanyField, { ...wanted, seen: 'Waco' }))).toBe(403);
  const tax = { field: 'tax_id', value: 'not a number', seen: 'whatever' };
  const refused = await send(owner, saveCompanyField, tax);
  expect(refused).toMatchObject({ data: { field: 'tax_id' }, init: { status: 400 } });
  expect(JSON.stringify(refused)).not.toContain('not a number');
  const all = await send(owner, saveCompany, { company_city: 'El Paso', tax_id: 'not a number' });
  expect(JSON.stringify(all)).not.toContain('not a number');
});
