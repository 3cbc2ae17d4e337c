/**
 * The parameters of each endpoint. The compiler compares each of them with Stripe's own types: a parameter that Stripe
 * does not document cannot be accepted, and a documented one must be read or listed as not modeled.
 */
import type Stripe from 'stripe';
import {
  emailAddress,
  emptyable,
  expand,
  flag,
  hash,
  instants,
  integer,
  list,
  metadata,
  oneOf,
  paging,
  type Rule,
  reader,
  required,
  text,
  unmodelled,
  webAddress,
} from './parameters.ts';

const address = emptyable(
  hash<Stripe.AddressParam>({
    city: text(),
    country: text(2),
    line1: text(),
    line2: text(),
    postal_code: text(),
    state: text(),
  }),
);

const automaticPaymentMethods = (): Rule =>
  hash<Stripe.PaymentIntentCreateParams.AutomaticPaymentMethods>({
    enabled: required(flag()),
    allow_redirects: oneOf('always', 'never'),
  });

const currency: Rule = {
  read: (value, param) => oneOf('usd').read(String(value).toLowerCase(), param),
};

export const customerCreate = reader<Stripe.CustomerCreateParams>({
  address,
  description: text(),
  email: emailAddress(),
  expand,
  metadata: metadata(),
  name: text(256),
  payment_method: text(),
  phone: text(20),
  ...unmodelled('balance', 'business_name', 'cash_balance', 'individual_name', 'invoice_prefix'),
  ...unmodelled('invoice_settings', 'next_invoice_sequence', 'preferred_locales', 'shipping', 'source'),
  ...unmodelled('tax', 'tax_exempt', 'tax_id_data', 'test_clock', 'validate'),
});

export const customerUpdate = reader<Stripe.CustomerUpdateParams>({
  address,
  description: emptyable(text()),
  email: emptyable(emailAddress()),
  expand,
  invoice_settings: hash<Stripe.CustomerUpdateParams.InvoiceSettings>({
    default_payment_method: emptyable(text()),
    ...unmodelled('custom_fields', 'footer', 'rendering_options'),
  }),
  metadata: metadata(),
  name: emptyable(text(256)),
  phone: emptyable(text(20)),
  ...unmodelled('balance', 'business_name', 'cash_balance', 'default_source', 'individual_name'),
  ...unmodelled('invoice_prefix', 'next_invoice_sequence', 'preferred_locales', 'shipping', 'source'),
  ...unmodelled('tax', 'tax_exempt', 'validate'),
});

export const customerList = reader<Stripe.CustomerListParams>({
  ...paging,
  created: instants(),
  email: text(),
  expand,
  ...unmodelled('test_clock'),
});

export const intentCreate = reader<Stripe.PaymentIntentCreateParams>({
  amount: required(integer(1)),
  automatic_payment_methods: automaticPaymentMethods(),
  capture_method: oneOf('automatic', 'automatic_async', 'manual'),
  confirm: flag(),
  currency: required(currency),
  customer: text(),
  description: text(1000),
  expand,
  metadata: metadata(),
  off_session: flag(),
  payment_method: text(),
  receipt_email: emailAddress(),
  return_url: webAddress(),
  setup_future_usage: oneOf('off_session', 'on_session'),
  statement_descriptor_suffix: text(22),
  use_stripe_sdk: flag(),
  ...unmodelled('allowed_payment_method_types', 'amount_details', 'application_fee_amount'),
  ...unmodelled('confirmation_method', 'confirmation_token', 'customer_account', 'error_on_requires_action'),
  ...unmodelled('excluded_payment_method_types', 'hooks', 'mandate', 'mandate_data', 'on_behalf_of'),
  ...unmodelled('payment_details', 'payment_method_configuration', 'payment_method_data'),
  ...unmodelled('payment_method_options', 'radar_options', 'shipping', 'statement_descriptor'),
  ...unmodelled('transfer_data', 'transfer_group'),
});

export const intentUpdate = reader<Stripe.PaymentIntentUpdateParams>({
  amount: integer(1),
  customer: text(),
  description: text(1000),
  expand,
  metadata: metadata(),
  payment_method: text(),
  receipt_email: emptyable(emailAddress()),
  ...unmodelled('allowed_payment_method_types', 'amount_details', 'application_fee_amount', 'capture_method'),
  ...unmodelled('currency', 'customer_account', 'excluded_payment_method_types', 'hooks', 'payment_details'),
  ...unmodelled('payment_method_configuration', 'payment_method_data', 'payment_method_options'),
  ...unmodelled('setup_future_usage', 'shipping', 'statement_descriptor', 'statement_descriptor_suffix'),
  ...unmodelled('transfer_data', 'transfer_group'),
});

export const intentConfirm = reader<Stripe.PaymentIntentConfirmParams>({
  expand,
  off_session: flag(),
  payment_method: text(),
  receipt_email: emptyable(emailAddress()),
  return_url: webAddress(),
  use_stripe_sdk: flag(),
  ...unmodelled('allowed_payment_method_types', 'amount_details', 'amount_to_confirm', 'capture_method'),
  ...unmodelled('confirmation_token', 'error_on_requires_action', 'excluded_payment_method_types', 'hooks'),
  ...unmodelled('mandate', 'mandate_data', 'payment_details', 'payment_method_data'),
  ...unmodelled('payment_method_options', 'radar_options', 'setup_future_usage', 'shipping'),
});

export const intentCapture = reader<Stripe.PaymentIntentCaptureParams>({
  amount_to_capture: integer(1),
  expand,
  metadata: metadata(),
  ...unmodelled('amount_details', 'application_fee_amount', 'final_capture', 'hooks', 'payment_details'),
  ...unmodelled('statement_descriptor', 'statement_descriptor_suffix', 'transfer_data'),
});

export const intentCancel = reader<Stripe.PaymentIntentCancelParams>({
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
  expand,
});

export const intentList = reader<Stripe.PaymentIntentListParams>({
  ...paging,
  created: instants(),
  customer: text(),
  expand,
  ...unmodelled('customer_account'),
});

export const setupCreate = reader<Stripe.SetupIntentCreateParams>({
  automatic_payment_methods: automaticPaymentMethods(),
  confirm: flag(),
  customer: text(),
  description: text(1000),
  expand,
  metadata: metadata(),
  payment_method: text(),
  return_url: webAddress(),
  usage: oneOf('off_session', 'on_session'),
  use_stripe_sdk: flag(),
  ...unmodelled('allowed_payment_method_types', 'attach_to_self', 'confirmation_token', 'customer_account'),
  ...unmodelled('excluded_payment_method_types', 'flow_directions', 'mandate_data', 'on_behalf_of'),
  ...unmodelled(
    'payment_method_configuration',
    'payment_method_data',
    'payment_method_options',
    'single_use',
  ),
});

export const setupConfirm = reader<Stripe.SetupIntentConfirmParams>({
  expand,
  payment_method: text(),
  return_url: webAddress(),
  use_stripe_sdk: flag(),
  ...unmodelled('allowed_payment_method_types', 'confirmation_token', 'mandate_data'),
  ...unmodelled('payment_method_data', 'payment_method_options'),
});

export const setupCancel = reader<Stripe.SetupIntentCancelParams>({
  cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer'),
  expand,
});

export const refundCreate = reader<Stripe.RefundCreateParams>({
  amount: integer(1),
  charge: text(),
  expand,
  metadata: metadata(),
  payment_intent: text(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  ...unmodelled('currency', 'customer', 'instructions_email', 'origin', 'refund_application_fee'),
  ...unmodelled('reverse_transfer'),
});

export const refundList = reader<Stripe.RefundListParams>({
  ...paging,
  charge: text(),
  created: instants(),
  expand,
  payment_intent: text(),
});

export const disputeList = reader<Stripe.DisputeListParams>({
  ...paging,
  charge: text(),
  created: instants(),
  expand,
  payment_intent: text(),
});

export const disputeUpdate = reader<Stripe.DisputeUpdateParams>({
  evidence: hash<Stripe.DisputeUpdateParams.Evidence>({
    uncategorized_text: text(20_000),
    ...unmodelled('access_activity_log', 'appeal', 'billing_address', 'cancellation_policy'),
    ...unmodelled('cancellation_policy_disclosure', 'cancellation_rebuttal', 'customer_communication'),
    ...unmodelled('customer_email_address', 'customer_name', 'customer_purchase_ip', 'customer_signature'),
    ...unmodelled('duplicate_charge_documentation', 'duplicate_charge_explanation', 'duplicate_charge_id'),
    ...unmodelled('enhanced_evidence', 'product_description', 'receipt', 'refund_policy'),
    ...unmodelled('refund_policy_disclosure', 'refund_refusal_explanation', 'service_date'),
    ...unmodelled('service_documentation', 'shipping_address', 'shipping_carrier', 'shipping_date'),
    ...unmodelled('shipping_documentation', 'shipping_tracking_number', 'uncategorized_file'),
  }),
  expand,
  metadata: metadata(),
  submit: flag(),
  ...unmodelled('intended_submission_method'),
});

export const chargeList = reader<Stripe.ChargeListParams>({
  ...paging,
  created: instants(),
  customer: text(),
  expand,
  payment_intent: text(),
  ...unmodelled('transfer_group'),
});

export const eventList = reader<Stripe.EventListParams>({
  ...paging,
  created: instants(),
  expand,
  type: text(),
  types: list(text()),
  ...unmodelled('delivery_success'),
});

export const methodList = reader<Stripe.CustomerListPaymentMethodsParams>({
  ...paging,
  expand,
  type: oneOf('card'),
  ...unmodelled('allow_redisplay'),
});

export const methodAttach = reader<Stripe.PaymentMethodAttachParams>({
  customer: required(text()),
  expand,
  ...unmodelled('customer_account'),
});

export const accountRetrieve = reader<Stripe.AccountRetrieveCurrentParams>({ expand });
export const plainRetrieve = reader<Stripe.RefundRetrieveParams>({ expand });
/** Retrieving an intent by its client secret is for publishable keys. The sandbox's own pages do not need it. */
export const intentRetrieve = reader<Stripe.PaymentIntentRetrieveParams>({
  expand,
  ...unmodelled('client_secret'),
});
