import { intentNames } from '../../intents.ts';

/** Intents of SMS Accept. */
export const smsIntents = intentNames('number', 'code', 'resend', 'restart');
