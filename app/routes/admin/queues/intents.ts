import { intentNames } from '../../../intents.ts';

/** The forms of the page of queues. */
export const queueIntents = intentNames('retry', 'drain', 'test');
