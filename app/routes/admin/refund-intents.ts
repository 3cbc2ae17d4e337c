import { intentNames } from '../../intents.ts';

/** What a second admin does with a refund. */
export const refundIntents = intentNames('approve', 'reject');
