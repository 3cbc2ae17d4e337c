import { intentNames } from '../../intents.ts';

/** The forms of a person's record. */
export const recordIntents = intentNames('note', 'identity');
