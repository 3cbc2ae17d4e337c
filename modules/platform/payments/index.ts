export { openPayments, sandboxUrlOf } from './open-payments.ts';
export * from './port.ts';
export { createStripePayments, type StripeSettings } from './stripe.ts';
