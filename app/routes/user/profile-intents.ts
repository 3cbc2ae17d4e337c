import { intentNames } from '../../intents.ts';

/** The forms of My Profile, and a switch that saves itself. */
export const profileIntents = intentNames('profile', 'preference');
