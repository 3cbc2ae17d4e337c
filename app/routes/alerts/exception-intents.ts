import { intentNames } from '../../intents.ts';

export const exceptionIntents = intentNames('add', 'end');
