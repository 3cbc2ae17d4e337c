import { intentNames } from '../../intents.ts';

/** The forms of the score acceptance. */
export const decisionIntents = intentNames('terms', 'review', 'error', 'sharing');

/** The same for an approval link, which first asks for proof of identity. */
export const linkIntents = { ...intentNames('proof'), ...decisionIntents };
