import type { DayRule } from '#modules/platform/fields/days.ts';

/** The last word of each key is its unit. */
export const purchasingLimits = {
  'purchase.zip-digits': 5, // doc2 §5
  'purchase.new-york-look-back-years': 10, // doc2 §9
  'purchase.progress-percent': [20, 40, 60, 60, 100], // doc2 §9
  'coupon.percent': [1, 100], // doc3 §5, §9
  'coupon.flat-dollars': [1, 300], // doc3 §5, §9
} as const;

/** How many days before their company's card expires owners are told. */
export const cardReminders: DayRule = {
  least: 1,
  most: 5,
  upTo: 60,
  initial: [30, 7],
  counted: 'before',
};
