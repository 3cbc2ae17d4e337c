import { intentNames } from '../../intents.ts';

export const idReviewIntents = intentNames('decide');
