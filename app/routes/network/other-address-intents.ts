import { intentNames } from '../../intents.ts';

/** Log out, check the code, send one, or ask for an invitation of one's own. */
export const otherAddressIntents = intentNames('switch', 'check', 'resend', 'ask');
