import { intentNames } from '../../intents.ts';

/** What staff can do with a privacy request. */
export const requestIntents = intentNames('take', 'answer', 'close', 'dismiss');
