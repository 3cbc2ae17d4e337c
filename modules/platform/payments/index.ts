export { openPayments } from './open-payments.ts';
export * from './port.ts';
export { createStripePayments } from './stripe.ts';
