/** The start of a purchase, payment, receipts and the ledger: the only file of purchasing that other modules import. */

export { purchasingCopies } from './anonymized.ts';
export { purchasingCalls } from './api.ts';
export { purchasingAudit } from './audit.ts';
export { cardDays, expiringCards } from './company-card/expiring.ts';
export { forgetRemovedCard } from './company-card/keeping.ts';
export {
  confirmCardSetup,
  findPaymentMethod,
  getPaymentMethod,
  openCardSetup,
  paymentMethodAnswer,
  removePaymentMethod,
  updatePaymentMethod,
} from './company-card/managing.ts';
export { settleCardOfNewOwner } from './company-card/new-owner.ts';
export { couponAddresses } from './coupons/address-forms.ts';
export { findCardProblem } from './coupons/card-problem.ts';
export { chargeCompanyCard } from './coupons/charging.ts';
export { splitPrice } from './coupons/discounts.ts';
export { releaseAtProvider } from './coupons/holds.ts';
export {
  bindCoupons,
  type CouponHolder,
  extendCoupons,
  findUsableCoupon,
  issueCoupon,
  lapseCoupons,
} from './coupons/issued.ts';
export { offerCoupon, removeCoupon, verifyCoupon } from './coupons/redeeming.ts';
export {
  addCouponType,
  couponTypeAnswer,
  couponUse,
  listCouponTypes,
  switchCouponTypes,
} from './coupons/types.ts';
export { unusableCoupons } from './coupons/unusable.ts';
export { endLapsedCoupon, endUnusedPayment, unusedHolds } from './coupons/unused-holds.ts';
export {
  deliverCardExpires,
  deliverCouponCharge,
  deliverCouponRefused,
  deliverCouponUnusable,
  deliverReceipt,
} from './deliver.ts';
export { deliverDisputeNotice } from './disputes/deliver.ts';
export { purchasePaid } from './events.ts';
export { cardProblems } from './fields.ts';
export { forgetHost } from './forgetting-host.ts';
export {
  chargeCompany,
  closeAbandonedPurchase,
  endCoupon,
  endUnusedHold,
  forgetCompanyCard,
  handlePaymentEvent,
  releaseHold,
  sendCardExpires,
  sendCouponCharge,
  sendCouponRefused,
  sendCouponUnusable,
  sendDisputeNotice,
  sendReceipt,
  sendRefund,
  sendRefundNotice,
} from './jobs.ts';
export { abandonedPurchases, closeAbandoned } from './payment/abandoning.ts';
export { receivePaymentEvent, setPurchaseConfirmed, settlePaymentEvent } from './payment/confirming.ts';
export { payHere, payThere } from './payment/paying.ts';
export { type LedgerDifference, reconcileLedger } from './payment/reconciling.ts';
export { purchasingPersonalData } from './personal-data.ts';
export { readReceipt } from './receipts/data.ts';
export { getPurchase, listPurchases, purchaseGrid } from './receipts/history.ts';
export {
  answerReceipt,
  downloadReceipt,
  findReceipt,
  receiptAnswer,
  receiptWanted,
} from './receipts/receipts.ts';
export { aggregatedTransactions, transactionList } from './receipts/transactions.ts';
export { deliverRefundNotice } from './refunds/deliver.ts';
export { refundCauses, refundStates } from './refunds/entities.ts';
export { decideRefund, requestRefund } from './refunds/refunding.ts';
export { resendRefund } from './refunds/resending.ts';
export { carryOutRefund } from './refunds/sending.ts';
export { refundApproval } from './refunds/settings.ts';
export { holdRefunds, isRefundUnderWay } from './refunds/under-way.ts';
export { purchasingRetention } from './retention.ts';
export { getStart, listOffers, startPurchase } from './start/starting.ts';
export { getPromotion, readStore, type StoreSettings, saveStore } from './start/store.ts';
