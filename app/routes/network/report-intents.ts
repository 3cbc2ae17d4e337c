import { intentNames } from '../../intents.ts';

/** Attest the purpose first, then download. */
export const reportIntents = intentNames('attest', 'download');
