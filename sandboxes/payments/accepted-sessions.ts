import type Stripe from 'stripe';
import {
  emailAddress,
  expand,
  hash,
  instants,
  integer,
  list,
  metadata,
  oneOf,
  paging,
  reader,
  required,
  text,
  unmodelled,
  webAddress,
} from './parameters.ts';

const lineItem = hash<Stripe.Checkout.SessionCreateParams.LineItem>({
  price_data: required(
    hash<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>({
      currency: required(oneOf('usd')),
      product_data: required(
        hash<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>({
          description: text(),
          metadata: metadata(),
          name: required(text(250)),
          ...unmodelled('images', 'tax_code', 'tax_details', 'unit_label'),
        }),
      ),
      unit_amount: required(integer()),
      ...unmodelled('product', 'recurring', 'tax_behavior', 'unit_amount_decimal'),
    }),
  ),
  quantity: required(integer(1)),
  ...unmodelled('adjustable_quantity', 'metadata', 'price', 'tax_rates'),
});

/** The parameters for creating a Checkout Session: one payment on the hosted page, or a card that is saved there. */
export const sessionCreate = reader<Stripe.Checkout.SessionCreateParams>({
  cancel_url: webAddress(),
  client_reference_id: text(200),
  customer: text(),
  customer_email: emailAddress(),
  expand,
  expires_at: integer(),
  currency: oneOf('usd'),
  line_items: list(lineItem),
  metadata: metadata(),
  mode: required(oneOf('payment', 'setup')),
  payment_intent_data: hash<Stripe.Checkout.SessionCreateParams.PaymentIntentData>({
    capture_method: oneOf('automatic', 'automatic_async', 'manual'),
    description: text(1000),
    metadata: metadata(),
    receipt_email: emailAddress(),
    setup_future_usage: oneOf('off_session', 'on_session'),
    ...unmodelled('application_fee_amount', 'on_behalf_of', 'shipping', 'statement_descriptor'),
    ...unmodelled('statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
  }),
  setup_intent_data: hash<Stripe.Checkout.SessionCreateParams.SetupIntentData>({
    description: text(1000),
    metadata: metadata(),
    ...unmodelled('on_behalf_of'),
  }),
  success_url: required(webAddress()),
  ui_mode: oneOf('hosted_page'),
  ...unmodelled(
    'adaptive_pricing',
    'after_expiration',
    'allow_promotion_codes',
    'allowed_payment_method_types',
  ),
  ...unmodelled('automatic_tax', 'billing_address_collection', 'branding_settings', 'consent_collection'),
  ...unmodelled('custom_fields', 'custom_text', 'customer_account', 'customer_creation'),
  ...unmodelled('customer_update', 'discounts', 'excluded_payment_method_types', 'integration_identifier'),
  ...unmodelled('invoice_creation', 'locale', 'managed_payments', 'name_collection', 'optional_items'),
  ...unmodelled('origin_context', 'payment_method_collection', 'payment_method_configuration'),
  ...unmodelled('payment_method_data', 'payment_method_options', 'permissions', 'phone_number_collection'),
  ...unmodelled('redirect_on_completion', 'return_url', 'saved_payment_method_options'),
  ...unmodelled('shipping_address_collection', 'shipping_options', 'submit_type', 'subscription_data'),
  ...unmodelled('tax_id_collection', 'wallet_options'),
});

export const sessionList = reader<Stripe.Checkout.SessionListParams>({
  ...paging,
  created: instants(),
  customer: text(),
  expand,
  payment_intent: text(),
  status: oneOf('complete', 'expired', 'open'),
  ...unmodelled('customer_account', 'customer_details', 'payment_link', 'subscription'),
});

export const sessionRetrieve = reader<Stripe.Checkout.SessionRetrieveParams>({ expand });
