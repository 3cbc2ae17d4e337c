import { intentNames } from '../../intents.ts';

/** What a person can do on the page of a dispute. */
export const disputeIntents = intentNames('message', 'statement');
