/** What one payer of a purchase has paid and got back, in cents. */
export interface RefundableCharge {
  charged: number;
  refunded: number;
}

export function leftToRefund(charges: readonly RefundableCharge[]): number {
  return charges.reduce((sum, { charged, refunded }) => sum + charged - refunded, 0);
}

/**
 * Splits a refund between those who paid, in proportion to what each paid, counting earlier refunds: several partial
 * refunds together give each payer the same as one refund of their total. Whole cents; the parts add up to `cents`, and
 * none is more than its payer has left.
 * @param cents from 1 to `leftToRefund(charges)`
 */
export function splitRefund(cents: number, charges: readonly RefundableCharge[]): number[] {
  const charged = charges.reduce((sum, charge) => sum + charge.charged, 0);
  const refunded = cents + charges.reduce((sum, charge) => sum + charge.refunded, 0);
  let open = cents;
  let roomAfter = leftToRefund(charges);
  return charges.map((charge) => {
    const room = charge.charged - charge.refunded;
    roomAfter -= room;
    const fair = Math.round((refunded * charge.charged) / charged) - charge.refunded;
    const part = Math.min(room, open, Math.max(fair, open - roomAfter, 0));
    open -= part;
    return part;
  });
}
