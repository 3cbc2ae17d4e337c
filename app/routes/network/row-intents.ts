import { intentNames } from '../../intents.ts';

/** What the buttons in the rows of My Network ask for. */
export const rowIntents = intentNames('resend', 'active', 'report');
