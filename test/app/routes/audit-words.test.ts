import { expect, test } from 'vitest';
import { detailParts, detailWords, doerWords } from '#app/routes/admin/audit-words.ts';
import '#modules/portal.ts';
import { describeAudit } from '#modules/platform/index.ts';

test('an action is read as its words, and one of an older version by its name', () => {
  expect(describeAudit('identity.session-opened')).toBe('Logged in');
  expect(describeAudit('identity.no-longer-there')).toBe('identity.no-longer-there');
});

test('details are read as words, without what is empty', () => {
  expect(detailWords({ from: null, to: 'paid', changed: ['address1', 'previous_addresses'] })).toBe(
    'to: paid; changed: street address, previous addresses',
  );
});

test('an empty list is none, and ids of rows and hashes of files are left out', () => {
  expect(
    detailWords({
      packages: [],
      id: '01976f3e-5b00-7000-8000-000000000001',
      before: 'dd57e2fcb03f8039bef95ac87a024add'.repeat(2),
    }),
  ).toBe('packages: none');
});

test('codes are read as words, and abbreviations in capitals', () => {
  expect(detailWords({ method: 'DISABLED', alert_type: 'application_ssn_verification', value: 'NO' })).toBe(
    'method: off; alert type: application SSN verification; value: no',
  );
  expect(detailWords({ of: 'portal', version: 1 })).toBe('terms: portal; version: 1');
});

test('an amount is read as money, and an id as it is', () => {
  expect(detailWords({ amount_cents: 7900, transaction: 'pi_BPr3Ml66nw_N2u' })).toBe(
    'amount: $79; transaction: pi_BPr3Ml66nw_N2u',
  );
});

test('who did it is named, whoever signs in by the address, and the portal where there is neither', () => {
  const nobody = { actor: null, admin: null, address: null };
  expect(doerWords({ ...nobody, actor: 'Dana Whitfield', address: '192.0.2.1' })).toBe(
    'By Dana Whitfield from 192.0.2.1',
  );
  expect(doerWords({ ...nobody, actor: 'Dana Whitfield', admin: 'Ada Minton' })).toBe(
    'By Dana Whitfield (Ada Minton, in an admin session)',
  );
  expect(doerWords({ ...nobody, address: '192.0.2.1' })).toBe('From 192.0.2.1');
  expect(doerWords(nobody)).toBe('By the portal');
});

test('an opened entry shows values before and after, and apart from them the reason and the rest', () => {
  expect(
    detailParts({
      address1: '1 Elm Street → 2 Oak Street',
      before_cents: 10_000,
      after_cents: 15_000,
      reason: 'Asked for by phone.',
      pages: 3,
      removed: true,
      kept: null,
    }),
  ).toEqual({
    changes: [
      { name: 'Amount', before: '$100', after: '$150' },
      { name: 'Street address', before: '1 Elm Street', after: '2 Oak Street' },
    ],
    reason: 'Asked for by phone.',
    others: [
      ['Pages', '3'],
      ['Removed', 'Yes'],
    ],
  });
  expect(detailParts({ from: null, to: 'paid' }).changes).toEqual([
    { name: 'Value', before: '', after: 'paid' },
  ]);
});

test('values of settings and of the catalog are read apart, without the list of their names', () => {
  expect(
    detailParts({
      company_name: 'Harbor Quay',
      changed: ['primary_color', 'disclaimer'],
      values: { primary_color: '#ED683C → #1F5F4A' },
    }),
  ).toEqual({
    changes: [{ name: 'Primary color', before: '#ED683C', after: '#1F5F4A' }],
    reason: null,
    others: [
      ['Company name', 'Harbor Quay'],
      ['Changed', 'disclaimer'],
    ],
  });
  const catalog = { what: 'package 2/NATIONAL', details: ['base_price_cents: 7900 -> 8900', 'kept'] };
  expect(detailParts(catalog).changes).toEqual([{ name: 'Base price', before: '$79', after: '$89' }]);
  expect(detailWords(catalog)).toBe('what: package 2/NATIONAL; details: base price: $79 → $89, kept');
});
