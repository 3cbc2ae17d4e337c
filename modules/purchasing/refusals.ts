import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { type ConstraintRefusals, type RefusalTable, refusalsOf } from '#modules/platform/index.ts';
import { purchasingTexts as texts } from './texts.ts';

export const purchasingRefusals = {
  'purchasing.package-needed': { status: 400, text: texts['purchase.package-needed'] },
  'purchasing.terms-needed': { status: 400, text: texts['purchase.terms-needed'] },
  'purchasing.not-now': { status: 409, text: texts['purchase.not-now'] },
  'purchasing.store-window': { status: 400, text: texts['store.window-order'] },
  'purchasing.changed-meanwhile': { status: 409, text: enterpriseTexts['console.changed-meanwhile'] },
  'purchasing.store-closed': { status: 503, text: texts['store.closed'] },
  'purchasing.store-elsewhere': { status: 409, text: texts['store.elsewhere'] },
  'purchasing.closed': { status: 409, text: texts['purchase.closed'] },
  'purchasing.amount-changed': { status: 409, text: texts['purchase.amount-changed'] },
  'purchasing.paid-already': { status: 409, text: texts['purchase.paid-already'] },
  'purchasing.not-paid': { status: 409, text: texts['purchase.not-paid'] },
  'purchasing.processing': { status: 409, text: texts['purchase.processing'] },
  'purchasing.unmatched': { status: 409, text: texts['purchase.unmatched'] },
  'purchasing.declined': { status: 402, text: texts['purchase.declined'] },
  'purchasing.provider-silent': { status: 503, text: texts['purchase.provider-silent'] },
  'purchasing.unconfirmed': { status: 503, text: texts['purchase.unconfirmed'] },
  'purchasing.refund-too-high': { status: 409, text: texts['refund.too-high'] },
  'purchasing.nothing-to-refund': { status: 409, text: texts['refund.nothing-left'] },
  'purchasing.refund-nothing': { status: 400, text: texts['refund.nothing'] },
  'purchasing.refund-under-way': { status: 409, text: texts['refund.under-way'] },
  'purchasing.disputed': { status: 409, text: texts['refund.disputed'] },
  'purchasing.refund-decided': { status: 409, text: texts['refund.decided'] },
  'purchasing.refund-own': { status: 403, text: texts['refund.own'] },
  'purchasing.owner-only': { status: 403, text: texts['card.owner-only'] },
  'purchasing.card-refused': { status: 402, text: texts['purchase.declined'] },
  'purchasing.card-not-saved': { status: 409, text: texts['card.not-saved'] },
  'purchasing.coupon-invalid': { status: 400, text: texts['coupon.invalid'] },
  'purchasing.coupon-card-needed': { status: 409, text: texts['coupon.card-needed'] },
  'purchasing.coupon-type-inactive': { status: 409, text: texts['coupon.type-inactive'] },
  'purchasing.coupon-type-exists': { status: 409, text: texts['coupon.type-exists'] },
  'purchasing.notice-unsigned': { status: 401, text: texts['purchase.notice-unsigned'] },
} as const satisfies RefusalTable;

/** The refusals of this module: its own codes and those of platform. */
export class Refusal extends refusalsOf(purchasingRefusals) {}

/** For a race that gets past the check and is stopped by the constraint. */
export const purchasingConstraints = {
  coupon_type_active_key: (options) => new Refusal('purchasing.coupon-type-exists', options),
} satisfies ConstraintRefusals;
