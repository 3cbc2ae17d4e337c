import { intentNames } from '../../intents.ts';

/** The forms of Company Settings: all fields, and one field. */
export const companyIntents = intentNames('company', 'field');

/** The forms of My Profile: all fields, one field, and the photo. */
export const profileIntents = intentNames('profile', 'field', 'photo', 'removephoto');

/** The prefix of the hidden inputs of Company Settings that contain the values that the page showed. */
export const seenPrefix = 'seen_';
