export { openPayments } from './open-payments.ts';
export * from './port.ts';
export { startStripeSandbox } from './sandbox/index.ts';
export { createStripePayments } from './stripe.ts';
