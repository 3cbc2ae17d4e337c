/**
 * The script that the sandbox serves in place of Stripe's: the part of the browser API that the portal uses, as Stripe
 * documents it. Its own source code is sent to the browser, so it may not use anything from outside.
 */
export function elementsScript(origin: string): void {
  type Fields = Record<string, unknown>;
  type Listener = (event: Fields) => void;

  let requests = 0;

  class PaymentElement {
    readonly #frame: HTMLIFrameElement;
    readonly #looks: Fields;
    readonly #listeners = new Map<string, Set<Listener>>();
    readonly #waiting = new Map<number, (reply: Fields) => void>();
    readonly asksZip: boolean;
    #heard: ((message: MessageEvent<Fields>) => void) | null = null;

    constructor(options: Fields, looks: Fields) {
      this.#looks = looks;
      const billing = ((options.fields as Fields | undefined)?.billingDetails ?? {}) as Fields;
      this.asksZip = (billing.address as Fields | undefined)?.postalCode !== 'never';
      this.#frame = document.createElement('iframe');
      this.#frame.title = 'Secure payment input frame';
      this.#frame.src = `${origin}/v3/card?zip=${this.asksZip ? 'yes' : 'no'}`;
      this.#frame.style.cssText =
        'border:0;width:calc(100% + 8px);margin:-4px;height:190px;display:block;color-scheme:light';
    }

    mount(where: string | HTMLElement): void {
      const container = typeof where === 'string' ? document.querySelector(where) : where;
      if (!container)
        throw new Error(
          'The selector you specified applies to no DOM elements that are currently on the page.',
        );
      this.#heard = (message) => this.#hear(message);
      window.addEventListener('message', this.#heard);
      this.#frame.addEventListener('load', () => this.#post({ action: 'hello', ...this.#looks }));
      container.append(this.#frame);
    }

    unmount(): void {
      if (this.#heard) window.removeEventListener('message', this.#heard);
      this.#frame.remove();
    }

    destroy(): void {
      this.unmount();
    }

    on(event: string, listener: Listener): this {
      const listeners = this.#listeners.get(event) ?? new Set();
      this.#listeners.set(event, listeners.add(listener));
      return this;
    }

    ask(action: string, more: Fields = {}): Promise<Fields> {
      requests += 1;
      const request = requests;
      return new Promise((resolve) => {
        this.#waiting.set(request, resolve);
        this.#post({ action, request, ...more });
      });
    }

    #post(message: Fields): void {
      this.#frame.contentWindow?.postMessage({ sandbox: 'page', ...message }, origin);
    }

    #hear(message: MessageEvent<Fields>): void {
      if (message.origin !== origin || message.source !== this.#frame.contentWindow) return;
      const { event, height, request, reply } = message.data as {
        event: string;
        height: number;
        request: number;
        reply: Fields;
      };
      if (event === 'height') this.#frame.style.height = `${height}px`;
      else if (event === 'reply') this.#waiting.get(request)?.(reply);
      else for (const listener of this.#listeners.get(event) ?? []) listener(message.data);
    }
  }

  class Elements {
    readonly options: Fields;
    element: PaymentElement | null = null;

    constructor(options: Fields) {
      const deferred = options.mode === 'setup' || (options.mode && options.amount);
      if (!options.clientSecret && !(deferred && options.currency)) {
        throw new Error(
          'In order to create a payment element, you must pass a clientSecret, or mode, amount and currency.',
        );
      }
      this.options = options;
    }

    create(type: string, options: Fields = {}): PaymentElement {
      if (type !== 'payment')
        throw new Error(`A valid Element name must be provided. You specified: ${type}.`);
      const { appearance = null, fonts = [] } = this.options;
      this.element = new PaymentElement(options, { appearance, fonts });
      return this.element;
    }

    getElement(): PaymentElement | null {
      return this.element;
    }

    async submit(): Promise<Fields> {
      return (await this.element?.ask('check')) ?? {};
    }
  }

  /** Shows the bank's authentication on top of the page until it is answered. */
  function challenge(path: string): Promise<void> {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Your bank asks');
    dialog.style.cssText = 'border:0;border-radius:8px;padding:0;width:min(30rem,94vw)';
    const frame = document.createElement('iframe');
    frame.title = 'Your bank asks';
    frame.src = origin + path;
    frame.style.cssText = 'border:0;width:100%;height:24rem;display:block;color-scheme:light';
    dialog.append(frame);
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((resolve) => {
      window.addEventListener('message', function heard(message: MessageEvent<Fields>) {
        if (message.origin !== origin || message.data?.sandbox !== 'challenge-over') return;
        window.removeEventListener('message', heard);
        dialog.close();
        dialog.remove();
        resolve();
      });
    });
  }

  /** @param kind the kind of intent that the client secret is for, as named in answers and addresses */
  async function confirmIntent(kind: 'payment' | 'setup', options: Fields): Promise<Fields> {
    const elements = options.elements as Elements;
    const params = (options.confirmParams ?? {}) as Fields;
    const clientSecret = (options.clientSecret ?? elements.options.clientSecret) as string;
    const element = elements.element;
    if (!element) throw new Error('elements should have a mounted Payment Element.');
    const given = ((params.payment_method_data as Fields | undefined)?.billing_details ?? {}) as Fields;
    const address = (given.address ?? {}) as Record<string, string>;
    if (!element.asksZip && !address.postal_code) {
      throw new Error(
        'You specified "never" for fields.billing_details.address.postal_code when creating the payment Element, but did not pass confirmParams.payment_method_data.billing_details.address.postal_code when confirming.',
      );
    }
    const billing = {
      name: given.name ?? '',
      email: given.email ?? '',
      ...(address.postal_code ? { zip: address.postal_code } : {}),
    };
    const first = await element.ask('confirm', { clientSecret, billing });
    if (first.error) return first;
    const answered = `${kind}Intent`;
    let intent = first[answered] as Fields;
    const action = intent.next_action as { use_stripe_sdk?: { url: string } } | null;
    if (action?.use_stripe_sdk) {
      await challenge(action.use_stripe_sdk.url);
      intent = (await element.ask('retrieve', { clientSecret }))[answered] as Fields;
      if (intent.status === 'requires_payment_method') {
        return { error: { ...(intent[`last_${kind}_error`] as Fields), [`${kind}_intent`]: intent } };
      }
    }
    if (options.redirect === 'if_required') return { [answered]: intent };
    const back = new URL(params.return_url as string);
    back.searchParams.set(`${kind}_intent`, intent.id as string);
    back.searchParams.set(`${kind}_intent_client_secret`, clientSecret);
    back.searchParams.set('redirect_status', 'succeeded');
    window.location.assign(back);
    return new Promise(() => {});
  }

  const stripe = (key: string) => {
    if (!/^pk_/.test(key)) throw new Error('Invalid API Key provided.');
    return {
      elements: (options: Fields) => new Elements(options),
      confirmPayment: (options: Fields) => confirmIntent('payment', options),
      confirmSetup: (options: Fields) => confirmIntent('setup', options),
    };
  };
  (window as unknown as { Stripe: unknown }).Stripe = stripe;
}
