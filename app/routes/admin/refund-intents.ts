import { intentNames } from '../../intents.ts';

/** What a second admin does with a refund, and what anyone of staff does with a failed one. */
export const refundIntents = intentNames('approve', 'reject', 'resend');
