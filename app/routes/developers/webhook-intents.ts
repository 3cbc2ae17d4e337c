import { intentNames } from '../../intents.ts';

export const webhookIntents = intentNames('ping', 'replay', 'replayAll');
