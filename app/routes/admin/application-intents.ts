import { intentNames } from '../../intents.ts';

/** What staff do with a paper application. */
export const applicationIntents = intentNames('decide', 'note', 'reveal');
