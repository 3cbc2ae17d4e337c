import { intentNames } from '../../intents.ts';

/** Accept, or go to what must be done first. */
export const acceptIntents = intentNames('accept', 'begin');
