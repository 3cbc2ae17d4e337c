import type { ActionFunctionArgs } from '@remix-run/node';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { submit } from '#app/action.server.ts';
import * as applications from '#modules/applications/forms.ts';
import * as identity from '#modules/identity/forms.ts';
import { identityLimits } from '#modules/identity/limits.ts';
import * as network from '#modules/network/forms.ts';
import { type AnyField, type Fields, optional } from '#modules/platform/fields/field.ts';
import { Form, form } from '#modules/platform/fields/form.ts';
import { attributesOf } from '#modules/platform/fields/html.ts';
import * as kinds from '#modules/platform/fields/kinds.ts';
import { changesOf, inputOf, schemaOf } from '#modules/platform/fields/schema.ts';
import { anyone, operation, Refusal } from '#modules/platform/index.ts';
import * as purchasing from '#modules/purchasing/forms.ts';
import { contextOf } from '#test/app/page.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

const forms = [identity, applications, purchasing, network].flatMap((module) =>
  Object.entries(module).filter((entry): entry is [string, Form] => entry[1] instanceof Form),
);

const refusing = operation({
  name: 'test.refusing',
  summary: 'Refuses.',
  access: anyone,
  kind: 'read',
  input: z.object({}),
  output: z.object({}),
  run: () => Promise.reject(new Refusal('conflict')),
});

/** A valid value for each kind of field, as people type it. */
const typed: Record<AnyField['kind'], string> = {
  line: 'Nina',
  key: 'Nina',
  reference: 'OH 518-561-348',
  name: 'Nina',
  legalName: 'Łukasz',
  note: 'Something is wrong',
  term: '<Nina@Example.com>',
  email: 'Nina@Example.com',
  accountEmail: 'Nina@Example.com',
  phone: '(512) 555-0147',
  postalCode: '78751',
  webAddress: 'https://help.example.com/start',
  hostLabel: 'Acme-Builders',
  timeZone: 'America/Chicago',
  color: '#ED683C',
  state: 'tx',
  date: '4/12/1985',
  dateTime: '4/12/1985 2:00 pm',
  birthDate: '04/12/1985',
  ssn: '900-12-3456',
  taxId: '90-1234567',
  ssnLastFour: '3456',
  password: 'violet-Harbor-4471',
  newPassword: 'violet-Harbor-4471',
  code: 'K7M2QX',
  money: '49.50',
  tick: 'on',
  agreement: 'on',
  id: '018f0000-0000-7000-8000-000000000001',
  number: '3',
  data: 'c3Ryb2tlcw',
  choice: 'YES',
  many: 'TX',
  rows: '',
};

function fill(fields: Fields, body: URLSearchParams, secrets: string[], prefix = ''): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'rows') {
      fill(field.of, body, secrets, `${prefix}${name}[0].`);
      continue;
    }
    const value = field.secret ? `${typed[field.kind]}` : typed[field.kind];
    if (field.secret) secrets.push(value);
    body.append(`${prefix}${name}`, value);
  }
}

function argsOf(body: URLSearchParams): ActionFunctionArgs {
  const request = new Request('http://localhost:3000/', { method: 'POST', body });
  return { request, params: {}, context: contextOf(portal, portal.visitor()) } as ActionFunctionArgs;
}

test('the modules let out forms', () => {
  expect(forms.length).toBeGreaterThan(20);
});

describe.each(forms)('%s', (_name, each) => {
  const body = new URLSearchParams({ form: 'page' });
  const secrets: string[] = [];
  fill(each.fields, body, secrets);
  body.set('unknown', 'nobody-asked');

  test('refused by its operation, it comes back without a secret and without what it did not ask', async () => {
    const reply = JSON.stringify(
      await submit(argsOf(body), {
        form: each,
        operation: refusing,
        input: () => ({}),
        done: () => null,
      }),
    );
    expect(reply).toContain('"form":"page"');
    for (const secret of secrets) expect(reply).not.toContain(secret);
    expect(reply).not.toContain('nobody-asked');
  });

  test('what has to be secret is', () => {
    const open = Object.entries(each.fields).filter(
      ([name, field]) =>
        !field.secret && /password|^code$|^(confirm)?ssn|^signature_|^card(?!holder)/.test(name),
    );
    expect(open).toEqual([]);
  });
});

describe('every kind of field', () => {
  const { lengths: _lengths, ...makers } = kinds;
  test.each([
    ['line', makers.personName('Name')],
    ['email', makers.emailAddress()],
    ['phone', makers.phone('Mobile')],
    ['postalCode', makers.postalCode('ZIP code')],
    ['state', makers.state()],
    ['date', makers.date('Day')],
    ['birthDate', makers.birthDate()],
    ['ssn', makers.ssn()],
    ['taxId', makers.taxId()],
    ['ssnLastFour', makers.ssnLastFour('Last four')],
    ['newPassword', makers.newPassword('Password', 'Choose one')],
    ['code', makers.code()],
    ['note', makers.note('Note', { max: 100 })],
  ] as const)(
    '%s takes what is typed and what it made of it, not an empty text unless optional',
    (kind, field) => {
      const schema: z.ZodType = schemaOf(field);
      const once = schema.parse(typed[kind]);
      expect(schema.parse(once)).toEqual(once);
      if (kind !== 'code') expect(schema.safeParse('').success).toBe(false);
      expect((schemaOf(optional(field)) as z.ZodType).parse(undefined)).toBe('');
      expect(attributesOf(field)).toMatchObject({ required: true });
      expect(attributesOf(field), 'a paste is cut').not.toHaveProperty('maxLength');
      expect(attributesOf(optional(field))).toMatchObject({ required: false });
    },
  );

  test('money is typed as dollars and kept as cents', () => {
    const schema = schemaOf(kinds.money('Amount'));
    const cents = ['49.50', '$1,200', '0.05', '7'].map((amount) => schema.parse(amount));
    expect(cents).toEqual([4950, 120_000, 5, 700]);
    for (const wrong of ['', '1.234', '-5', 'ten']) expect(schema.safeParse(wrong).success).toBe(false);
  });

  test('what is far too long is told so, and nothing else looks at it', () => {
    const found = schemaOf(kinds.personName('Name')).safeParse('x'.repeat(2_000_000));
    expect(found.error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Use at most/),
    ]);
  });

  test('dates that are none, too early or in other forms are told apart', () => {
    const schema = schemaOf(kinds.birthDate());
    const errors = ['spring 1990', '02/30/1990', '01/01/1900', '1990-02-28', '2/28/1990'].map(
      (date) => schema.safeParse(date).error?.issues[0]?.message ?? null,
    );
    expect(errors).toEqual([
      'Enter the date as MM/DD/YYYY',
      'There is no such date. Check the month and the day',
      'Enter a date after 01/01/1900',
      null,
      null,
    ]);
  });
});

test('a change of some fields leaves the others out, and may empty one that may be empty', () => {
  const fields = { firstname: kinds.personName('First name'), city: optional(kinds.city()) };
  const changes = changesOf(fields);
  expect(changes.parse({})).toEqual({});
  expect(changes.parse({ city: '' })).toEqual({ city: '' });
  expect(changes.safeParse({ firstname: '' }).success).toBe(false);
  expect(inputOf(fields).parse({ firstname: 'Nina' })).toEqual({ firstname: 'Nina', city: '' });
});

test('a check between fields keeps the fields of its form', () => {
  const made = form({ firstname: kinds.personName('First name') }, (schema) =>
    schema.refine(({ firstname }) => firstname !== 'Nobody', { path: ['firstname'], message: 'Somebody' }),
  );
  expect(made.fields.firstname.max).toBe(60);
  expect(made.schema.safeParse({ firstname: 'Nobody' }).error?.issues[0]?.message).toBe('Somebody');
});

test('what is wrong between fields is told together with what is wrong in each', () => {
  const typed = { firstname: '', dateofbirth: '04/12/1985', confirmdateofbirth: '04/13/1985' };
  const { error } = applications.firstNameForm.schema.safeParse({
    ...typed,
    ssn: '900-00-0001',
    confirmssn: '900-00-0002',
  });
  const named = error?.issues.map(({ path }) => path.join('.'));
  const both = ['ssn', 'confirmssn', 'dateofbirth', 'confirmdateofbirth'];
  expect(named).toEqual(['firstname', 'lastname', ...both]);
});

test('the documented limits are those of the fields', () => {
  expect(identityLimits['password.characters']).toEqual([kinds.lengths.newPassword, kinds.lengths.password]);
});
