/** What a coupon takes off a price. Pure functions; amounts are in cents unless stated otherwise. */
import { formatMoney, LEAST_CHARGE } from '#modules/platform/browser.ts';
import type { CodeType } from '../fields.ts';
import { purchasingTexts } from '../texts.ts';

export interface CouponValue {
  code_type: CodeType;
  /** Percent, or whole dollars for a flat coupon; null for a full one. */
  amount: number | null;
}

/** The description of a coupon that a company’s members read, such as `25% off`. */
export const describeCoupon = (coupon: CouponValue): string =>
  coupon.code_type === 'full' ? purchasingTexts['coupon.full'] : describeDiscount(coupon);

/** What a coupon takes off, for the person who gets it, such as `100% off`. */
export function describeDiscount({ code_type, amount }: CouponValue): string {
  if (code_type === 'flat') return `${formatMoney((amount ?? 0) * 100)} off`;
  return `${code_type === 'full' ? 100 : amount}% off`;
}

/** How a price is divided; the three parts add up to the price. */
export interface Split {
  /** What the buyer pays. */
  buyer: number;
  /** What the company pays. */
  company: number;
  /** A part that is less than the smallest possible charge, and counts as zero. */
  waived: number;
}

/** Divides a price between the buyer and the company of a coupon. Percents are rounded to the cent, half a cent upwards. */
export function splitPrice(price: number, coupon: CouponValue | null): Split {
  if (coupon === null) return { buyer: price, company: 0, waived: 0 };
  const off = Math.min(price, discountOf(price, coupon));
  const company = chargeable(off);
  const buyer = chargeable(price - off);
  return { buyer, company, waived: price - company - buyer };
}

/** Less than the smallest possible charge counts as zero (D32). */
const chargeable = (amount: number) => (amount < LEAST_CHARGE ? 0 : amount);

function discountOf(price: number, { code_type, amount }: CouponValue): number {
  if (code_type === 'full') return price;
  return code_type === 'percent' ? Math.round((price * (amount ?? 0)) / 100) : (amount ?? 0) * 100;
}

/** A subtotal in dollars, with two decimals only if it is not a whole number (doc2 §9), such as `59.25` or `54`. */
export function formatSubtotal(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
