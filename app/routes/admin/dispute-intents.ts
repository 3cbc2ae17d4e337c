import { intentNames } from '../../intents.ts';

/** What staff can do with a dispute. */
export const disputeIntents = intentNames('take', 'reply', 'decide', 'block', 'rescind');
