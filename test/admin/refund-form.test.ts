import { expect, test } from 'vitest';
import { refundForm } from '#modules/admin/forms.ts';

const note = 'The report came a week late';
const problem = (extent: 'full' | 'partial', refundamount: string) =>
  refundForm.schema.safeParse({ extent, refundamount, note }).error?.issues.map(({ message }) => message);

test('an amount is needed for another amount, and contradicts the full one', () => {
  expect(problem('full', '')).toBeUndefined();
  expect(refundForm.schema.safeParse({ extent: 'full', note }).success).toBe(true);
  expect(problem('partial', '25')).toBeUndefined();
  expect(problem('partial', '')).toEqual(['Enter the amount']);
  expect(problem('full', '25')).toEqual([
    'To refund this amount, choose Other amount. For the full amount, leave it empty.',
  ]);
});
