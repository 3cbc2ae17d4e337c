import { intentNames } from '../../intents.ts';

/** The forms of a person's photo. */
export const photoIntents = intentNames('upload', 'remove');

/** The forms of a person's record. */
export const recordIntents = intentNames(
  'profile',
  'privacy',
  'lock',
  'password',
  'suppression',
  'note',
  'identity',
  'reveal',
  'monitoringoff',
  'monitoringupdate',
  'expiration',
  'shieldid',
);
