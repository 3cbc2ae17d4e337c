import { intentNames } from '../../intents.ts';

/** Intents of the buttons in the rows of My Network. */
export const rowIntents = intentNames('resend', 'active', 'report');
