import type Stripe from 'stripe';
import { findSessionOfIntent, followSession } from '../checkout-sessions.ts';
import { kindOf } from '../objects.ts';
import { type Confirmed, finishChallenge } from '../payment-intents.ts';
import { finishSetupChallenge, type SetUp } from '../setup-intents.ts';
import type { Store } from '../store.ts';
import { successUrl } from './checkout-page.ts';
import { html, money } from './html.ts';
import { type PageAnswer, plainPage, redirect, showPage } from './page-answer.ts';

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/**
 * The bank's authentication page (3-D Secure), with both answers as buttons.
 * @param framed whether it is shown in a frame, whose parent page gets a message when it is done
 */
export async function showChallenge(store: Store, id: string, framed: boolean): Promise<PageAnswer> {
  const intent = await getIntent(store, id);
  if (intent.status !== 'requires_action')
    return framed ? over() : plainPage(200, 'You already answered your bank.');
  const session = await findSessionOfIntent(store, id);
  const asked =
    intent.object === 'payment_intent'
      ? `Do you approve a payment of ${money(intent.amount)}?`
      : 'Do you allow this card to be saved?';
  return showPage(200, {
    title: '3D Secure 2 test page',
    framed,
    formTargets: [returnUrlOf(intent), session?.success_url ?? null],
    body: html`<div class="card"><p class="test">TEST MODE</p><h1>Your bank asks</h1>
<p>${asked} This is a test page: choose an answer.</p>
<form method="post" action="/challenge/${id}${framed ? '?in=frame' : ''}">
<button name="outcome" value="complete">Complete</button>
<button class="quiet" name="outcome" value="fail">Fail</button>
</form></div>`,
  });
}

export async function answerChallenge(
  store: Store,
  id: string,
  outcome: string | null,
  framed: boolean,
): Promise<PageAnswer> {
  if (outcome !== 'complete' && outcome !== 'fail') return plainPage(400, 'Choose Complete or Fail.');
  const returnUrl = returnUrlOf(await getIntent(store, id));
  const finished: Confirmed | SetUp =
    kindOf(id) === 'setup_intent'
      ? await finishSetupChallenge(store, id, outcome === 'complete')
      : await finishChallenge(store, id, outcome === 'complete');
  const session = await findSessionOfIntent(store, id);
  if (session) {
    const { outcome: led } = await followSession(store, session, finished);
    return redirect(led === 'done' ? successUrl(session) : `/c/pay/${session.id}`);
  }
  if (framed) return over();
  return returnUrl
    ? redirect(withResult(returnUrl, finished.intent))
    : plainPage(200, 'You may close this page.');
}

async function getIntent(store: Store, id: string): Promise<Intent> {
  return kindOf(id) === 'setup_intent' ? store.get('setup_intent', id) : store.get('payment_intent', id);
}

function returnUrlOf(intent: Intent): string | null {
  return intent.next_action?.redirect_to_url?.return_url ?? null;
}

/** The address to return to, with the parameters that Stripe adds. */
function withResult(returnUrl: string, intent: Intent): string {
  const url = new URL(returnUrl);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

/** Sends the parent page, of any origin, only the message that the authentication is over. */
function over(): PageAnswer {
  return showPage(200, {
    title: 'Answered',
    framed: true,
    body: html`<p>Thank you.</p>`,
    script: `parent.postMessage({ sandbox: 'challenge-over' }, '*');`,
  });
}
