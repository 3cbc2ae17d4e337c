import { addressSweep } from '#modules/platform/index.ts';

/** Brings the addresses that coupons were issued to to the one form. */
export const couponAddresses = addressSweep({
  name: 'purchasing.coupon-addresses',
  table: 'coupon',
  key: 'id',
  address: 'emailaddress',
});
