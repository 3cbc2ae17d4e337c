import { intentNames } from '../../intents.ts';

/** Accept, or go to what has to be done before. */
export const acceptIntents = intentNames('accept', 'begin');
