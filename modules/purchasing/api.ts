import { calls } from '#modules/platform/index.ts';
import { getPaymentMethod, removePaymentMethod, updatePaymentMethod } from './company-card/managing.ts';
import { removeCoupon, verifyCoupon } from './coupons/redeeming.ts';
import { setPurchaseConfirmed } from './payment/confirming.ts';
import { getPurchase, listPurchases } from './receipts/history.ts';
import { downloadReceipt } from './receipts/receipts.ts';
import { startPurchase } from './start/starting.ts';

/** The calls of buying under /hub/api. */
export const purchasingCalls = calls([
  { method: 'POST', path: '/application/startpurchase', operation: startPurchase },
  { method: 'POST', path: '/application/setpurchaseconfirmed', operation: setPurchaseConfirmed },
  { method: 'POST', path: '/application/verifycoupon', operation: verifyCoupon },
  { method: 'POST', path: '/application/removecoupon', operation: removeCoupon },
  { method: 'GET', path: '/application/removecoupon', operation: removeCoupon, changesState: true },
  { method: 'POST', path: '/application/getpurchase', operation: getPurchase },
  { method: 'GET', path: '/application/downloadreceipt', operation: downloadReceipt },
  { method: 'GET', path: '/profile/purchases', operation: listPurchases },
  { method: 'GET', path: '/profile/getpaymentmethod', operation: getPaymentMethod },
  { method: 'POST', path: '/profile/updatepaymentmethod', operation: updatePaymentMethod },
  { method: 'POST', path: '/profile/removepaymentmethod', operation: removePaymentMethod },
  {
    method: 'GET',
    path: '/profile/removepaymentmethod',
    operation: removePaymentMethod,
    changesState: true,
  },
]);
