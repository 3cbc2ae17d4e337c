import { intentNames } from '../../intents.ts';

/** The three forms of My Profile. */
export const profileIntents = intentNames('profile', 'password', 'privacy');
