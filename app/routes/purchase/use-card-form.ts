import { type RefObject, useEffect, useRef, useState } from 'react';
import { MINUTE } from '#modules/platform/browser.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { looksOf } from './card-form-looks.ts';
import { loadStripe, type StripeBrowser, type StripeElements, type StripeFailure } from './stripe-browser.ts';

export interface CardFormSettings {
  scriptUrl: string;
  publishableKey: string;
  /** In cents: the amount to pay; null for a card that is saved for later. */
  amount: number | null;
}

/**
 * Asks our server for the client secret of the payment or card to be confirmed.
 * @returns the server's message instead; null if the browser is redirected
 */
export type OpenHandover = (form: FormData) => Promise<{ client_secret: string } | string | null>;

/**
 * `coming` until the provider's form has loaded; `elsewhere` if it does not load, so that the person pays on the
 * provider's page, as without script.
 */
export type CardFormState = 'coming' | 'here' | 'elsewhere';

export interface Holder {
  cardholder: string;
  billingzip: string;
}

/** Why a payment did not go through, or what is missing in the card form. */
export interface Failure {
  words: string;
  /** Whether it is about the values in the card form. */
  inCard: boolean;
}

const GIVEN_UP_AFTER = 2 * MINUTE;
/** The height of one line in pixels. The provider's form shows its own error when a field is left. */
const ERROR_LINE = 24;

/** Shows the provider's card form in `container`, and uses its card. Card data stays in the provider's frame. */
export function useCardForm(
  container: RefObject<HTMLElement | null>,
  { scriptUrl, publishableKey, amount }: CardFormSettings,
  open: OpenHandover,
) {
  const [state, setState] = useState<CardFormState>('coming');
  const parts = useRef<{ stripe: StripeBrowser; elements: StripeElements } | null>(null);

  useEffect(() => {
    let left = false;
    let destroy = () => {};
    const give = (to: CardFormState) => {
      if (!left) setState((now) => (now === 'coming' ? to : now));
    };
    const timer = setTimeout(() => give('elsewhere'), GIVEN_UP_AFTER);
    loadStripe(scriptUrl, publishableKey).then(
      (stripe) => {
        if (left || !container.current) return;
        const elements = stripe.elements({
          ...(amount === null ? { mode: 'setup' } : { mode: 'payment', amount }),
          currency: 'usd',
          ...looksOf(container.current),
        });
        // Name and ZIP are fields of this page, not of the provider's form.
        const never = { name: 'never', address: { postalCode: 'never', country: 'never' } };
        const element = elements.create('payment', { fields: { billingDetails: never } });
        element.on('ready', () => {
          give('here');
          const room = container.current;
          if (room) room.style.minHeight = `${room.offsetHeight + ERROR_LINE}px`;
        });
        element.on('loaderror', () => give('elsewhere'));
        element.mount(container.current);
        destroy = () => element.destroy();
        parts.current = { stripe, elements };
      },
      () => give('elsewhere'),
    );
    return () => {
      left = true;
      clearTimeout(timer);
      destroy();
    };
  }, [container, scriptUrl, publishableKey, amount]);

  /**
   * Makes the card form validate its values and show the errors.
   * @returns the first error
   */
  async function check(): Promise<Failure | null> {
    if (!parts.current) return null;
    const { error } = await parts.current.elements.submit();
    if (!error) return null;
    const inCard = error.type === 'validation_error';
    return { inCard, words: inCard && error.message ? error.message : wordsOf(error) };
  }

  /**
   * Pays, or saves the card.
   * @returns what to show; null if the browser is redirected
   */
  async function confirm(form: FormData, returnUrl: string): Promise<Failure | null> {
    if (!parts.current) return null;
    const { stripe, elements } = parts.current;
    const wrong = await check();
    if (wrong) return wrong;
    const opened = await open(form);
    if (typeof opened === 'string') return { words: opened, inCard: false };
    if (!opened) return null;
    const holder = {
      name: String(form.get('cardholder')),
      address: { postal_code: String(form.get('billingzip')), country: 'US' },
    };
    const confirmation = {
      elements,
      clientSecret: opened.client_secret,
      confirmParams: { return_url: returnUrl, payment_method_data: { billing_details: holder } },
    };
    const { error } =
      amount === null ? await stripe.confirmSetup(confirmation) : await stripe.confirmPayment(confirmation);
    return error ? { words: wordsOf(error), inCard: false } : null;
  }

  return { state, check, confirm };
}

function wordsOf(error: StripeFailure): string {
  return (
    purchasingTexts['purchase.declined-prefix'] + (error.message || purchasingTexts['purchase.declined'])
  );
}
