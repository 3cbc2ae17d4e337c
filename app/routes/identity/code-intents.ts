import { intentNames } from '../../intents.ts';

/** Intents of a page that takes a code: check it, or send another one. */
export const codeIntents = intentNames('check', 'resend');
