import { intentNames } from '../../intents.ts';

/** The two posts that use or create a passkey: one requests a challenge, the other sends the answer. */
export const passkeyIntents = intentNames('start', 'finish');
