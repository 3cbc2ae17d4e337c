import { intentNames } from '../../intents.ts';

/** What staff can do with an SSN under review. */
export const ssnIntents = intentNames('release', 'return', 'reveal');
