import { receiveCraCallback, receiveVerificationCallback } from '#modules/applications/index.ts';
import { receiveMailEvent } from '#modules/identity/index.ts';
import { receivePaymentEvent } from '#modules/purchasing/index.ts';
import type { Hook } from './hooks.ts';

/** Every address under /hooks/: who calls it, which headers prove it, which operation receives it. */
export const hooks: readonly Hook[] = [
  { name: 'idv', headers: ['x-sha2-signature'], operation: receiveVerificationCallback },
  { name: 'cra', headers: ['cra-signature'], operation: receiveCraCallback },
  {
    name: 'mail',
    headers: ['svix-id', 'svix-timestamp', 'svix-signature'],
    operation: receiveMailEvent,
  },
  { name: 'stripe', headers: ['stripe-signature'], operation: receivePaymentEvent },
];
