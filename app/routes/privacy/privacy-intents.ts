import { intentNames } from '../../intents.ts';

/**
 * The forms of the privacy page: all switches without script, one switch with script, the cancellation of a deletion,
 * monitoring, text updates, and the staff's morning email.
 */
export const privacyIntents = intentNames(
  'preferences',
  'preference',
  'keep',
  'monitor',
  'unmonitor',
  'texts',
  'untext',
  'digest',
);
