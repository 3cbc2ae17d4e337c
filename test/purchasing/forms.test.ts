import { expect, test } from 'vitest';
import { payHereForm, selectPackageForm } from '#modules/purchasing/forms.ts';
import { newYorkYears, progress } from '#modules/purchasing/statuses.ts';
import { shows } from '#test/shown.ts';

const good = {
  purchaseid: '018f0000-0000-7000-8000-000000000001',
  accept_terms: 'YES',
  cardholder: 'Dana Whitfield',
  billingzip: '78751',
};

function errorOf(changes: object, field: string): string {
  const parsed = payHereForm.schema.safeParse({ ...good, ...changes });
  return parsed.error?.issues.find((issue) => issue.path[0] === field)?.message ?? '';
}

test('the card form needs the holder, five digits of ZIP and the terms', () => {
  expect(payHereForm.schema.safeParse(good).success).toBe(true);
  shows('purchase.cardholder-needed', errorOf({ cardholder: undefined }, 'cardholder'));
  shows('purchase.cardholder-needed', errorOf({ cardholder: '  ' }, 'cardholder'));
  shows('purchase.zip-needed', errorOf({ billingzip: undefined }, 'billingzip'));
  shows('purchase.terms-needed', errorOf({ accept_terms: undefined }, 'accept_terms'));
  const taken = ['7875', '78751', '787511', '7875a'].filter(
    (zip) => errorOf({ billingzip: zip }, 'billingzip') === '',
  );
  expect(taken).toEqual(['78751']);
});

test('a package must be chosen', () => {
  expect(selectPackageForm.schema.safeParse({}).error?.issues[0]?.message).toBe('Choose one of these');
});

test('the steps stand at their share of the whole', () => {
  expect(Object.values(progress)).toEqual([20, 40, 60, 60, 100]);
  expect(newYorkYears).toBe(10);
});
