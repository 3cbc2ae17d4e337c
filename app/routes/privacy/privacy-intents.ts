import { intentNames } from '../../intents.ts';

/** The forms of the privacy page: all switches without script, one switch with script, and a deletion taken back. */
export const privacyIntents = intentNames('preferences', 'preference', 'keep');
