import { expect, test } from 'vitest';
import type { ReadActionArgs } from '#app/action.server.ts';
import { takeFlash } from '#app/flash.server.ts';
import { ReceivedFiles } from '#app/form.server.ts';
import { seenPrefix } from '#app/routes/user/profile-intents.ts';
import { saveCompany, saveCompanyField } from '#app/routes/user/save-company.server.ts';
import { saveField } from '#app/routes/user/save-field.server.ts';
import { myProfile } from '#modules/identity/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { Refusal } from '#modules/platform/index.ts';
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
  return askPage(portal, visitor, (args) => save({ ...args, formData, files: new ReceivedFiles() }), {
    path: '/user/profile',
  });
};
const statusOf = (answer: unknown) => (answer as Response).status;

test('a field of the profile is saved alone, and a wrong one says why beside it', async () => {
  const person = await newPersonWithoutTwoStep(portal, { lastname: 'Okafor' });
  const { profile: before } = await person.visitor.perform(myProfile, {});
  const saved = await send(person, saveField, { field: 'city', value: 'Austin', seen: '' });
  expect(saved).toMatchObject({ data: { field: 'city', error: null } });
  const { profile } = await person.visitor.perform(myProfile, {});
  expect(profile).toEqual({ ...before, city: 'Austin' });
  for (const [field, value, error] of [
    ['postalcode', '1', 'Enter the 5 digits of the ZIP code'],
    ['dateofbirth', '01/01/2999', 'Enter a date before today'],
  ] as const) {
    const refused = await send(person, saveField, { field, value, seen: '' });
    expect(refused).toMatchObject({ data: { field, error }, init: { status: 400 } });
  }
  for (const [field, value, stored] of [
    ['businessphone', ' +1 (512) 555-0147 ext. 5', '512-555-0147'],
    ['dateofbirth', 'May 17th, 1990', '05/17/1990'],
    ['postalcode', '78701-1234', '78701'],
    ['address1', '  12 Oak Street ', '12 Oak Street'],
  ] as const) {
    const answer = await send(person, saveField, { field, value, seen: '' });
    expect(answer, field).toMatchObject({ data: { field, error: null, stored } });
  }
  expect(await send(person, saveField, { field: 'city', value: 'Waco', seen: 'Dallas' })).toMatchObject({
    data: { field: 'city', error: identityTexts['profile.changed-elsewhere'] },
    init: { status: 409 },
  });
  expect((await person.visitor.perform(myProfile, {})).profile.city).toBe('Austin');
  expect(statusOf(await send(person, saveField, { field: 'role', value: 'ADMIN', seen: 'USER' }))).toBe(400);
  const stranger = { ...person, visitor: portal.visitor() };
  for (const field of ['city', 'role']) {
    expect(redirectOf(await send(stranger, saveField, { field, value: 'Waco', seen: '' }))).toMatch(
      /^\/login/,
    );
  }
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
  expect(
    await send(owner, saveCompanyField, {
      field: 'accounting_email',
      value: 'Email: books@Müller.example.',
      seen: '',
    }),
  ).toMatchObject({ data: { error: null, stored: 'books@müller.example' } });
  const secret = await send(owner, saveCompanyField, { field: 'tax_id', value: '12-3456789', seen: '' });
  expect(secret).toMatchObject({ data: { error: null, stored: null } });
  const tax = { field: 'tax_id', value: 'not a number', seen: 'whatever' };
  const refused = await send(owner, saveCompanyField, tax);
  expect(refused).toMatchObject({
    data: { field: 'tax_id', error: 'Enter all 9 digits' },
    init: { status: 400 },
  });
  expect(JSON.stringify(refused)).not.toContain('not a number');
  const all = await send(owner, saveCompany, { company_city: 'El Paso', tax_id: 'not a number' });
  expect(JSON.stringify(all)).not.toContain('not a number');
});

test('all settings of the company are saved at once, but not over what somebody else changed since the page showed it', async () => {
  const company = await newCompany(portal, { company_city: 'Austin' });
  const { owner, companyId } = company;
  const save = (city: string, seen: string) =>
    send(owner, saveCompany, {
      time_zone: 'America/Chicago',
      daily_summary_hour: '7',
      company_city: city,
      [`${seenPrefix}company_city`]: seen,
    });
  expect(redirectOf(await save('Waco', 'Austin'))).toBe('/user/profile/company');
  expect(takeFlash(owner.visitor.visit())).toMatchObject([{ tone: 'ok', text: 'Company settings saved' }]);
  expect(await save('Dallas', 'Austin')).toMatchObject({ init: { status: 409 } });
  const { rows } = await portal.pool.query('select company_city from company where id = $1', [companyId]);
  expect(rows).toEqual([{ company_city: 'Waco' }]);
});

test('a setting of a company whose settings are closed meanwhile says so', async () => {
  const { owner, companyId } = await newCompany(portal);
  await portal.pool.query('update company set enterprise_enabled = false where id = $1', [companyId]);
  const { text } = new Refusal('not-found');
  expect(
    await send(owner, saveCompanyField, { field: 'company_city', value: 'Waco', seen: '' }),
  ).toMatchObject({ data: { field: 'company_city', error: text }, init: { status: 404 } });
});
