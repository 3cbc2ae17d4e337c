import { replacements, type TableCopies } from '#modules/platform/index.ts';
import { CODE_LENGTH, COUPON_CODE, couponAlphabet } from './coupons/issued.ts';

const { always, codeWord, email, kept, linkCode, nulled, opaque, words } = replacements;
const lastFour = always('4242');

/** What a copy without personal data has of the purchasing module's tables: the amounts, and no card. */
export const purchasingCopies: TableCopies = {
  charged_card: { brand: kept, last4: lastFour },
  company_card: { brand: kept, card_id: opaque, last4: lastFour },
  company_customer: { customer_id: opaque },
  coupon: { ...linkCode(COUPON_CODE, couponAlphabet, CODE_LENGTH), emailaddress: email },
  coupon_notice: { problem: codeWord },
  coupon_type: { code_type: kept },
  ledger_entry: { currency: kept, kind: kept, leg: kept, provider_id: opaque },
  payment_attempt: { provider_id: opaque },
  purchase: { brand_host: nulled, currency: kept, package_descrip: kept, transaction_id: opaque },
  refund: { currency: kept, requested_operator: always('Operator') },
  refund_part: { failure: words, provider_id: opaque },
};
