import { intentNames } from '../../../intents.ts';

/** What a row of the pipeline does at once. */
export const pipelineIntents = intentNames('take');
