import { intentNames } from '../../intents.ts';

/** The request of somebody who is signed in, and of anybody else. */
export const limitIntents = intentNames('own', 'byAddress');
