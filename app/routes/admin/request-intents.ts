import { intentNames } from '../../intents.ts';

/** What staff do with a request about personal data. */
export const requestIntents = intentNames('take', 'answer', 'close');
