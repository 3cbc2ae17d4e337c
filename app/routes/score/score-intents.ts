import { intentNames } from '../../intents.ts';

/** The forms of the score acceptance. */
export const decisionIntents = intentNames('terms', 'review', 'error', 'sharing');

/** The same by an approval link, which asks for a proof first. */
export const linkIntents = { ...intentNames('proof'), ...decisionIntents };
