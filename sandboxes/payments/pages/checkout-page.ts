import type Stripe from 'stripe';
import { type Mistake, readTypedCard } from '../cards.ts';
import { getSession, paySession } from '../checkout-sessions.ts';
import { idOf } from '../objects.ts';
import type { Store } from '../store.ts';
import type { Document } from './document.ts';
import { cardFields, field } from './fields.ts';
import { html, money } from './html.ts';
import { type PageAnswer, redirect, showPage } from './page-answer.ts';

type Session = Stripe.Checkout.Session;
type Typed = Record<'number' | 'expiry' | 'cvc' | 'name' | 'email' | 'zip', string>;

const nothing: Typed = { number: '', expiry: '', cvc: '', name: '', email: '', zip: '' };

/** The hosted page of a Checkout Session: a plain form that works without a script. */
export async function showCheckout(store: Store, id: string): Promise<PageAnswer> {
  const session = await getSession(store, id);
  if (session.status !== 'open') return showPage(200, ended(session));
  return showPage(200, form(session, nothing, [], await findFailure(store, session)));
}

async function findFailure(store: Store, session: Session): Promise<string | undefined> {
  const payment = idOf(session.payment_intent);
  if (payment) return (await store.get('payment_intent', payment)).last_payment_error?.message;
  const setup = idOf(session.setup_intent);
  return setup ? (await store.get('setup_intent', setup)).last_setup_error?.message : undefined;
}

/** Handles the Pay button: continues to the session's return URL or the bank's authentication, or shows the errors. */
export async function payOnCheckout(store: Store, id: string, posted: URLSearchParams): Promise<PageAnswer> {
  const session = await getSession(store, id);
  const typed = Object.fromEntries(
    Object.keys(nothing).map((name) => [name, posted.get(name)?.trim() ?? '']),
  ) as Typed;
  if (session.status === 'complete') return redirect(successUrl(session));
  const { mistakes, card } = readTypedCard(typed, store.now);
  const wrong = [...(mistakes ?? []), ...holderMistakes(typed, session)];
  if (!card || wrong.length > 0) return showPage(400, form(session, typed, wrong));
  const holder = {
    name: typed.name,
    email: session.customer_email ?? typed.email,
    postalCode: typed.zip,
  };
  const paid = await paySession(store, id, card, holder);
  switch (paid.outcome) {
    case 'done':
      return redirect(successUrl(session));
    case 'closed':
      return showPage(200, ended(await getSession(store, id)));
    case 'challenge':
      return redirect(`/challenge/${paid.intentId}`);
    case 'refused':
      return showPage(402, form(session, typed, [], paid.refused.message));
  }
}

export function successUrl(session: Session): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function asksEmail(session: Session): boolean {
  return !session.customer_email && !session.customer;
}

function holderMistakes(typed: Typed, session: Session): Mistake<string>[] {
  const mistakes: Mistake<string>[] = [];
  if (asksEmail(session) && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email)) {
    mistakes.push({ field: 'email', code: 'incomplete_email', message: 'Your email is incomplete.' });
  }
  if (typed.name === '') {
    mistakes.push({
      field: 'name',
      code: 'incomplete_name',
      message: 'Your name on the card is incomplete.',
    });
  }
  if (!/^\d{5}$/.test(typed.zip)) {
    mistakes.push({ field: 'zip', code: 'incomplete_zip', message: 'Your ZIP is incomplete.' });
  }
  return mistakes;
}

function form(session: Session, typed: Typed, mistakes: Mistake<string>[], refused?: string): Document {
  const errors = Object.fromEntries(mistakes.map((mistake) => [mistake.field, mistake.message]));
  const total = session.amount_total === null ? null : money(session.amount_total);
  const item = session.line_items?.data[0]?.description ?? 'Save a card';
  const press = total === null ? 'Save card' : `Pay ${total}`;
  const problem = refused ?? (mistakes.length > 0 ? 'Please check the fields below.' : null);
  return {
    title: press,
    formTargets: [session.success_url, session.cancel_url],
    body: html`<p class="test">TEST MODE</p>
<h1>${item}</h1>${total === null ? null : html`<p class="price">${total}</p>`}
${problem === null ? null : html`<div class="alert" role="alert">${problem}</div>`}
<form class="card" method="post" action="/c/pay/${session.id}" novalidate>
${session.customer_email ? html`<p class="soft">Receipt to ${session.customer_email}</p>` : null}
${
  asksEmail(session)
    ? field({ name: 'email', label: 'Email', autocomplete: 'email', value: typed.email, error: errors.email })
    : null
}
${cardFields({ value: typed.zip }, errors)}
${field({ name: 'name', label: 'Cardholder name', autocomplete: 'cc-name', value: typed.name, error: errors.name })}
<button type="submit">${press}</button>
</form>
${session.cancel_url ? html`<a class="back" href="${session.cancel_url}">Back</a>` : null}`,
  };
}

function ended(session: Session): Document {
  const done = session.status === 'complete';
  const onward = done ? successUrl(session) : session.cancel_url;
  return {
    title: done ? 'Done' : 'No longer available',
    body: html`<p class="test">TEST MODE</p>
<h1>${done ? 'This payment is complete.' : 'This page is no longer available.'}</h1>
${done ? null : html`<p>The time to pay on this page has run out. You weren’t charged.</p>`}
${onward ? html`<a class="back" href="${onward}">Continue</a>` : null}`,
  };
}
