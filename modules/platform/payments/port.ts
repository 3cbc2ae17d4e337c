/**
 * The payment port: what the portal asks of a payment provider, in the portal's own words. Amounts are integer cents.
 * One adapter implements it (`stripe.ts`); the sandbox is that same adapter against a server that speaks Stripe's API.
 */

/** The one currency (D6). */
export const CURRENCY = 'usd';

/** Identifiers that come back with every payment and event, so that one is never confused with another's. */
export interface PaymentReferences {
  purchaseId: string;
  attemptId: string;
}

/**
 * What the provider says of one payment, whether its card form stands in our page or on its own.
 * `open`: nothing taken yet, the person may try; `processing`: in the provider's hands; `authorized`: held on the card and
 * not taken yet; `closed`: can never be paid.
 */
export interface Payment {
  /** The object that we made: a PaymentIntent, or a hosted Checkout Session. */
  id: string;
  state: 'open' | 'processing' | 'authorized' | 'paid' | 'closed';
  /** Cents: what was taken when `paid`, else what is asked. */
  amount: number;
  /** Lower-case ISO code. */
  currency: string;
  /** The provider's transaction (PaymentIntent) that holds the money; null before a hosted page has one. */
  transactionId: string | null;
  /** The provider's words on the last try that failed, for the person. */
  declined: string | null;
  /**
   * What the buyer's browser alone may get to pay it: the card form's client secret, or the address of the hosted
   * page. null once it cannot be paid, and in events.
   */
  handover: string | null;
  references: Partial<PaymentReferences>;
}

export interface NewPayment {
  /** Idempotency key: the same one gives the same payment, for at least 24 hours. */
  key: string;
  amount: number;
  /** What is bought, as it stands on the provider's page and statement. */
  description: string;
  references: PaymentReferences;
}

export interface NewHostedPayment extends NewPayment {
  emailaddress: string;
  /** Where the provider's page sends the person back to, paid or not. */
  successUrl: string;
  cancelUrl: string;
}

/** An amount to hold on a card that the provider keeps, without the cardholder. */
export interface NewHold extends NewPayment {
  customerId: string;
  /** The provider's payment method. */
  cardId: string;
}

export interface NewRefund {
  key: string;
  transactionId: string;
  /** Cents. */
  amount: number;
  /** Our own id of the refund: found again by a retry that comes after the key is forgotten. */
  refundId: string;
}

/** A refund as the provider has it: one of ours, or one that was made in its dashboard. */
export interface ProviderRefund {
  id: string;
  /** Cents. */
  amount: number;
  currency: string;
  /** `failed`: the money is back with us. */
  state: 'processing' | 'done' | 'failed';
}

/** A charge that the cardholder disputes with the bank. */
export interface ProviderDispute {
  id: string;
  /** `inquiry`: the bank asks, and no money has moved; `closed`: an inquiry that ended without a dispute. */
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'closed';
  /** Disputed cents. */
  amount: number;
  currency: string;
  /** The bank's reason, as the provider writes it, such as `product_not_received`. */
  reason: string;
  /** Until when it can be answered; null when it cannot. */
  respondBy: Date | null;
  /** Cents that the provider took back from us, and that it returned when the dispute was won. */
  withdrawn: number;
  returned: number;
}

/** Money that the provider has moved for the portal: a payment that was taken, a refund, or a dispute. */
export interface ProviderMovement {
  /** Of the payment (PaymentIntent), the refund or the dispute. */
  id: string;
  /** Cents that came in; below zero for a refund and a dispute, and zero for one that failed or was won. */
  cents: number;
  currency: string;
}

/** A card that the provider keeps: what a page may show of it. */
export interface SavedCard {
  /** The provider's payment method. */
  id: string;
  /** As the provider writes it, such as `visa`. */
  brand: string;
  last4: string;
  /** 1 to 12. */
  expMonth: number;
  /** Four digits. */
  expYear: number;
}

/**
 * What the provider says of a card that is being saved for later charges.
 * `open`: the person may enter a card; `processing`: in the provider's hands; `closed`: can no longer be finished.
 */
export interface CardSetup {
  /** The object that we made: a SetupIntent, or a hosted Checkout Session. */
  id: string;
  state: 'open' | 'processing' | 'done' | 'closed';
  /** When the provider made it: the later of two setups counts. */
  createdAt: Date;
  /** The provider's customer for whom the card is saved. */
  customerId: string | null;
  /** Known when `done`. */
  card: SavedCard | null;
  /** The provider's words on the last try that failed, for the person. */
  declined: string | null;
  /** As in `Payment`. */
  handover: string | null;
}

export interface NewCardSetup {
  /** Idempotency key. */
  key: string;
  customerId: string;
}

export interface NewHostedCardSetup extends NewCardSetup {
  /** Where the provider's page sends the person back to; `{CHECKOUT_SESSION_ID}` in it becomes the setup's id. */
  successUrl: string;
  cancelUrl: string;
}

/** A notice from the provider whose signature was proven. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** The payment as it stood when the event was made; null for events about anything else. */
  payment: Payment | null;
  /** The id of the card setup that was finished; null for events about anything else. */
  setupId: string | null;
  /** The payment that a refund is of, by its transaction; null for events about anything else. */
  refundOf: string | null;
  /** The dispute and its payment, by the transaction; null for events about anything else. */
  disputed: DisputedPayment | null;
}

export interface DisputedPayment {
  disputeId: string;
  transactionId: string;
  /** Whether the dispute was opened or closed by this event. */
  news: boolean;
}

/** What a page needs to show the provider's card form, and what its content security policy must admit for it. */
export interface CardForm {
  publishableKey: string;
  scriptUrl: string;
  /** Sources to admit on the page that pays, and on no other. */
  sources: {
    script: string[];
    frame: string[];
    connect: string[];
    formAction: string[];
    /** Frames that may ask for Apple Pay and Google Pay. */
    payment: string[];
  };
}

/** The account that the secret key belongs to. */
export interface PaymentAccount {
  id: string;
  /** Whether it may take payments now. */
  chargesEnabled: boolean;
}

export interface PaymentProvider {
  readonly cardForm: CardForm;
  /** @throws PaymentFailure unauthorized for a key that the provider does not know */
  getAccount(): Promise<PaymentAccount>;
  /** A payment to be confirmed by the card form in our page. */
  createPaymentIntent(payment: NewPayment): Promise<Payment>;
  /** A payment on the provider's own page. */
  createCheckoutSession(payment: NewHostedPayment): Promise<Payment>;
  /** As it stands now, by the id of either kind. @throws PaymentFailure not-found */
  retrievePayment(id: string): Promise<Payment>;
  /** Sees to it that nobody can pay it any more. @returns as it stands then: `paid` when it came too late */
  closePayment(id: string): Promise<Payment>;
  /**
   * Holds an amount on a saved card until it is captured or closed; the bank lets it end after 5 days or later.
   * @throws PaymentFailure declined by the bank, which also means that it would have to ask the cardholder; rejected for a
   *   card that the provider does not have any more
   */
  holdOnCard(hold: NewHold): Promise<Payment>;
  /** Takes what is held. @throws PaymentFailure rejected when it was captured before, or the hold has ended */
  capturePayment(id: string): Promise<Payment>;
  /** The hold of an attempt whose id was never learned; null when the provider has none. */
  findHold(customerId: string, attemptId: string): Promise<Payment | null>;
  createCustomer(customer: { key: string; name: string; companyId: string }): Promise<{ id: string }>;
  /** A card to be saved by the card form in our page. */
  createSetupIntent(setup: NewCardSetup): Promise<CardSetup>;
  /** A card to be saved on the provider's own page. */
  createSetupSession(setup: NewHostedCardSetup): Promise<CardSetup>;
  /**
   * Saves a card that the provider's script has read already.
   * @param cardToken the provider's payment method
   * @throws PaymentFailure declined, rejected for a token that it does not know or that belongs to another customer
   */
  saveCard(setup: NewCardSetup & { cardToken: string }): Promise<CardSetup>;
  /** As it stands now, by the id of either kind. @throws PaymentFailure not-found */
  retrieveSetup(id: string): Promise<CardSetup>;
  /** Forgets a saved card; one that is forgotten already stays so. */
  forgetCard(cardId: string): Promise<void>;
  /** Gives money back; a late repeat finds the first one instead of making a second. */
  refund(refund: NewRefund): Promise<ProviderRefund>;
  /** All refunds of one payment, the newest first. */
  listRefunds(transactionId: string): Promise<ProviderRefund[]>;
  /** All disputes of one payment, the newest first. */
  listDisputes(transactionId: string): Promise<ProviderDispute[]>;
  /** Every payment, refund and dispute of the portal since an instant; what else the account was used for is left out. */
  listMovements(since: Date): Promise<ProviderMovement[]>;
  /** One payment, refund or dispute, by its id; null when the provider does not know it. */
  findMovement(id: string): Promise<ProviderMovement | null>;
  /**
   * Proves the signature of a notice and reads it.
   * @param payload the body, byte for byte
   * @throws PaymentFailure bad-signature: forged, or signed more than five minutes before `receivedAt`
   */
  constructEvent(payload: string, signature: string, receivedAt: Date): PaymentEvent;
}

/**
 * `declined`: the card was refused, `message` is for the person. `unavailable`: no answer, or a passing fault: try
 * again with the same key. `indeterminate`: the provider failed while it worked on a request under a key of ours: whether
 * it was done is not known, and the same key gets the same answer for 24 hours. `rejected`: the provider will not do this,
 * however often it is asked. `unauthorized`: it does not accept our secret key, or not for this; nothing was decided.
 */
export type PaymentFailureKind =
  | 'declined'
  | 'not-found'
  | 'unavailable'
  | 'indeterminate'
  | 'rejected'
  | 'unauthorized'
  | 'bad-signature';

export class PaymentFailure extends Error {
  override name = 'PaymentFailure';
  readonly kind: PaymentFailureKind;

  constructor(kind: PaymentFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
