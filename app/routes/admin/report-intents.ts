import { intentNames } from '../../intents.ts';

/** What staff do with the report of a person's check. */
export const reportIntents = intentNames('open', 'fetch');
