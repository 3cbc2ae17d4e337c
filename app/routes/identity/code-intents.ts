import { intentNames } from '../../intents.ts';

/** What a page that takes a code is asked: to check the code, or to send another one. */
export const codeIntents = intentNames('check', 'resend');
