import { jobs } from '#jobs/identity.ts';

export const all = jobs;
