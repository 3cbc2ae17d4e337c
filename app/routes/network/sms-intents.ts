import { intentNames } from '../../intents.ts';

export const smsIntents = intentNames('number', 'code', 'resend', 'restart');
