import { intentNames } from '../../intents.ts';

/** The forms of the Invite Center. */
export const centerIntents = intentNames('proof', 'accept', 'ignore', 'off');
