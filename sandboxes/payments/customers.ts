import type Stripe from 'stripe';
import { recordEvent } from './events.ts';
import { newObjectId } from './objects.ts';
import { attachMethod } from './payment-methods.ts';
import type { Store } from './store.ts';

export async function createCustomer(
  store: Store,
  params: Stripe.CustomerCreateParams,
): Promise<Stripe.Customer> {
  const customer: Stripe.Customer = {
    id: newObjectId('customer'),
    object: 'customer',
    address: readAddress(params.address),
    balance: 0,
    created: store.seconds,
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    email: params.email ?? null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: (params.metadata || {}) as Stripe.Metadata,
    name: params.name ?? null,
    phone: params.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  await store.add('customer', customer);
  if (params.payment_method) await attachMethod(store, params.payment_method, customer.id);
  await recordEvent(store, 'customer.created', customer);
  return customer;
}

export async function updateCustomer(
  store: Store,
  id: string,
  params: Stripe.CustomerUpdateParams,
): Promise<Stripe.Customer> {
  const customer = await store.get('customer', id);
  if (params.address !== undefined) customer.address = readAddress(params.address);
  if (params.description !== undefined) customer.description = params.description || null;
  if (params.email !== undefined) customer.email = params.email || null;
  if (params.name !== undefined) customer.name = params.name || null;
  if (params.phone !== undefined) customer.phone = params.phone || null;
  const method = params.invoice_settings?.default_payment_method;
  if (method !== undefined) {
    if (method) await store.get('payment_method', method, 'invoice_settings[default_payment_method]');
    customer.invoice_settings.default_payment_method = method || null;
  }
  if (params.metadata !== undefined) customer.metadata = mergeMetadata(customer.metadata, params.metadata);
  await store.put('customer', customer);
  await recordEvent(store, 'customer.updated', customer);
  return customer;
}

function readAddress(address: Stripe.CustomerCreateParams['address']): Stripe.Address | null {
  if (!address) return null;
  const { city, country, line1, line2, postal_code, state } = address;
  return {
    city: city ?? null,
    country: country ?? null,
    line1: line1 ?? null,
    line2: line2 ?? null,
    postal_code: postal_code ?? null,
    state: state ?? null,
  };
}

/** Given keys are replaced, keys with an empty value are removed, and all other keys stay. */
export function mergeMetadata(
  kept: Stripe.Metadata,
  given: Stripe.MetadataParam | '' | null,
): Stripe.Metadata {
  if (!given) return {};
  return Object.fromEntries(
    Object.entries({ ...kept, ...given }).filter(([, value]) => value !== ''),
  ) as Stripe.Metadata;
}
