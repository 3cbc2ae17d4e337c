import { expect, test } from 'vitest';
import { storeForm } from '#modules/purchasing/forms.ts';
import { refundApproval } from '#modules/purchasing/refunds/settings.ts';
import { abandonedAfter, promotion, storeWindow } from '#modules/purchasing/settings.ts';

test.each([
  ['hours until an unpaid purchase is closed', abandonedAfter, 24, [1, 720], [0, 721, 1.5]],
  ['cents that need a second admin', refundApproval, 10_000, [0, 100_000_000], [-1, 100_000_001, 0.5]],
])(
  '%s: the value before staff set one, and its bounds',
  (_name, { initial, schema }, value, taken, refused) => {
    expect(initial).toBe(value);
    expect([...taken, ...refused].filter((each) => schema.safeParse(each).success)).toEqual(taken);
  },
);

test('a new portal sells, and shows the card of the first check without a claim', () => {
  expect(storeWindow.initial).toBeNull();
  expect(promotion.initial).toMatchObject({ shown: true, claim: false });
});

test('F78: the form of the store takes the hours of its list, and both times or none', () => {
  const errorsOf = (changes: object) =>
    storeForm.schema
      .safeParse({ abandoned_after: '24', promotion_text: 'Begin today.', ...changes })
      .error?.issues.map(({ path }) => path[0]) ?? [];
  const hours = ['6', '12', '24', '48', '72', '168'];
  expect(
    [...hours, '7', '0'].filter((abandoned_after) => errorsOf({ abandoned_after }).length === 0),
  ).toEqual(hours);
  const time = '12/01/2026 02:00 AM';
  expect(errorsOf({ closed_from: time, closed_until: time })).toEqual([]);
  expect(errorsOf({ closed_from: time })).toEqual(['closed_until']);
  expect(errorsOf({ closed_until: time })).toEqual(['closed_until']);
});
