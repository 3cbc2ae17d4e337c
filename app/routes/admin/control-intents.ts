import { intentNames } from '../../intents.ts';

/** What admins do with the controls of money and access. */
export const controlIntents = intentNames('ask', 'approve', 'reject');
