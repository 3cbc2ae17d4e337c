import { intentNames } from '../../intents.ts';

/** What the steps of an application ask for: one form each. */
export const stepIntents = intentNames(
  'consent',
  'jurisdictions',
  'name',
  'address',
  'submit',
  'paper',
  'digital',
  'texts',
);
