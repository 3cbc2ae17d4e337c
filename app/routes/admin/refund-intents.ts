import { intentNames } from '../../intents.ts';

/** What a second admin can do with a refund, and what any member of staff can do with a failed one. */
export const refundIntents = intentNames('approve', 'reject', 'resend');
