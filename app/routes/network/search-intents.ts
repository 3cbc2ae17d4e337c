import { intentNames } from '../../intents.ts';

/** Intents of the buttons below a search result. */
export const searchIntents = intentNames('invite', 'ask');
