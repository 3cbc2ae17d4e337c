import { intentNames } from '../../intents.ts';

/** Intents of the forms of /dev/ui that are really sent. */
export const specimenIntents = intentNames('rows', 'sharing', 'remind');
