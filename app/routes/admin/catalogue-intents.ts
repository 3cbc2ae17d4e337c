import { intentNames } from '../../intents.ts';

/** The forms of the catalogue's page. */
export const catalogueIntents = intentNames('add', 'remove');
/** The forms of a consent document. */
export const documentIntents = intentNames('save', 'preview', 'publish');
