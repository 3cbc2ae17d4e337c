import { intentNames } from '../../intents.ts';

/** The forms and buttons of Passwords & Security that are not in dialogs. */
export const securityIntents = intentNames('password', 'end', 'others', 'forget');
