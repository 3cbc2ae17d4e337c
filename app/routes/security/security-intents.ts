import { intentNames } from '../../intents.ts';

/** The form of Passwords & Security that is no dialog. */
export const securityIntents = intentNames('password');
