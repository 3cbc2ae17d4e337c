import { intentNames } from '../../intents.ts';

export const bulkIntents = intentNames('check', 'start', 'pause', 'resume');
