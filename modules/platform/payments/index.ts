export { openPayments, sandboxUrlOf } from './open-payments.ts';
export * from './port.ts';
export { type StripeSandbox, startStripeSandbox } from './sandbox/index.ts';
export { createStripePayments, type StripeSettings } from './stripe.ts';
