import { intentNames } from '../../intents.ts';

/** The forms of the steps of an application, one each. */
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
