import type Stripe from 'stripe';
import { readTypedCard } from '../cards.ts';
import { confirmIntent } from '../payment-intents.ts';
import { addCard } from '../payment-methods.ts';
import { invalidRequest } from '../problem.ts';
import { confirmSetup } from '../setup-intents.ts';
import type { Store } from '../store.ts';
import { frameScript } from './card-frame-script.ts';
import { cardFields } from './fields.ts';
import { html } from './html.ts';
import { type PageAnswer, showPage } from './page-answer.ts';

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** The card form in a frame on the sandbox's own origin, so that card data never reaches the portal. */
export function showCardFrame(asksZip: boolean): PageAnswer {
  return showPage(200, {
    title: 'Secure payment input frame',
    framed: true,
    body: html`<form id="card" aria-label="Card" novalidate>${cardFields(asksZip ? {} : null)}</form>`,
    script: `(${frameScript.toString()})();`,
  });
}

/** Requests of the frame to its own origin. Each answer is an object for the page's script. */
export async function answerCardFrame(
  store: Store,
  action: string,
  asked: Record<string, string>,
): Promise<object> {
  switch (action) {
    case 'check':
      return { mistakes: readTypedCard(typedCard(asked), store.now).mistakes ?? [] };
    case 'confirm':
      return confirm(store, asked);
    case 'retrieve':
      return shown(await intentOfSecret(store, asked.clientSecret));
    default:
      throw invalidRequest(undefined, 'Unknown action');
  }
}

function typedCard(asked: Record<string, string>) {
  return { number: asked.number ?? '', expiry: asked.expiry ?? '', cvc: asked.cvc ?? '' };
}

async function confirm(store: Store, asked: Record<string, string>): Promise<object> {
  const intent = await intentOfSecret(store, asked.clientSecret);
  const { card, mistakes } = readTypedCard(typedCard(asked), store.now);
  if (!card) return { error: { type: 'validation_error', ...mistakes[0] } };
  const method = await addCard(store, card, {
    name: asked.name || null,
    email: asked.email || null,
    postalCode: asked.zip || null,
  });
  const options = { payment_method: method.id, use_stripe_sdk: true };
  const challengeUrl = (made: Intent) => `/challenge/${made.id}?in=frame`;
  const { intent: after, refused } =
    intent.object === 'setup_intent'
      ? await confirmSetup(store, intent.id, options, challengeUrl)
      : await confirmIntent(store, intent.id, options, challengeUrl);
  return refused ? { error: { ...refused, [after.object]: visible(after) } } : shown(after);
}

/** A client secret allows confirming one intent and reading its status. */
async function intentOfSecret(store: Store, secret: string | undefined): Promise<Intent> {
  const [, id = '', prefix] = /^((pi|seti)_\w+)_secret_\w+$/.exec(secret ?? '') ?? [];
  const kind = prefix === 'seti' ? 'setup_intent' : 'payment_intent';
  const intent = await store.find(kind, id);
  if (!intent || intent.client_secret !== secret) {
    throw invalidRequest(
      'payment_intent_invalid_parameter',
      'The client_secret provided does not match any associated PaymentIntent on this account.',
      'client_secret',
    );
  }
  return intent;
}

/** An intent, under the name that it has in the answers to the script. */
function shown(intent: Intent): object {
  return { [intent.object === 'setup_intent' ? 'setupIntent' : 'paymentIntent']: visible(intent) };
}

/** The fields of an intent that a publishable key may see. */
function visible(intent: Intent): object {
  const { id, object, status, client_secret, created, description, livemode, next_action } = intent;
  const common = { id, object, status, client_secret, created, description, livemode, next_action };
  if (intent.object === 'setup_intent') {
    return { ...common, usage: intent.usage, last_setup_error: publicError(intent.last_setup_error) };
  }
  const { amount, currency } = intent;
  return { ...common, amount, currency, last_payment_error: publicError(intent.last_payment_error) };
}

function publicError(error: { type: string; code?: string; message?: string } | null) {
  return error && { type: error.type, code: error.code, message: error.message };
}
