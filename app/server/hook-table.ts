import { receiveCraCallback } from '#modules/applications/index.ts';
import { receivePaymentEvent } from '#modules/purchasing/index.ts';
import type { Hook } from './hooks.ts';

/** Every address under /hooks/: who calls it, which header has the signature, which operation receives it. */
export const hooks: readonly Hook[] = [
  { name: 'cra', header: 'cra-signature', operation: receiveCraCallback },
  { name: 'stripe', header: 'stripe-signature', operation: receivePaymentEvent },
];
