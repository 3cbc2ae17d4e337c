import { intentNames } from '../../intents.ts';

/** The forms of a consent document. */
export const documentIntents = intentNames('save', 'preview', 'publish');
