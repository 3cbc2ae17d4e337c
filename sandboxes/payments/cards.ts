/** The test cards and payment methods that Stripe documents, and the result of a payment with each. */

export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}

/** The reason of the cardholder's dispute. For an inquiry, the bank only asks and no money moves. */
export type CardDispute = 'fraudulent' | 'product_not_received' | 'inquiry';

export interface CardBehavior {
  /** Whether the bank asks the cardholder first (3-D Secure). */
  challenge?: true;
  /** The reason why the bank declines; undefined if it approves. */
  decline?: Decline;
  /** Whether the cardholder disputes every charge at once. */
  dispute?: CardDispute;
}

export interface TestCard {
  brand: 'visa' | 'mastercard' | 'amex';
  funding: 'credit' | 'debit';
  last4: string;
  behavior: CardBehavior;
}

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});
const expired: Decline = { code: 'expired_card', message: 'Your card has expired.' };
const wrongCode: Decline = { code: 'incorrect_cvc', message: "Your card's security code is incorrect." };
const failed: Decline = {
  code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
};
const insufficient = declined('insufficient_funds', 'Your card has insufficient funds.');

const byNumber: Record<string, Partial<TestCard>> = {
  '4242424242424242': {},
  '4000056655665556': { funding: 'debit' },
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000000000000002': { behavior: { decline: declined('generic_decline') } },
  '4000000000009995': { behavior: { decline: insufficient } },
  '4000000000009987': { behavior: { decline: declined('lost_card') } },
  '4000000000009979': { behavior: { decline: declined('stolen_card') } },
  '4000000000000069': { behavior: { decline: expired } },
  '4000000000000127': { behavior: { decline: wrongCode } },
  '4000000000000119': { behavior: { decline: failed } },
  '4000002500003155': { behavior: { challenge: true } },
  '4000002760003184': { behavior: { challenge: true } },
  '4000000000000259': { behavior: { dispute: 'fraudulent' } },
  '4000000000002685': { behavior: { dispute: 'product_not_received' } },
  '4000000000001976': { behavior: { dispute: 'inquiry' } },
  '4000008400001629': { behavior: { challenge: true, decline: declined('generic_decline') } },
};

const byTestMethod: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeProductNotReceived: '4000000000002685',
  pm_card_createDisputeInquiry: '4000000000001976',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecure2Required: '4000002500003155',
  pm_card_authenticationRequiredChargeDeclined: '4000008400001629',
};

/** The result for any other valid card number: a real card in test mode. */
const notATestCard = declined(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
);

function card(number: string): TestCard {
  const found = byNumber[number] ?? { behavior: { decline: notATestCard } };
  return { brand: 'visa', funding: 'credit', behavior: {}, last4: number.slice(-4), ...found };
}

export function findTestMethod(id: string): TestCard | undefined {
  // Own properties only, because an id may be a name such as `constructor`.
  const number = Object.hasOwn(byTestMethod, id) ? byTestMethod[id] : undefined;
  return number === undefined ? undefined : card(number);
}

/** A card as typed into a form. */
export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
}

/** A field whose value is invalid. The form reports it before the bank is asked. */
export interface Mistake<F extends string> {
  field: F;
  code: string;
  message: string;
}

export interface ReadCard extends TestCard {
  expMonth: number;
  expYear: number;
}

/**
 * Reads a typed card.
 * @returns all errors, or the card
 */
export function readTypedCard(
  typed: TypedCard,
  now: Date,
): { mistakes: Mistake<keyof TypedCard>[]; card?: undefined } | { mistakes: null; card: ReadCard } {
  const number = typed.number.replace(/[\s-]/g, '');
  const [month, year] = readExpiry(typed.expiry);
  const found = card(number);
  const mistakes = [
    numberMistake(number),
    expiryMistake(month, year, now),
    cvcMistake(typed.cvc, found.brand),
  ].filter((mistake) => mistake !== null);
  if (mistakes.length > 0) return { mistakes };
  return { mistakes: null, card: { ...found, expMonth: month, expYear: year } };
}

function readExpiry(expiry: string): [number, number] {
  const parts = /^\s*(\d{1,2})\s*[/\s-]?\s*(\d{2}|\d{4})\s*$/.exec(expiry);
  const year = Number(parts?.[2] ?? Number.NaN);
  return [Number(parts?.[1] ?? Number.NaN), year < 100 ? 2000 + year : year];
}

function numberMistake(number: string): Mistake<keyof TypedCard> | null {
  if (!/^\d{13,19}$/.test(number)) {
    return { field: 'number', code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  if (!passesLuhn(number)) {
    return { field: 'number', code: 'invalid_number', message: 'Your card number is invalid.' };
  }
  return null;
}

function expiryMistake(month: number, year: number, now: Date): Mistake<keyof TypedCard> | null {
  if (!(month >= 1 && month <= 12) || Number.isNaN(year)) {
    return {
      field: 'expiry',
      code: 'incomplete_expiry',
      message: "Your card's expiration date is incomplete.",
    };
  }
  if (year < now.getUTCFullYear() || (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)) {
    return {
      field: 'expiry',
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration year is in the past.",
    };
  }
  return null;
}

function cvcMistake(cvc: string, brand: TestCard['brand']): Mistake<keyof TypedCard> | null {
  const length = brand === 'amex' ? 4 : 3;
  if (new RegExp(`^\\d{${length}}$`).test(cvc.trim())) return null;
  return { field: 'cvc', code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
}

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
