import { intentNames } from '../../intents.ts';

export const verificationIntents = intentNames('start', 'enclose');
