import { intentNames } from '../../intents.ts';

/** What staff can do with the report of a person's check. */
export const reportIntents = intentNames('open', 'fetch');
