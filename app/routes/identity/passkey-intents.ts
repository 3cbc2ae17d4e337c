import { intentNames } from '../../intents.ts';

/** The two posts by which a passkey is used or made: ask for a challenge, bring the answer. */
export const passkeyIntents = intentNames('start', 'finish');
