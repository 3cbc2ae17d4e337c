import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { missing } from './problem.ts';

/** The objects that the sandbox stores, each with the type that Stripe documents. */
export interface Objects {
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod;
  payment_intent: Stripe.PaymentIntent;
  setup_intent: Stripe.SetupIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  'checkout.session': Stripe.Checkout.Session;
  event: Stripe.Event;
}
export type Kind = keyof Objects;

const prefixes: Record<Kind, string> = {
  customer: 'cus_',
  payment_method: 'pm_',
  payment_intent: 'pi_',
  setup_intent: 'seti_',
  charge: 'ch_',
  refund: 're_',
  dispute: 'du_',
  'checkout.session': 'cs_test_',
  event: 'evt_',
};

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits. */
export function randomToken(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

export function newObjectId(kind: Kind): string {
  return prefixes[kind] + randomToken(kind === 'checkout.session' ? 58 : 24);
}

/** The kind of object that the prefix of an id stands for. */
export function kindOf(id: string): Kind | undefined {
  return (Object.keys(prefixes) as Kind[]).find((kind) => id.startsWith(prefixes[kind]));
}

/** Stripe's name of a kind in "No such ...". */
export function noSuch(kind: Kind, id: string, param?: string) {
  const names: Partial<Record<Kind, string>> = { payment_method: 'PaymentMethod' };
  return missing(names[kind] ?? kind, id, param);
}

/** An expandable field in stored form: the id. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === 'object' && field !== null ? field.id : (field ?? null);
}
