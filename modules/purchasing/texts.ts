import { purchasingLimits as limits } from './limits.ts';

/**
 * The texts about buying a check. A comment after a text names the document and section, or the decision, that fixes
 * it.
 */
export const purchasingTexts = {
  'purchase.package-needed': 'Error: Please select a package to continue', // doc2 §8
  'purchase.terms-needed': 'Please agree to the purchase terms to pay.',
  'purchase.cardholder-needed': 'Enter the name on the card.',
  'purchase.zip-needed': `Enter the ${limits['purchase.zip-digits']} digits of the billing ZIP.`,
  'purchase.declined-prefix': 'Error : ', // doc2 §8
  'purchase.declined': 'The transaction was declined.', // doc2 §8
  'purchase.not-now': 'You already have a background check. Please finish it before you buy another.',
  'store.closed': 'The background check store is down temporarily for maintenance.', // doc2 §8
  'store.elsewhere': 'This company sells background checks in its own store:',
  'store.window-order': 'The end must be after the start.',
  'store.window-whole': 'Enter both a start and an end, or neither.',
  'purchase.closed': 'This purchase was closed. You weren’t charged for it.',
  'purchase.amount-changed': 'The price has changed. Please check it before you pay.',
  'purchase.paid-already': 'This purchase is already paid.',
  'purchase.not-paid': 'This purchase has not been paid yet.',
  'purchase.processing': 'Your bank is still working on this payment. We’ll keep checking.',
  'purchase.unconfirmed':
    'The payment service isn’t responding, so we can’t confirm your payment yet. Please don’t pay again. We’ll keep checking.',
  'purchase.provider-silent':
    'The payment service isn’t responding. You weren’t charged. Please try again in a moment.',
  'purchase.unmatched': 'Your payment didn’t match this purchase. We’re refunding it, and you can pay again.',
  'purchase.notice-unsigned': 'This notice is not signed by the payment service.',
  'refund.too-high': 'Error: Total refund amount cannot exceed original charge amount', // doc3 §8
  'refund.nothing-left': 'Everything that was paid for this check is already refunded.',
  'refund.nothing': 'Enter an amount above zero.',
  'refund.under-way': 'Another refund of this check is under way. Please wait until it’s done.',
  'refund.disputed':
    'The cardholder disputed this payment with their bank. It can be refunded only if the dispute is won.',
  'refund.decided': 'This refund was already decided.',
  'refund.own': 'You issued this refund, so another admin has to decide.',
  'refund.expires-score': 'A full refund on an active check expires the user’s ShieldScore.', // doc3 §5, D113
  'refund.sent': 'Refund issued',
  'refund.waits': 'Refund issued. A second admin has to approve it.',
  'card.owner-only': 'Payment method access is restricted to account owners', // doc2 §2.13
  'card.not-saved': 'The card was not saved. Please enter it again.',
  'card.saved': 'Card saved',
  'card.removed': 'Card removed',
  'coupon.percent-wrong': `Enter a percentage from ${limits['coupon.percent'][0]} to ${limits['coupon.percent'][1]}, digits only.`, // doc3 §5
  'coupon.flat-wrong': `Enter an amount from ${limits['coupon.flat-dollars'][0]} to ${limits['coupon.flat-dollars'][1]} dollars, digits only.`, // doc3 §5
  'coupon.type-exists': 'The company already has this coupon.',
  'coupon.invalid': 'Coupon code not valid', // doc2 §5, §8
  'coupon.full': '100% off: your company pays',
  'coupon.unusable': 'can’t be used right now. We’re telling the company.', // D32
  'coupon.ended': 'is no longer valid.',
  'coupon.not-charged': 'Nothing was charged.',
  'coupon.card-needed': 'Coupons can’t be sent until the company’s owner saves a card that works.', // D32
  'coupon.card-missing': 'Coupons can’t be sent or used until you save a card.',
  'coupon.card-expired': 'This card has expired. Coupons can’t be sent or used until you update it.',
  'coupon.type-inactive': 'This coupon is no longer available. Choose another one.',
  'coupon.no-payment': 'NO PAYMENT REQUIRED', // doc2 §4.7
  'coupon.applied': 'Coupon applied',
  'coupon.removed': 'Coupon removed',
  'coupon.card-refused':
    'Your bank declined this card for a coupon. Coupons can’t be sent or used until you update the card.',
  'purchases.empty': 'No Purchases', // doc2 §2.7
  'purchases.coupon-payment': 'Coupon Discount Payment', // doc2 §2.7
  'start.for-others': 'Buying for others', // doc2 §2.6
  'receipt.almost-done': 'Almost Done', // doc2 §2.6
  'receipt.later': 'Maybe Later', // doc2 §2.6
  'promotion.title': 'Your First Background Check', // doc2 §2.1
} as const;
