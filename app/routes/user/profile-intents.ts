import { intentNames } from '../../intents.ts';

/** The forms of My Profile: all fields, one field, and the photo. */
export const profileIntents = intentNames('profile', 'field', 'photo', 'removephoto');
