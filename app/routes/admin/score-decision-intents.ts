import { intentNames } from '../../intents.ts';

export const scoreDecisionIntents = intentNames('decide');
