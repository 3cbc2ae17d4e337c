import { intentNames } from '../../intents.ts';

/** What the steps of an application ask for: one form each, and the way back from a step with fields. */
export const stepIntents = intentNames(
  'consent',
  'jurisdictions',
  'name',
  'address',
  'submit',
  'keepName',
  'keepAddress',
);
