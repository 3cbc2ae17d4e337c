import { intentNames } from '../../intents.ts';

/** The form for people who are signed in, and the one for everybody else. */
export const limitIntents = intentNames('own', 'byAddress');
