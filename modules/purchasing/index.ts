/** Start of a purchase, payment, receipts and the ledger: the module's one face. */
export { purchasingCalls } from './api.ts';
export { receivePaymentEvent, setPurchaseConfirmed, settlePaymentEvent } from './confirming.ts';
export { deliverReceipt } from './deliver.ts';
export { purchasePaid } from './events.ts';
export { getPurchase, listPurchases, purchaseGrid } from './history.ts';
export { handlePaymentEvent, sendReceipt } from './jobs.ts';
export { payHere, payThere } from './paying.ts';
export { purchasingPersonalData } from './personal-data.ts';
export { downloadReceipt } from './receipts.ts';
export { getStart, listOffers, startPurchase } from './starting.ts';
