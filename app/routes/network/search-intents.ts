import { intentNames } from '../../intents.ts';

/** The intents of the buttons below a search result. */
export const searchIntents = intentNames('invite', 'ask');
