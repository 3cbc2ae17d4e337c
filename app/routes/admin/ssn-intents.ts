import { intentNames } from '../../intents.ts';

/** What staff do with an SSN under review. */
export const ssnIntents = intentNames('release', 'return', 'reveal');
