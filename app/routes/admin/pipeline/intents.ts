import { intentNames } from '../../../intents.ts';

/** The actions that a row of the pipeline does without a dialog. */
export const pipelineIntents = intentNames('take');
