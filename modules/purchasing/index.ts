/** Start of a purchase, payment, receipts and the ledger: the module's one face. */
export { abandonedPurchases, closeAbandoned } from './abandoning.ts';
export { purchasingCalls } from './api.ts';
export { chargeCompanyCard } from './charging.ts';
export {
  confirmCardSetup,
  findPaymentMethod,
  getPaymentMethod,
  openCardSetup,
  paymentMethodAnswer,
  removePaymentMethod,
  updatePaymentMethod,
} from './company-card.ts';
export { receivePaymentEvent, setPurchaseConfirmed, settlePaymentEvent } from './confirming.ts';
export {
  addCouponType,
  couponTypeAnswer,
  listCouponTypes,
  switchCouponTypes,
} from './coupon-types.ts';
export {
  bindCoupons,
  type CouponHolder,
  extendCoupons,
  findOpenCoupon,
  issueCoupon,
  lapseCoupons,
} from './coupons.ts';
export {
  deliverCardExpires,
  deliverCouponCharge,
  deliverCouponRefused,
  deliverReceipt,
} from './deliver.ts';
export { deliverDisputeNotice } from './deliver-dispute.ts';
export { deliverRefundNotice } from './deliver-refund.ts';
export { purchasePaid } from './events.ts';
export { getPurchase, listPurchases, purchaseGrid } from './history.ts';
export { releaseAtProvider } from './holds.ts';
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
  sendDisputeNotice,
  sendReceipt,
  sendRefund,
  sendRefundNotice,
} from './jobs.ts';
export { forgetRemovedCard } from './keeping-card.ts';
export { payHere, payThere } from './paying.ts';
export { purchasingPersonalData } from './personal-data.ts';
export { readReceipt } from './receipt-data.ts';
export { answerReceipt, downloadReceipt, findReceipt, receiptAnswer, receiptWanted } from './receipts.ts';
export { type LedgerDifference, reconcileLedger } from './reconciling.ts';
export { offerCoupon, removeCoupon, verifyCoupon } from './redeeming.ts';
export { refundCauses, refundStates } from './refund-entities.ts';
export { refundApproval } from './refund-settings.ts';
export { decideRefund, requestRefund } from './refunding.ts';
export { resendRefund } from './resending-refunds.ts';
export { carryOutRefund } from './sending-refunds.ts';
export { getStart, listOffers, startPurchase } from './starting.ts';
export { getPromotion, readStore, type StoreSettings, saveStore } from './store.ts';
export { expiringCards } from './sweeps.ts';
export { aggregatedTransactions, transactionList } from './transactions.ts';
export { endLapsedCoupon, endUnusedPayment, unusedHolds } from './unused-holds.ts';
