/** The part of Stripe's documented browser API that the payment page uses. */

export interface StripeFailure {
  type: string;
  message?: string;
}

interface StripeElement {
  mount(container: HTMLElement): void;
  destroy(): void;
  on(event: 'ready' | 'loaderror', listener: () => void): void;
}

export interface StripeElements {
  create(type: 'payment', options: object): StripeElement;
  /** Validates the card form, which shows its own errors. */
  submit(): Promise<{ error?: StripeFailure }>;
}

/** How the card form looks: Stripe's Appearance API. */
export interface StripeLooks {
  fonts: { family: string; src: string; weight: string }[];
  appearance: {
    theme: 'stripe';
    variables: Record<string, string>;
    rules: Record<string, Record<string, string>>;
  };
}

export interface StripeBrowser {
  elements(options: CardPurpose & { currency: string } & StripeLooks): StripeElements;
  /** Redirects to `return_url` after payment; resolves only with an error. */
  confirmPayment(options: Confirmation): Promise<{ error?: StripeFailure }>;
  /** The same for a card that is saved for later. */
  confirmSetup(options: Confirmation): Promise<{ error?: StripeFailure }>;
}

/** The use of the card: a payment of an amount in cents, or to be saved for later charges. */
export type CardPurpose = { mode: 'payment'; amount: number } | { mode: 'setup' };

interface Confirmation {
  elements: StripeElements;
  clientSecret: string;
  confirmParams: { return_url: string; payment_method_data: object };
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeBrowser;
  }
}

/**
 * Loads the provider's script from its own host, as its terms require.
 * @throws Error if it does not load
 */
export function loadStripe(scriptUrl: string, publishableKey: string): Promise<StripeBrowser> {
  return new Promise((resolve, reject) => {
    const ready = () => {
      if (window.Stripe) resolve(window.Stripe(publishableKey));
      else reject(new Error('the script brought nothing'));
    };
    if (window.Stripe) return ready();
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.onload = ready;
    script.onerror = () => reject(new Error('the script did not load'));
    document.head.append(script);
  });
}
