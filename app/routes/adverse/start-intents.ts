import { intentNames } from '../../intents.ts';

export const startIntents = intentNames('preview', 'send');
