import { intentNames } from '../../intents.ts';

/** What staff do with a dispute. */
export const disputeIntents = intentNames('take', 'reply', 'decide', 'block', 'rescind');
