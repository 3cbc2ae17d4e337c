/**
 * The payment port: what the portal needs from a payment provider. Amounts are integer cents. It has one adapter
 * (`stripe.ts`). The sandbox uses the same adapter with a server that has Stripe's API.
 */

/** The one currency (D6). */
export const CURRENCY = 'usd';

/** Ids that come back with every payment and event, so that payments cannot be mixed up. */
export interface PaymentReferences {
  purchaseId: string;
  attemptId: string;
}

/**
 * The state of one payment according to the provider, with a card form in our page or on the provider's own page.
 * `open`: nothing was taken yet, the person may try; `processing`: the provider is working on it; `authorized`: held on
 * the card and not taken yet; `closed`: can never be paid.
 */
export interface Payment {
  /** The id of the object that we created: a PaymentIntent, or a hosted Checkout Session. */
  id: string;
  state: 'open' | 'processing' | 'authorized' | 'paid' | 'closed';
  /** In cents: what was taken if `paid`, otherwise what is asked for. */
  amount: number;
  /** Lower-case ISO code. */
  currency: string;
  /** The provider's transaction (PaymentIntent) for the money; null before a hosted page has one. */
  transactionId: string | null;
  /** The provider's message for the person about the last failed try. */
  declined: string | null;
  /**
   * What only the buyer's browser may get, to pay: the client secret for the card form, or the address of the hosted
   * page. null if it can no longer be paid, and in events.
   */
  handover: string | null;
  references: Partial<PaymentReferences>;
}

export interface NewPayment {
  /** Idempotency key: for at least 24 hours, the same key returns the same payment. */
  key: string;
  amount: number;
  /** The name of what is bought, for the provider's page and statement. */
  description: string;
  references: PaymentReferences;
}

export interface NewHostedPayment extends NewPayment {
  emailaddress: string;
  /** Where the provider's page sends the person back to, after the payment or without one. */
  successUrl: string;
  cancelUrl: string;
}

/** An amount to hold on a card that the provider has saved, while the cardholder is not present. */
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
  /** Our own id of the refund. A retry can find the refund by it after the key has expired. */
  refundId: string;
}

/** A refund according to the provider: one of ours, or one that was made in the provider's dashboard. */
export interface ProviderRefund {
  id: string;
  /** Cents. */
  amount: number;
  currency: string;
  /** `failed`: the money has come back to us. */
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
  /** The bank's reason in the provider's words, such as `product_not_received`. */
  reason: string;
  /** The deadline for an answer; null if it cannot be answered. */
  respondBy: Date | null;
  /** In cents: what the provider took back from us, and what it returned after we won the dispute. */
  withdrawn: number;
  returned: number;
}

/** Money that the provider has moved for the portal: a payment that was taken, a refund, or a dispute. */
export interface ProviderMovement {
  /** The id of the payment (PaymentIntent), the refund or the dispute. */
  id: string;
  /** In cents: positive for money that came in, negative for a refund and a dispute, zero if it failed or was won. */
  cents: number;
  currency: string;
}

/** A card that the provider has saved, with what a page may show of it. */
export interface SavedCard {
  /** The provider's payment method. */
  id: string;
  /** In the provider's words, such as `visa`. */
  brand: string;
  last4: string;
  /** 1 to 12. */
  expMonth: number;
  /** Four digits. */
  expYear: number;
}

/**
 * The state of a card that is being saved for later charges, according to the provider. `open`: the person may enter a
 * card; `processing`: the provider is working on it; `closed`: can no longer be finished.
 */
export interface CardSetup {
  /** The id of the object that we created: a SetupIntent, or a hosted Checkout Session. */
  id: string;
  state: 'open' | 'processing' | 'done' | 'closed';
  /** When the provider created it. Of two setups, the later one counts. */
  createdAt: Date;
  /** The provider's customer for whom the card is saved. */
  customerId: string | null;
  /** Known when `done`. */
  card: SavedCard | null;
  /** The provider's message for the person about the last failed try. */
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
  /**
   * Where the provider's page sends the person back to. `{CHECKOUT_SESSION_ID}` in it is replaced by the setup's id.
   */
  successUrl: string;
  cancelUrl: string;
}

/** A webhook event of the provider, with a verified signature. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** The payment at the time of the event; null for events about anything else. */
  payment: Payment | null;
  /** The id of the card setup that was finished; null for events about anything else. */
  setupId: string | null;
  /** The transaction id of the payment that was refunded; null for events about anything else. */
  refundOf: string | null;
  /** The dispute, with the transaction id of its payment; null for events about anything else. */
  disputed: DisputedPayment | null;
}

export interface DisputedPayment {
  disputeId: string;
  transactionId: string;
  /** Whether the dispute was opened or closed by this event. */
  news: boolean;
}

/** What a page needs to show the provider's card form, and what its content security policy must allow for it. */
export interface CardForm {
  publishableKey: string;
  scriptUrl: string;
  /** Sources to allow on the page with the card form, and on no other page. */
  sources: {
    script: string[];
    frame: string[];
    connect: string[];
    formAction: string[];
    /** Origins of frames that may use Apple Pay and Google Pay. */
    payment: string[];
  };
}

/** The account that the secret key belongs to. */
export interface PaymentAccount {
  id: string;
  /** Whether it may take payments now. */
  chargesEnabled: boolean;
}

/** An address to which the provider sends events. */
export interface EventReceiver {
  url: string;
  enabled: boolean;
  /** `*` for all. */
  events: readonly string[];
}

export interface PaymentProvider {
  readonly cardForm: CardForm;
  /** @throws PaymentFailure unauthorized if the provider does not know the key */
  getAccount(): Promise<PaymentAccount>;
  /** A payment to be confirmed by the card form in our page. */
  createPaymentIntent(payment: NewPayment): Promise<Payment>;
  /** A payment on the provider's own page. */
  createCheckoutSession(payment: NewHostedPayment): Promise<Payment>;
  /**
   * Where the provider sends its events, as it is set up there.
   * @throws PaymentFailure unauthorized if our key may not ask for it
   */
  listEventReceivers(): Promise<EventReceiver[]>;
  /**
   * The current payment, by the id of either kind.
   * @throws PaymentFailure not-found
   */
  retrievePayment(id: string): Promise<Payment>;
  /**
   * Makes sure that nobody can pay it any more.
   * @returns its state afterwards; `paid` if it was paid before
   */
  closePayment(id: string): Promise<Payment>;
  /**
   * Holds an amount on a saved card until it is captured or closed. The bank ends the hold after 5 days or later.
   * @throws PaymentFailure declined if the bank declines or would have to ask the cardholder; rejected if the provider
   * no longer has the card
   */
  holdOnCard(hold: NewHold): Promise<Payment>;
  /**
   * Takes the held amount.
   * @throws PaymentFailure rejected if it was captured before, or the hold has ended
   */
  capturePayment(id: string): Promise<Payment>;
  /** Finds the hold of an attempt if its id was never received; null if the provider has none. */
  findHold(customerId: string, attemptId: string): Promise<Payment | null>;
  createCustomer(customer: { key: string; name: string; companyId: string }): Promise<{ id: string }>;
  /** A card to be saved by the card form in our page. */
  createSetupIntent(setup: NewCardSetup): Promise<CardSetup>;
  /** A card to be saved on the provider's own page. */
  createSetupSession(setup: NewHostedCardSetup): Promise<CardSetup>;
  /**
   * Saves a card that the person has entered in the provider's card form.
   * @param cardToken the id of the provider's payment method
   * @throws PaymentFailure declined, rejected if the token is unknown or belongs to another customer
   */
  saveCard(setup: NewCardSetup & { cardToken: string }): Promise<CardSetup>;
  /**
   * The current setup, by the id of either kind.
   * @throws PaymentFailure not-found
   */
  retrieveSetup(id: string): Promise<CardSetup>;
  /** Deletes a saved card at the provider. Does nothing if it is already deleted. */
  forgetCard(cardId: string): Promise<void>;
  /** Refunds money. If it is repeated later, it finds the first refund instead of making a second one. */
  refund(refund: NewRefund): Promise<ProviderRefund>;
  /** All refunds of one payment, the newest first. */
  listRefunds(transactionId: string): Promise<ProviderRefund[]>;
  /** The card that paid; null if the provider does not know the payment, or it was not paid with a card. */
  findChargedCard(transactionId: string): Promise<Pick<SavedCard, 'brand' | 'last4'> | null>;
  /** All disputes of one payment, the newest first. */
  listDisputes(transactionId: string): Promise<ProviderDispute[]>;
  /**
   * Every payment, refund and dispute of the portal since an instant. Other movements on the same account are left out.
   */
  listMovements(since: Date): Promise<ProviderMovement[]>;
  /** One payment, refund or dispute, by its id; null if the provider does not know it. */
  findMovement(id: string): Promise<ProviderMovement | null>;
  /**
   * Verifies the signature of a webhook event and reads it.
   * @param payload the body, byte for byte
   * @throws PaymentFailure bad-signature if it is forged, or signed more than five minutes before `receivedAt`
   */
  constructEvent(payload: string, signature: string, receivedAt: Date): PaymentEvent;
}

/**
 * `declined`: the card was refused, and `message` is for the person. `unavailable`: no answer or a temporary error;
 * retry with the same key. `indeterminate`: the provider failed while it processed a request with a key of ours. We do
 * not know whether it was done, and the same key returns the same answer for 24 hours. `rejected`: the provider will
 * never do this, however often it is asked. `unauthorized`: it does not accept our secret key, or not for this request;
 * nothing was done.
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
  /** Whether the provider does not work; otherwise it answered. */
  readonly unavailable: boolean;

  constructor(kind: PaymentFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.unavailable = kind === 'unavailable' || kind === 'indeterminate';
  }
}
