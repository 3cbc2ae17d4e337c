import { intentNames } from '../../intents.ts';

/**
 * The forms of the privacy page: all switches without script, one switch with script, the cancellation of a deletion,
 * monitoring, and text updates.
 */
export const privacyIntents = intentNames(
  'preferences',
  'preference',
  'keep',
  'monitor',
  'unmonitor',
  'texts',
  'untext',
);
